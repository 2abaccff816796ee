import MessageBus
import Testing

@testable import Desktop

@Suite struct MediaPropertiesTests {
  private static func properties(_ state: MediaState?, laterBy delay: Duration = .zero) -> MediaProperties {
    MediaProperties(
      identity: "intervald", desktopEntry: "intervald",
      moment: state.map { MediaMoment(state: $0, instant: instant + delay) })
  }

  private static let instant = SuspendingClock.now

  @Test(
    arguments: [
      ("nothing", MediaState.run, []),
      ("the position", .run.with { $0.position = .seconds(20) }, []),
      ("a pause", .run.with { $0.isPlaying = false }, ["PlaybackStatus"]),
      ("the title", .run.with { $0.title = "Walk" }, ["Metadata"]),
      ("the length", .run.with { $0.length = .seconds(60) }, ["Metadata"]),
      ("the first interval", .run.with { $0.canGoPrevious = false }, ["CanGoPrevious"]),
      (
        "all", MediaState(trackID: "8", title: "Walk", isPlaying: false),
        ["CanGoPrevious", "Metadata", "PlaybackStatus"]
      ),
    ] as [(String, MediaState, [String])])
  func `what changes is told of, and no more`(name: String, state: MediaState, changed: [String]) {
    let changes = Self.properties(state, laterBy: .seconds(1)).changes(since: Self.properties(.run))
    #expect(changes.keys.sorted() == changed)
  }

  @Test func `without a track there is nothing to play`() {
    let properties = Self.properties(nil)
    #expect(properties.ofPlayer["PlaybackStatus"] == .string("Stopped"))
    #expect(properties.ofPlayer["Metadata"] == .dictionary([:]))
    for name in ["CanPlay", "CanPause", "CanGoNext", "CanGoPrevious"] {
      #expect(properties.ofPlayer[name] == .boolean(false), "\(name)")
    }
    #expect(properties.position(at: Self.instant) == 0)
  }

  @Test func `metadata says what is known, and no more`() {
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
  func `any text makes a path, and another text another`(trackID: String, element: String) {
    #expect(MediaProperties.trackPath(trackID) == "/org/intervald/track/\(element)")
  }

  @Test(
    arguments: [
      (.zero, 0), (.microseconds(1), 1), (.nanoseconds(1999), 1), (.seconds(30), 30_000_000),
      (.seconds(Int64.max), .max),
    ] as [(Duration, Int64)])
  func `times are whole microseconds`(time: Duration, microseconds: Int64) {
    let state = MediaState(trackID: "1", title: "Run", position: time, isPlaying: false)
    #expect(Self.properties(state).position(at: Self.instant) == microseconds)
  }
}
