import PlanNotation
import Testing
import WorkoutFiles
import WorkoutModel

/// Compares the reader of intervals.icu with lines that are put together from parts with known meanings.
@Suite struct ICUGrammarTests {
  /// A text before the time.
  private struct Prompt {
    var text: String
    var label: String?
    var kind = Kind.run
  }

  /// A text after the time.
  private struct Target {
    var text: String
    var label: String?
    var pace: Pace?
    /// A clock time without a unit, in seconds.
    var clock: Int?
    var kind: Kind?
  }

  /// Further steps at the end of the line.
  private struct Rest {
    var text: String
    var steps: [Interval] = []
  }

  private static let prompts =
    [
      "Easy", "Set 1", "Set 2", "Rep 3", "Round 10", "HR 150", "Lap 4 of 8", "Zone 2", "RPE 7", "80% effort", "Go!",
      "10k pace", "3", "No. 2", "KM 3 ·", "Don't stop", "90's music", "Block A/2", "2 hard", "Warm 1-2",

      "Hill (2)", "Fast feet #4",
    ].map { Prompt(text: $0 + " ", label: $0) } + [
      Prompt(text: ""), Prompt(text: "Easy, ", label: "Easy"),
      Prompt(text: "Relax, breathe, ", label: "Relax, breathe"),
      Prompt(text: "Warmup ", kind: .warmup), Prompt(text: "Recovery ", kind: .recover),
      Prompt(text: "Walk: slowly ", label: "slowly", kind: .walk),
    ]

  private static let goals: [(String, Goal)] = [
    ("30s", .time(.seconds(30))), ("90s", .time(.seconds(90))), ("5m", .time(.seconds(300))),
    ("1m30", .time(.seconds(90))), ("1h", .time(.seconds(3600))), ("1h2m30s", .time(.seconds(3750))),
    ("5'", .time(.seconds(300))), ("30\"", .time(.seconds(30))), ("1'30\"", .time(.seconds(90))),
    ("5′", .time(.seconds(300))), ("1′30″", .time(.seconds(90))), ("1’30”", .time(.seconds(90))),
    ("45sec", .time(.seconds(45))), ("10min", .time(.seconds(600))), ("2 min", .time(.seconds(120))),
    ("1 hour 30 minutes", .time(.seconds(5400))), ("1h 5m 10s", .time(.seconds(3910))),
    ("170m", .time(.seconds(10_200))), ("400mtr", .distance(.metres(400))), ("0.4km", .distance(.kilometres(0.4))),
    ("2 km", .distance(.kilometres(2))), ("1mi", .distance(.miles(1))), ("4.5 miles", .distance(.miles(4.5))),
    ("200yrd", .distance(.metres(182.88))),
  ]

  private static let targets =
    [
      "Z2", "Z3-Z4", "75%", "95–105%", "220w", "70% HR", "90-95% LTHR", "65-75% Pace", "75% 90rpm", "60% MMP 5m",
      "ramp 60-80% Pace", "freeride", "(112-132 bpm)", "no rest", "hold on",
    ].map { Target(text: " " + $0, label: $0) } + [
      Target(text: ""), Target(text: " intensity=rest", kind: .rest),
      Target(text: " 5:00/km Pace", pace: .time(.seconds(300), per: .kilometres)),
      Target(text: " @4:30/km", pace: .time(.seconds(270), per: .kilometres)),
      Target(text: " 8:00/mi pace", pace: .time(.seconds(480), per: .miles)),
      Target(text: " 7:15−7:00/km Pace", pace: .time(.seconds(428), per: .kilometres)),
      Target(text: " 4:30 – 5:00 /km Pace", pace: .time(.seconds(285), per: .kilometres)),
      Target(text: " 5:00 Pace", clock: 300), Target(text: " Z4 6:00 Pace", label: "Z4", clock: 360),
      Target(text: " 5:00/km Pace Z2 HR", label: "Z2 HR", pace: .time(.seconds(300), per: .kilometres)),
    ]

  private static let rests: [Rest] = {
    let rest = Interval(goal: .time(.seconds(90)), kind: .rest)
    let easy = Interval(goal: .time(.seconds(120)), kind: .run, label: "Z1")
    return [
      " 90s rest", ", 90s rest", " rest 90s", " (90s rest)", " then 90s rest", ",90s rest", " + 1m30s rest",
      " 1:30 rest",
    ].map { Rest(text: $0, steps: [rest]) } + [
      Rest(text: ""), Rest(text: ", 2m Z1", steps: [easy]), Rest(text: " 90s rest, 2m Z1", steps: [rest, easy]),
      Rest(text: " 200mtr easy walk", steps: [Interval(goal: .distance(.metres(200)), kind: .walk, label: "easy")]),
      Rest(
        text: " 90s rest 1km jog 90s rest",
        steps: [rest, Interval(goal: .distance(.kilometres(1)), kind: .jog), rest]),
    ]
  }()

  /// The number of rounds before a line of steps.
  private static let rounds: [(text: String, number: Int)] = [("", 1), ("3x ", 3), ("3 x ", 3), ("12× ", 12)]

  /// The intervals that a line means.
  private static func meaning(_ prompt: Prompt, _ goal: Goal, _ target: Target, _ rest: Rest) -> [Interval] {
    let labels = [prompt.label, target.label].compactMap(\.self)
    let separator = prompt.label == "Go!" ? " " : ", "
    let step = Interval(
      goal: goal, kind: prompt.kind == .run ? target.kind ?? .run : prompt.kind,
      pace: target.pace ?? target.clock.map { .time(.seconds($0), per: unit(of: goal)) },
      label: labels.isEmpty ? nil : labels.joined(separator: separator))
    return [step] + rest.steps
  }

  /// The unit of a clock time without a unit.
  private static func unit(of goal: Goal) -> DistanceUnit {
    if case .distance(.miles) = goal { .miles } else { .kilometres }
  }

  private static func imported(_ lines: [String]) throws -> ImportedWorkout {
    try ImportedWorkout(Array(lines.joined(separator: "\n").utf8), format: .icu, per: .kilometres)
  }

  /// Lines with the same prompt, each with the steps that it means.
  ///
  /// Each target and each number of rounds occurs with each of the other parts, in varying combinations.
  private static func lines(_ prompt: Prompt, number: Int) -> [(line: String, steps: [Step])] {
    goals.enumerated().flatMap { goalIndex, goal in
      rests.enumerated().map { restIndex, rest in
        let target = targets[(number + 3 * goalIndex + 7 * restIndex) % targets.count]
        let (text, count) = rounds[(number + goalIndex + restIndex) % rounds.count]
        let body = meaning(prompt, goal.1, target, rest).map(Step.interval)
        return (
          "- \(text)\(prompt.text)\(goal.0)\(target.text)\(rest.text)",
          count == 1 ? body : [.repeat(Repeat(.count(count), body))]
        )
      }
    }
  }

  @Test func `every line is read as its parts`() throws {
    var count = 0
    for (number, prompt) in Self.prompts.enumerated() {
      let lines = Self.lines(prompt, number: number)
      count += lines.count
      if try Self.imported(lines.map(\.line)).plan.steps == lines.flatMap(\.steps) { continue }
      for (line, steps) in lines { try #expect(Self.imported([line]).plan.steps == steps, "\(line)") }
    }
    #expect(count >= 5000)
  }

  @Test func `every assumption about a clock time or about minutes is reported`() throws {
    for goal in Self.goals {
      for target in Self.targets {
        let line = "- \(goal.0)\(target.text)"
        let assumptions = (goal.0 == "170m" ? 1 : 0) + (target.clock == nil ? 0 : 1)
        try #expect(Self.imported([line]).report.losses.count { $0.name == "assumed" } == assumptions, "\(line)")
      }
    }
  }
}
