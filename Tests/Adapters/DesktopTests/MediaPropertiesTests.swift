import MessageBus
import Testing

@testable import Desktop

@Suite struct MediaPropertiesTests {
  private static func properties(_ state: MediaState?, laterBy delay: Duration = .zero) -> MediaProperties {
    MediaProperties(
      identity: "intervald", desktopEntry: "intervald",
      snapshot: state.map { MediaSnapshot(state: $0, instant: instant + delay) })
  }

  private static let instant = SuspendingClock.now

  @Test(
    arguments: [
      ("nothing", MediaState.run, []),
      ("the position", .run.with { $0.position = .seconds(20) }, []),
      ("a pause", .run.with { $0.isPlaying = false }, ["PlaybackStatus"]),
      ("the title", .run.with { $0.title = "Walk" }, ["Metadata"]),
      ("the length", .run.with { $0.length = .seconds(60) }, ["Metadata"]),
      ("all", MediaState(trackID: "8", title: "Walk", isPlaying: false), ["Metadata", "PlaybackStatus"]),
    ] as [(String, MediaState, [String])])
  func `only changed properties are reported`(name: String, state: MediaState, changed: [String]) {
    let changes = Self.properties(state, laterBy: .seconds(1)).changes(since: Self.properties(.run))
    #expect(changes.keys.sorted() == changed)
  }

  @Test func `a player without a track is stopped, and cannot play`() {
    let properties = Self.properties(nil)
    #expect(properties.ofPlayer["PlaybackStatus"] == .string("Stopped"))
    #expect(properties.ofPlayer["Metadata"] == .dictionary([:]))
    for name in ["CanPlay", "CanPause", "CanGoNext", "CanGoPrevious"] {
      #expect(properties.ofPlayer[name] == .boolean(false), "\(name)")
    }
    #expect(properties.position(at: Self.instant) == 0)
  }

  @Test func `metadata contains only known values`() {
    #expect(
      Self.properties(.run).ofPlayer["Metadata"]
        == .dictionary([
          "mpris:trackid": .objectPath("/org/intervald/track/7"), "mpris:length": .int64(30_000_000),
          "mpris:artUrl": .string("file:///run.svg"), "xesam:title": .string("Run 30 s"),
          "xesam:artist": .strings(["Round 3 of 8"]), "xesam:album": .string("Tabata"),
        ]))
    #expect(
      Self.properties(MediaState(trackID: "1", title: "Run")).ofPlayer["Metadata"]
        == .dictionary(["mpris:trackid": .objectPath("/org/intervald/track/1"), "xesam:title": .string("Run")]))
  }

  @Test(arguments: [
    ("", "_"), ("12", "12"), ("a/b", "a_2fb"), ("a_b", "a_5fb"), ("é", "_c3_a9"), ("\n", "_0a"),
  ])
  func `each track identifier has its own object path`(trackID: String, element: String) {
    #expect(MediaProperties.trackPath(trackID) == "/org/intervald/track/\(element)")
  }

  @Test(
    arguments: [
      (.zero, 0), (.microseconds(1), 1), (.nanoseconds(1999), 1), (.seconds(30), 30_000_000),
      (.seconds(Int64.max), .max),
    ] as [(Duration, Int64)])
  func `a position is rounded down to microseconds`(time: Duration, microseconds: Int64) {
    let state = MediaState(trackID: "1", title: "Run", position: time, isPlaying: false)
    #expect(Self.properties(state).position(at: Self.instant) == microseconds)
  }
}

@Suite struct MediaSnapshotTests {
  private static let start = SuspendingClock.now

  private static func snapshot(
    at second: Double, position: Double, length: Double? = 30, isPlaying: Bool = true, track: String = "1"
  ) -> MediaSnapshot {
    MediaSnapshot(
      state: MediaState(
        trackID: track, title: "Run 30 s", length: length.map { .seconds($0) }, position: .seconds(position),
        isPlaying: isPlaying),
      instant: start + .seconds(second))
  }

  @Test(
    arguments: [
      ("playing", snapshot(at: 0, position: 5), 2, 7),
      ("paused", snapshot(at: 0, position: 5, isPlaying: false), 2, 5),
      ("after the end", snapshot(at: 0, position: 5), 100, 30),
      ("without a length", snapshot(at: 0, position: 5, length: nil), 100, 105),
      ("shown after the end", snapshot(at: 0, position: 40, isPlaying: false), 0, 30),
      ("negative", snapshot(at: 0, position: -1), 0, 0),
    ] as [(String, MediaSnapshot, Double, Double)])
  func `a position advances while playing, and stays within the track`(
    name: String, snapshot: MediaSnapshot, second: Double, position: Double
  ) {
    #expect(snapshot.position(at: Self.start + .seconds(second)) == .seconds(position))
  }

  @Test(arguments: [
    ("as expected", snapshot(at: 10, position: 10), false),
    ("a little late", snapshot(at: 10, position: 9.95), false),
    ("a little early", snapshot(at: 10, position: 10.05), false),
    ("back to the start", snapshot(at: 10, position: 0), true),
    ("forward", snapshot(at: 10, position: 12), true),
    ("paused at the expected position", snapshot(at: 10, position: 10, isPlaying: false), false),
    ("paused elsewhere", snapshot(at: 10, position: 5, isPlaying: false), true),
    ("a longer track", snapshot(at: 10, position: 10, length: 60), false),
    ("another track from its start", snapshot(at: 10, position: 0, track: "2"), false),
    ("another track from its middle", snapshot(at: 10, position: 10, track: "2"), true),
  ])
  func `an unexpected position is a jump`(name: String, snapshot: MediaSnapshot, isJump: Bool) {
    #expect(snapshot.isJump(from: Self.snapshot(at: 0, position: 0)) == isJump)
  }
}
