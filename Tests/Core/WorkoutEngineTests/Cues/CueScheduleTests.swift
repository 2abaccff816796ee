import PlanNotation
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

/// Tests of the times and channels of cues; a cue is written as `SECONDS CUE[:DETAIL] CHANNEL…`.
@Suite struct CueScheduleTests {
  @Test func `the lead-in and every interval have a countdown, and the last interval has its own cue`() throws {
    let cues = try CueRun("lead-in 4s\ncue lead-in sound\n5s run, 4s walk").all
    #expect(
      cues == [
        "-4 lead-in sound", "-3 countdown:3 sound", "-2 countdown:2 sound", "-1 countdown:1 sound",
        "0 start notification sound", "2 countdown:3 sound", "3 countdown:2 sound", "4 countdown:1 sound",
        "4.5 halfway:workout notification", "5 last:interval notification sound", "6 countdown:3 sound",
        "7 countdown:2 sound", "8 countdown:1 sound",
        "9 finish notification sound",
      ])
  }

  /// A plan, a cue, and the times of the cue.
  @Test(
    arguments: [
      ("countdown 5 3\n6s, 5s", "countdown", ["1 countdown:5", "3 countdown:3", "8 countdown:3"]),
      ("countdown off\n6s, 5s", "countdown", []),
      ("countdown 9 10\n10s, 1s", "countdown", ["1 countdown:9"]),
      ("countdown 1\n1s, 1.1s, 1.2s", "countdown", ["2.3 countdown:1"]),
      ("countdown 1\n1.5s, 1s", "countdown", ["0.5 countdown:1"]),
      ("30s, 29.9s, 40s, 40s", "next", ["20 next", "89.9 next"]),
      ("60s, 59s", "halfway", ["30 halfway:interval", "59.5 halfway:workout"]),
      ("1s, 59s, 20s", "halfway", ["40 halfway:workout"]),
      ("10s, 10s", "halfway", ["10 halfway:workout"]),
      ("10s, open, 10s", "halfway", []),
      ("forever 20s", "halfway", []),
      ("2x(10s, 10s), 10s", "last", ["20 last:round", "40 last:interval"]),
      ("2x(2x10s), 10s", "last", ["20 last:round", "40 last:interval"]),
      ("10s", "last", []),
      ("1x(10s, 10s)", "last", ["10 last:interval"]),
      ("until 26s (10s, 5s)", "last", ["15 last:round", "25 last:interval"]),
      ("forever 10s", "last", []),
      ("distance-units km\n12m @5:00/km", "split", ["300 split:1", "600 split:2"]),
      ("distance-units mi\n12m @5:00/mi", "split", ["300 split:1", "600 split:2"]),
      ("distance-units km\n2x(500mtr @5:00/km), 1m @1:00/km", "split", ["300 split:1"]),
      ("distance-units km\n5m @5:00/km, 5m @5:00/km, 1s @5:00/km", "split", ["300 split:1", "600 split:2"]),
      ("distance-units km\n5m @5:00/km, 1s, 10m @5:00/km", "split", ["300 split:1"]),
      ("remaining-every 1m\n3m", "remaining", ["60 remaining", "120 remaining"]),
      ("remaining-every 1m\n90s, 60s", "remaining", ["30 remaining", "90 remaining"]),
      ("remaining-every 1m\n60s, 60s", "remaining", ["60 remaining"]),
      ("remaining-every off\n3m", "remaining", []),
      ("remaining-every 1m\n90s, open", "remaining", []),
      ("2s, 2s", "finish", ["4 finish"]),
    ] as [(String, String, ArraySlice<String>)])
  func `each cue is delivered at its time`(plan: String, cue: String, moments: ArraySlice<String>) throws {
    let run = try CueRun("lead-in off\n\(plan)", over: Self.hooksForAll, limit: 30)
    let given = run.all.filter { $0.contains(" \(cue) ") || $0.contains(" \(cue):") }
    #expect(given == moments.map { "\($0) hook" })
  }

  /// Each case has a distance in metres to which the workout is corrected after 400 s, and the cues after 400 s.
  ///
  /// If the distance is nil, the workout is not corrected.
  ///
  /// The estimate after 400 s is 1166.7 m. A round is a run of 1 km in 300 s and a walk of 500 m in 300 s. In the
  /// second case, the walk ends at 2233.3 m after 600 s. The next run ends at 3233.3 m after 900 s, and the next walk
  /// at 3733.3 m after 1200 s. The rest of the 4 km takes 80 s.
  @Test(
    arguments: [
      (
        nil,
        ["750 halfway:workout", "750 split:2", "900 remaining", "1200 last:interval", "1200 split:3", "1500 finish"]
      ),
      (
        1900,
        [
          "460 split:2", "640 halfway:workout", "680 remaining", "830 split:3", "1200 last:interval", "1280 finish",
        ]
      ),
      (
        500,
        [
          "650 remaining", "650 split:1", "925 halfway:workout", "1000 split:2", "1250 remaining", "1400 split:3",
          "1800 last:interval", "1850 finish",
        ]
      ),
      (3900, ["460 finish"]),
      (4000, ["400 finish"]),
    ] as [(Double?, [String])])
  func `cues after a correction follow the measured distance`(measured: Double?, cues: [String]) throws {
    let settings = "lead-in off\ncountdown off\ndistance-units km\nremaining-every 10m\n"
    let plan = "until 4km (5m run @5:00/km, 5m walk @10:00/km)"
    let run = try CueRun(
      settings + plan, over: Self.hooksForAll, with: measured.map(Command.correct), after: .seconds(400))
    let given = run.all.filter { !$0.contains(#/ (start|next|halfway:interval) /#) }
    let before = ["300 remaining", "300 split:1"]
    #expect(given.sorted() == (before + cues).map { "\($0) hook" }.sorted())
  }

  /// Settings in which every cue has a hook, because a cue with a hook is never dropped.
  private static var hooksForAll: Settings {
    var configuration = Settings()
    configuration.hooks = Cue.allCases.map { Hook(cue: $0, program: "x", arguments: []) }
    for cue in Cue.allCases { configuration.cues[cue] = [.hook] }
    return configuration
  }

  @Test func `a search through thousands of occasions without a cue continues after the next wake-up`() throws {
    var simulator = WorkoutSimulator()
    let settings = "lead-in off\nremaining-every 10s\ncue remaining voice\nsay remaining \"{label}\"\n"
    let workout = try workout("\(settings)99h run")
    let start = simulator.now
    try simulator.handle(.start(workout, cues: CueRules(workout), replacing: false))
    #expect(simulator.engine.nextDeadline == start + .seconds(1000))
    simulator.runToEnd()
    #expect(simulator.takeEvents().announcements.last?.occasion == .finish)
  }

  @Test func `the halfway cue of an extended interval is at half of the extended duration`() throws {
    var simulator = WorkoutSimulator()
    let workout = try workout("lead-in off\n60s run, 10m walk")
    try simulator.handle(.start(workout, cues: CueRules(workout), replacing: false))
    let start = simulator.now
    simulator.run(for: .seconds(10))
    try simulator.handle(.extend(by: .seconds(60)))
    simulator.run(for: .seconds(100))
    let halves = simulator.takeEvents().filter { [$0].announcements.map(\.cue) == [.halfway] }
    #expect(halves.map { $0.at - start } == [.seconds(60)])
  }

  @Test func `a very late start has only its own cue, with the planned duration`() throws {
    var simulator = WorkoutSimulator()
    let workout = try workout(
      "lead-in off\ncountdown off\nremaining-every 1m\ncue start voice\ncue last off\ncue halfway voice\n"
        + "cue remaining voice\n40s run, 60s walk")
    try simulator.handle(.start(workout, cues: CueRules(workout), replacing: false))
    _ = simulator.takeEvents()
    simulator.leap(to: simulator.now + .milliseconds(69_500))
    simulator.leap(to: simulator.now + .milliseconds(500))
    #expect(simulator.takeEvents().announcements.map(\.words) == ["walk one minute"])
  }

  @Test func `with a belt lag, the cue for a start is earlier and contains the speed of the treadmill`() throws {
    let plan = """
      lead-in 6s
      belt-lag 5s
      countdown off
      cue start notification sound voice
      cue last off
      distance-units mi
      10s run @5.2mph, 5s walk, 20s rest @20:00/mi
      """
    let run = try CueRun(plan)
    #expect(
      run.all == [
        "-6 lead-in notification", "-5 start:5 notification sound voice", "0 start notification sound",
        "5 start:5 notification sound voice", "10 start notification sound",
        "15 start notification sound voice", "17.5 halfway:workout notification", "35 finish notification sound",
      ])
    // The walk is too short for the belt lag, so the rest after the walk is not announced early.
    #expect(
      run.voices == [
        "-5 run in five: five point two miles an hour", "5 walk in five", "15 rest twenty seconds",
      ])
    #expect(run.effects.filter { $0.hasPrefix("began") } == ["began early", "began early", "began"])
  }

  /// Each argument contains the pace of the run, and the words for its speed and its pace.
  @Test(
    arguments: [
      ("6mph", "six miles an hour", "six miles an hour"),
      ("9.6kph", "nine point six kilometres an hour", "nine point six kilometres an hour"),
      ("10:00/mi", "six miles an hour", "ten minutes a mile"),
      ("6:00/km", "ten kilometres an hour", "six minutes a kilometre"),
      ("2.5m/s", "nine kilometres an hour", "six forty a kilometre"),
    ], ["", "distance-units km\npace-units min/km\n"])
  func `a pace is spoken in the unit in which it was entered`(
    words: (pace: String, speed: String, spokenPace: String), settings: String
  ) throws {
    let run = try CueRun(
      settings + "cue start voice\ncue last off\nlead-in off\nsay start \"{speed}, {pace}\"\n10s run @\(words.pace)")
    #expect(run.voices == ["0 \(words.speed), \(words.spokenPace)"])
  }

  @Test func `with a belt lag, a short sound after the countdown begins the interval`() throws {
    let run = try CueRun(
      "lead-in off\nbelt-lag 5s\ncue halfway off\ncue next off\ncue last off\n10s walk @3mph, 10s run @6mph, 10s rest")
    let sounds = run.all.filter { $0.contains("sound") }.map {
      $0.split(separator: " ").prefix(2).joined(separator: " ")
    }
    #expect(
      sounds == [
        "0 start", "5 start:5", "7 countdown:3", "8 countdown:2", "9 countdown:1", "10 start", "15 start:5",
        "17 countdown:3", "18 countdown:2", "19 countdown:1", "20 start", "27 countdown:3", "28 countdown:2",
        "29 countdown:1", "30 finish",
      ])
  }

  @Test func `an early start of an interval without a kind is announced without a kind`() throws {
    let run = try CueRun(
      "lead-in off\nbelt-lag 5s\ncue start voice\ncue last off\npace-units mph\n10s, 10s @6mph, 10s, 10s run @6mph")
    #expect(
      run.voices == [
        "0 ten seconds", "5 in five: six miles an hour", "15 next interval in five",
        "25 run in five: six miles an hour",
      ])
  }

  @Test func `a workout without channels has no cues and no wake-ups for cues`() throws {
    var simulator = WorkoutSimulator()
    let start = simulator.now
    let silent = Cue.allCases.map { "cue \($0.rawValue) off\n" }.joined()
    let workout = try workout("\(silent)lead-in off\n2m @5:00/km, 2m @5:00/km")
    try simulator.handle(.start(workout, cues: CueRules(workout), replacing: false))
    #expect(simulator.engine.nextDeadline == start + .seconds(120))
    simulator.runToEnd()
    #expect(simulator.takeEvents().map(\.effect).allSatisfy { if case .announced = $0 { false } else { true } })
  }

  @Test func `a cue that is too late is dropped, and later cues are delivered`() throws {
    var simulator = WorkoutSimulator()
    let workout = try workout("lead-in off\n60s")
    try simulator.handle(.start(workout, cues: CueRules(workout), replacing: false))
    _ = simulator.takeEvents()
    simulator.leap(to: simulator.now + .milliseconds(58_300))
    #expect(simulator.takeEvents().announcements.map(\.occasion) == [.countdown(2)])
    simulator.leap(to: simulator.now + .milliseconds(1_250))
    #expect(simulator.takeEvents().announcements.isEmpty)
    #expect(simulator.engine.nextDeadline == simulator.now + .milliseconds(450))
  }

  @Test(arguments: [("60s run", "start run one minute", "run, one"), ("60s", "start one minute", "one")])
  func `the cues for pause, resume and stop are delivered at once, even during other words`(
    plan: String, start: String, resumed: String
  ) throws {
    var simulator = WorkoutSimulator()
    let workout = try workout(
      "lead-in off\ncue start voice\ncue paused voice\ncue resumed voice\ncue stopped voice\n\(plan)")
    try simulator.handle(.start(workout, cues: CueRules(workout), replacing: false))
    for command in [Command.pause(.user), .previous, .resume, .stop] { try simulator.handle(command) }
    #expect(
      simulator.takeEvents().announcements.map { "\($0.occasion.cue.rawValue) \($0.words ?? "-")" } == [
        start, "paused paused", "resumed \(resumed) minute left", "stopped stopped",
      ])
  }

  @Test func `an interval selected during a pause is announced only by notification`() throws {
    var simulator = WorkoutSimulator()
    let workout = try workout("lead-in off\n10s run, 10s walk, 10s run")
    try simulator.handle(.start(workout, cues: CueRules(workout), replacing: false))
    try simulator.handle(.pause(.user))
    _ = simulator.takeEvents()
    try simulator.handle(.next(out: false))
    #expect(simulator.takeEvents().announcements.map(\.channels) == [[.notification]])
  }

  @Test func `a lead-in selected during a pause is announced only by notification`() throws {
    var simulator = WorkoutSimulator()
    let workout = try workout("lead-in 5s\ncue lead-in notification sound voice\n10s run")
    try simulator.handle(.start(workout, cues: CueRules(workout), replacing: false))
    try simulator.handle(.pause(.user))
    _ = simulator.takeEvents()
    try simulator.handle(.previous)
    #expect(simulator.takeEvents().announcements.map(\.channels) == [[.notification]])
  }

  @Test func `new cue rules apply to all later cues`() throws {
    var simulator = WorkoutSimulator()
    let workout = try workout("lead-in off\ncountdown off\n10s")
    try simulator.handle(.start(workout, cues: CueRules(workout), replacing: false))
    simulator.run(for: .seconds(7))
    _ = simulator.takeEvents()
    simulator.engine.adopt(CueRules(try PlanFile("countdown 4 2\n10s").workout(over: Settings())))
    simulator.runToEnd()
    #expect(simulator.takeEvents().announcements.map(\.occasion) == [.countdown(2), .finish])
  }

  @Test(arguments: seeds.prefix(60))
  func `the next cue is in the future after random commands, and a snapshot restores it`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var settings = Settings()
    for cue in Cue.allCases { settings.cues[cue] = [.sound, .voice, .notification] }
    settings.beltLag = .seconds(Int.random(in: 0...8, using: &generator))
    settings.countdown = (1...10).filter { _ in generator.oneIn(2) }
    settings.remainingEvery = .seconds(10)
    let workout = try Workout(.random(using: &generator), settings: settings)
    let rules = CueRules(workout)
    var simulator = WorkoutSimulator()
    try simulator.handle(.start(workout, cues: rules, replacing: false))
    for _ in 0..<30 {
      guard simulator.engine.workout != nil else { return }
      let by = Duration.milliseconds(Int.random(in: -20_000...20_000, using: &generator))
      let commands: [Command] = [
        .pause(.user), .resume, .toggle, .resume, .next(out: false), .next(out: true), .previous, .extend(by: by),
      ]
      try simulator.handle(commands[Int.random(in: 0..<commands.count, using: &generator)])
      simulator.run(
        for: .milliseconds(Int.random(in: 0...9_000, using: &generator)),
        lateness: .milliseconds(generator.oneIn(3) ? Int.random(in: 0...1_500, using: &generator) : 0))
      // After all due cues are given, the next deadline is in the future.
      simulator.leap(to: simulator.now)
      if let deadline = simulator.engine.nextDeadline { #expect(deadline > simulator.now) }
      guard simulator.engine.workout != nil else { return }
      let earlier = simulator
      try simulator.restart(cues: rules)
      #expect(simulator.engine == earlier.withLinesTaken)
    }
  }
}
