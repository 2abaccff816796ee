import PlanNotation
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

/// Tests of cues that conflict on a channel.
@Suite struct CueConflictTests {
  @Test func `the more important of two sounds within 300 ms is played`() throws {
    let settings = "lead-in off\ncountdown 1 2\ncue halfway sound\n"
    // In the first workout, a countdown cue is due 0.2 s after the start cue. In the second workout, the halfway cue is
    // due at the same time as the cue of the last interval.
    #expect(
      try CueRun("\(settings)1.2s, 2.5s").sounds == [
        "0 start", "1.2 last:interval", "1.7 countdown:2", "2.7 countdown:1", "3.7 finish",
      ])
    let halfway = try CueRun("\(settings)countdown off\n".replacing("countdown 1 2\n", with: "") + "10s, 10s").sounds
    #expect(halfway == ["0 start", "10 last:interval", "20 finish"])
  }

  @Test func `the start of an interval that is shorter than a sound is not announced`() throws {
    let cues = try CueRun("lead-in off\ncountdown off\nuntil 30.2s (10s run, 10s walk), 5s rest").sounds
    #expect(cues == ["0 start", "10 start", "20 last:round", "30.2 last:interval", "35.2 finish"])
  }

  @Test func `of two overlapping texts, the more important or else the earlier text is spoken`() throws {
    let settings = "lead-in off\ncountdown off\ncue start voice\ncue last off\ncue finish off\ncue next voice\n"
    #expect(
      try CueRun("\(settings)4x 1s run").voices == ["0 run one second", "2 run one second"])
    // The words of these cues do not overlap, so all of them are spoken.
    let lines = try CueRun(
      "\(settings)cue countdown voice\n30s run, 10s walk, 1s".replacing("countdown off\n", with: ""))
    #expect(
      lines.voices == [
        "0 run thirty seconds", "20 next: walk, ten seconds", "27 three", "28 two", "29 one", "30 walk ten seconds",
        "37 three", "38 two", "39 one", "40 one second",
      ])
  }

  @Test(arguments: [("voice", ["0", "2"]), ("sound voice", ["0"])])
  func `words that follow a sound end later`(channels: String, voices: [String]) throws {
    let settings = "lead-in off\ncountdown off\ncue last off\ncue finish off\ncue start \(channels)\n"
    // Without the sound, the words take 1.84 s.
    let run = try CueRun("\(settings)3x 1s run \"a label\"")
    #expect(run.voices == voices.map { "\($0) run one second a label" })
  }

  @Test func `less important words are dropped if they would not end in time`() throws {
    let settings = "lead-in off\ncountdown 28\ncue countdown voice\ncue halfway voice\ncue start off\ncue finish off\n"
    let plan = "60s, 59s, 9s"
    #expect(
      try CueRun("\(settings)say halfway \"half\"\n\(plan)").voices == [
        "30 half", "32 twenty eight", "64 half", "91 twenty eight",
      ])
    #expect(
      try CueRun("\(settings)\(plan)").voices == [
        "32 twenty eight", "64 halfway through the workout", "91 twenty eight",
      ])
  }

  @Test func `words that would overlap with more important words in a later interval are dropped`() throws {
    let settings = "lead-in off\ncountdown off\ncue start voice\ncue last voice\ncue finish off\n"
    // The words of each start cue take four seconds. The second interval begins after 6 s, the last interval after 8 s.
    let saying = "say start \"\(String(repeating: "x", count: 53))\"\n"
    let run = try CueRun("\(settings)\(saying)say last \"last\"\n6s, 1s, 1s, 1s")
    #expect(run.voices.map { $0.prefix(6) } == ["0 xxxx", "8 last"])
  }

  @Test func `a long text is cut, and an empty text is not spoken`() throws {
    let settings = "lead-in off\ncountdown off\ncue start voice\ncue last off\ncue finish off\n"
    let long = try CueRun(
      "\(settings)say start \"{label}{label}{label}\"\n40s \"\(String(repeating: "x", count: 200))\"")
    #expect(long.voices.map(\.count) == [502])
    #expect(try CueRun("\(settings)say start \"{label}\"\n40s").voices == [])
  }

  @Test(arguments: seeds.prefix(60))
  func `sounds of a random plan are at least 300 ms apart, and voices do not overlap`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var settings = Settings()
    for cue in Cue.allCases { settings.cues[cue] = [.sound, .voice, .notification] }
    if generator.oneIn(2) { settings.beltLag = .seconds(Int.random(in: 1...8, using: &generator)) }
    if generator.oneIn(2) { settings.countdown = (1...10).filter { _ in generator.oneIn(2) } }
    settings.remainingEvery = .seconds(Int.random(in: 10...100, using: &generator))
    let workout = try Workout(.random(using: &generator), settings: settings)
    var simulator = WorkoutSimulator()
    try simulator.handle(.start(workout, cues: CueRules(workout), replacing: false))
    // The finish cue is not checked, because it interrupts earlier cues.
    while simulator.events.count < 150, let deadline = simulator.engine.nextDeadline { simulator.leap(to: deadline) }
    var lastSound: Instant?
    var spokenUntil: Instant?
    for event in simulator.takeEvents() {
      guard case .announced(let announcement) = event.effect, announcement.cue != .finish else { continue }
      if announcement.channels.contains(.sound) {
        if let lastSound { #expect(event.at - lastSound >= .milliseconds(300)) }
        lastSound = event.at
      }
      if let words = announcement.words {
        if let spokenUntil { #expect(event.at >= spokenUntil, "\(words)") }
        let delay = announcement.channels.contains(.sound) ? CueRules.wordsDelay : .zero
        spokenUntil = event.at + delay + CueRules.speakingTime(of: words)
      }
    }
  }
}
