import Testing

@testable import Desktop

@Suite struct MediaMomentTests {
  private static let start = SuspendingClock.now

  private static func moment(
    at second: Double, position: Double, length: Double? = 30, isPlaying: Bool = true, track: String = "1"
  ) -> MediaMoment {
    MediaMoment(
      state: MediaState(
        trackID: track, title: "Run 30 s", length: length.map { .seconds($0) }, position: .seconds(position),
        isPlaying: isPlaying),
      instant: start + .seconds(second))
  }

  @Test(
    arguments: [
      ("it goes on", moment(at: 0, position: 5), 2, 7),
      ("it stands still while paused", moment(at: 0, position: 5, isPlaying: false), 2, 5),
      ("it ends with the track", moment(at: 0, position: 5), 100, 30),
      ("it never ends without a length", moment(at: 0, position: 5, length: nil), 100, 105),
      ("it begins inside the track", moment(at: 0, position: 40, isPlaying: false), 0, 30),
      ("it is never negative", moment(at: 0, position: -1), 0, 0),
    ] as [(String, MediaMoment, Double, Double)])
  func `the position at another moment`(name: String, moment: MediaMoment, second: Double, position: Double) {
    #expect(moment.position(at: Self.start + .seconds(second)) == .seconds(position))
  }

  @Test(arguments: [
    ("as it goes on", moment(at: 10, position: 10), false),
    ("a little late", moment(at: 10, position: 9.95), false),
    ("a little early", moment(at: 10, position: 10.05), false),
    ("back to the start", moment(at: 10, position: 0), true),
    ("forth", moment(at: 10, position: 12), true),
    ("paused where it is", moment(at: 10, position: 10, isPlaying: false), false),
    ("paused elsewhere", moment(at: 10, position: 5, isPlaying: false), true),
    ("a longer track", moment(at: 10, position: 10, length: 60), false),
    ("another track from its start", moment(at: 10, position: 0, track: "2"), false),
    ("another track from its middle", moment(at: 10, position: 10, track: "2"), true),
  ])
  func `what is expected is no jump`(name: String, moment: MediaMoment, isJump: Bool) {
    #expect(moment.isJump(from: Self.moment(at: 0, position: 0)) == isJump)
  }
}
