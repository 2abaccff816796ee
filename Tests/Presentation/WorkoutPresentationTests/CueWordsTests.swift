import FoundationEssentials
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// Tests of the exact words of cues.
@Suite struct CueWordsTests {
  @Test func `a cue of a run/walk plan shows the next interval, the round and the time left`() throws {
    let words = try words(
      "name \"5 km\"\nuntil 5km (4x(30s run @6:00/km, 30s walk @10:00/km), 60s walk @10:00/km)", passing: .seconds(66))
    #expect(
      words == [
        ["Get ready: run, 30 s, in 5 s", "5 km", "39:20, 5.00 km"],
        ["Run 30 s", "Next: walk, 30 s", "Set 1 of 8, round 1 of 4", "39:20 left, 0.00 of 5.00 km"],
        ["Walk 30 s", "Next: run, 30 s", "Set 1 of 8, round 1 of 4", "38:50 left, 0.08 of 5.00 km"],
        ["Run 30 s", "Next: walk, 30 s", "Set 1 of 8, round 2 of 4", "38:20 left, 0.13 of 5.00 km"],
      ])
  }

  @Test func `each announcement of an interval contains its label, which replaces the kind`() throws {
    var settings = Settings()
    for cue in Cue.allCases { settings.cues[cue] = [.notification, .voice] }
    settings.countdown = [3]
    var run = RehearsedRun(configuration: settings)
    try run.start("lead-in 10s\n40s work \"plank\", 30s rest, 40s work \"squats\"", configuration: settings)
    run.pass(.seconds(22))
    try run.handle(.pause(.user))
    try run.handle(.resume)
    run.pass(.seconds(70))
    let cues = run.events.compactMap { event -> (shown: String, spoken: String?)? in
      guard case .announced(let announcement) = event.effect else { return nil }
      return ([event.words.title, event.words.lines[0]].joined(separator: ". "), announcement.words)
    }
    func labelled(_ text: String) -> Bool { text.contains("plank") || text.contains("squats") }
    #expect(
      cues.map(\.shown).filter(labelled) == [
        "Get ready: plank, 40 s, in 10 s. 1:50", "In 3: plank, 40 s. 1:50 left", "Work 40 s: plank. Next: rest, 30 s",
        "Paused: plank, 40 s. 28 s left", "Resumed: plank, 40 s. 28 s left", "In 3: rest, 30 s. Work 40 s: plank",
        "Rest 30 s. Next: squats, 40 s", "Next: squats, 40 s. 10 s left", "In 3: squats, 40 s. Rest 30 s",
        "Last interval: squats, 40 s. 0:40 left",
      ])
    #expect(
      cues.compactMap(\.spoken).filter(labelled) == [
        "get ready: plank, forty seconds", "work forty seconds plank", "work plank, twenty eight seconds left",
        "next: squats, forty seconds", "last interval: work forty seconds squats",
      ])
  }

  @Test func `a plan that only repeats one interval shows the number of rounds, and then the elapsed time`() throws {
    let words = try words("forever 30s", passing: .seconds(65))
    #expect(
      words == [
        ["Every 30 seconds", "Until you stop it"], ["30 seconds elapsed", "1 time", "0:30 so far"],
        ["30 seconds elapsed", "2 times", "1:00 so far"],
      ])
    let counted = try self.words("2x 1m30s", passing: .seconds(91))
    #expect(
      counted == [
        ["Every 1 minute 30 seconds", "2 times, 3:00 in all"],
        ["1 minute 30 seconds elapsed", "1 of 2", "1:30 so far, 1:30 left"],
      ])
  }

  @Test func `distances, labels and open intervals are shown in the words`() throws {
    let words = try words(
      "lead-in off\n400mtr sprint @4:00/km \"hard\", 0.5mi jog @6:00/km, open walk, 10s cooldown",
      passing: .seconds(2000))
    #expect(
      words == [
        ["Sprint 400 m: hard", "Next: jog, 0.5 mi", "0:00 so far, 0.00 of 1.20 km and more"],
        ["Jog 0.5 mi", "Next: walk, until you say next", "1:36 so far, 0.40 of 1.20 km and more"],
        ["Walk until you say next", "Next: cool down, 10 s", "6:26 so far, 1.20 km"],
      ])
  }

  @Test func `a pause shows the time left, and a finish shows the result`() throws {
    var run = RehearsedRun()
    try run.start("30s run @5:00/km, 30s walk @10:00/km")
    run.pass(.seconds(2))
    try run.handle(.pause(.user))
    try run.handle(.resume)
    run.pass(.seconds(11))
    try run.handle(.pause(.user))
    try run.handle(.resume)
    run.pass(.seconds(100))
    let words = run.words
    #expect(words[2] == ["Paused: run, 30 s, in 3 s", "1:00, 0.15 km"])
    #expect(words[5] == ["Paused: run, 30 s", "22 s left", "0:52 left, 0.03 of 0.15 km"])
    #expect(words[3] == ["Get ready: run, 30 s, in 3 s", "1:00, 0.15 km"])
    #expect(words[6] == ["Resumed: run, 30 s", "22 s left", "Next: walk, 30 s", "0:52 left, 0.03 of 0.15 km"])
    #expect(words.last == ["Workout finished", "1:00, 0.15 km, 6:40/km"])
  }

  @Test func `a cue in the middle of an interval names the interval in a line that begins with a capital letter`()
    throws
  {
    var settings = Settings()
    for cue in Cue.allCases { settings.cues[cue] = [.notification] }
    var run = RehearsedRun(configuration: settings)
    try run.start("lead-in off\ndistance-units km\n8m run @5:00/km, 4m walk @10:00/km", configuration: settings)
    run.pass(.seconds(12 * 60))
    let lines = Dictionary(run.words.map { ($0[0], Array($0.dropFirst())) }) { first, _ in first }
    #expect(lines["1 km in 5:00"]?.first == "Run 8 min")
    #expect(lines["5:00 left"]?.first == "Run 8 min")
    #expect(lines["Halfway through the workout"]?.first == "Run 8 min")
    #expect(lines["In 3: walk, 4 min"]?.first == "Run 8 min")
  }

  @Test func `a change in the middle of an unnamed interval is not reported as the end of the interval`() throws {
    var run = RehearsedRun()
    try run.start("forever 30s")
    run.pass(.seconds(40))
    try run.handle(.extend(by: .seconds(5)))
    try run.handle(.pause(.user))
    try run.handle(.resume)
    let words = run.words
    #expect(words[2] == ["30 seconds elapsed", "1 time", "0:30 so far"])
    #expect(words[3] == ["30 s", "25 s left", "Next: 30 s", "Round 2", "0:40 so far"])
    try run.handle(.next(out: false))
    #expect(run.words.last == ["30 s", "Next: 30 s", "Round 3", "0:40 so far"])
    #expect(words[5] == ["Resumed: 30 s", "25 s left", "Next: 30 s", "Round 2", "0:40 so far"])
  }

  @Test func `an interval that an until cuts shows its shortened distance`() throws {
    let words = try words("lead-in off\nuntil 100s (1m run, 400mtr walk @10:00/km)", passing: .seconds(61))
    #expect(words[0] == ["Run 1 min", "Next: walk, 0.07 km", "Round 1 of 1", "1:40 left, 0.00 of 0.07 km and more"])
    #expect(words[1] == ["Walk 0.07 km", "The last one", "Round 1 of 1", "0:40 left, 0.00 of 0.07 km and more"])
  }

  @Test func `each text of a workout differs from the previous one`() throws {
    let texts = try words("lead-in 3s\n10x(1s, 1s), 3x(2s run, 2s walk), 5x 1s", passing: .seconds(60))
    for (text, next) in zip(texts, texts.dropFirst()) { #expect(text != next) }
  }

  @Test func `a change and the cue that announces it have the same words`() throws {
    var run = RehearsedRun(configuration: Settings())
    try run.start("30s run, 30s walk", configuration: Settings())
    run.pass(.seconds(100))
    let pairs = zip(run.events, run.events.dropFirst()).filter { change, cue in
      guard case .announced(let announcement) = cue.effect else { return false }
      switch (change.effect, announcement.occasion) {
      case (.leadInBegan, .leadIn), (.intervalBegan, .start(in: nil)), (.finished, .finish): return true
      default: return false
      }
    }
    #expect(pairs.count == 3)
    for (change, cue) in pairs { #expect(change.words == cue.words) }
  }

  private func words(_ text: String, passing duration: Duration) throws -> [[String]] {
    var run = RehearsedRun()
    try run.start(text)
    run.pass(duration)
    // The first event is the start, which is not compared.
    return Array(run.words.dropFirst())
  }
}

/// A rehearsal that records its events; the test advances the time `now`.
struct RehearsedRun {
  private var rehearsal: Rehearsal
  private(set) var now = Instant(sinceOrigin: .seconds(100))
  private(set) var events: [WorkoutEvent] = []

  init(configuration: Settings = .withoutCues) {
    rehearsal = Rehearsal(configuration: configuration, environment: ["LANG": "de_DE.UTF-8"])
  }

  /// The title and lines of each event.
  var words: [[String]] { events.map(\.words).map { [$0.title] + $0.lines } }

  mutating func start(
    _ text: String, planName: String? = nil, session: Report.Session? = nil, configuration: Settings = .withoutCues
  ) throws {
    let request = try RequestedWorkout(
      text: text, planName: planName, session: session, configuration: configuration)
    events += rehearsal.start(request, at: now, on: Date(timeIntervalSince1970: 1_767_225_600))
  }

  mutating func pass(_ duration: Duration) {
    now += duration
    events += rehearsal.advance(to: now)
  }

  mutating func handle(_ command: Command) throws {
    events += try rehearsal.handle(command, at: now)
  }
}
