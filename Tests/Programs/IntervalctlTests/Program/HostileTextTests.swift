import ControlInterface
import TerminalUI
import TestSupport
import TestTraits
import Testing
import WorkoutReports
import WorkoutViews

@testable import intervalctl

/// Tests of control characters in plans, files, arguments and the daemon's answers.
///
/// Each command prints to a terminal, which script(1) emulates, and to a pipe.
@Suite(.hangLimit) struct HostileTextTests {
  /// A text with control characters in 7-bit and 8-bit form.
  ///
  /// The control characters set a title, clear the screen, move the cursor and change the writing direction.
  private static let hostile =
    "a\u{1B}]0;x\u{7}\u{1B}[2J\u{9B}31m\u{90}q\u{9C}\u{8}\u{7F}\u{85}\u{202E}b\u{2066}\u{200F}\u{2028}\u{61C}\rz"

  /// The texts of the files that the command lines read, by the path in the home folder.
  private static let files = [
    "label.plan": "30s run \"\(hostile)\", 1m walk \"\(hostile)\"",
    "titled.plan":
      "name \"\(hostile)\"\nabout \"\(hostile)\"\ncue start voice\nsay start \"\(hostile)\"\n30s run",
    "wrong.plan": "30s run \"\(hostile)\" \(hostile)",
    "unknown.plan": "na\(hostile)me 1",
    "field.plan": "say start \"{\(hostile)}\"\n1s",
    "named\(hostile.replacing("/", with: "")).plan": "30s rum \(hostile)",
    "config/intervald/plans/kept\(hostile).plan": "name \"\(hostile)\"\n30s run",
    "config/intervald/plans/broken\(hostile).plan": "30s \(hostile)",
    "hostile.icu": "\(hostile)\n\n4x \(hostile)\n- \(hostile) 30s \(hostile)\n",
    "hostile.zwo": "<workout_file><name>\(hostile)</name><workout><FreeRun Duration=\"9\">"
      + "<textevent message=\"\(hostile)\"/></FreeRun></workout></workout_file>",
    "wrong.icu": "- \(hostile)",
    "wrong.tcx": "<\(hostile)/>",
    "text": hostile,
    "broken/intervald/intervald.conf": "pace \(hostile)",
    ".local/state/intervald/history.jsonl": Samples.history([recorded]),
  ]

  /// A recorded workout in which every text contains control characters.
  private static var recorded: Report.Summary {
    var summary = Samples.summary
    (summary.workoutId, summary.title, summary.planName) = (hostile, hostile, hostile)
    summary.plan = "30s run \"\(hostile)\" \(hostile)"
    return summary
  }

  /// Command lines that run without a daemon.
  private static let withoutDaemon = [
    "show label.plan", "show label.plan --schedule --cues", "show label.plan --json --schedule --cues",
    "show label.plan --svg -", "show titled.plan --svg -", "show label.plan --svg \"none/$(cat text)\"",
    "show titled.plan", "show titled.plan --cues", "show titled.plan --json --cues", "show wrong.plan",
    "show unknown.plan", "show field.plan", "show named*", "show kept* broken*", "show ./none\"$(cat text)\".plan",
    "show --text \"$(cat text)\"", "show --name \"$(cat text)\"", "show \"kept$(cat text)\"", "plans",
    "show --\"$(cat text)\"", "\"$(cat text)\"", "pause \"$(cat text)\"", "extend \"$(cat text)\"",
    "extend --\"$(cat text)\" 5s", "convert \"$(cat text)\"", "calc --time \"$(cat text)\" --distance 5km",
    "splits --time \"$(cat text)\" --distance 5km", "splits wrong.plan", "solve --distance \"$(cat text)\"",
    "predict \"$(cat text)\"", "predict 9:00 \"$(cat text)\"", "new \"$(cat text)\" < label.plan",
    "new kept < wrong.plan", "new good --json < titled.plan", "new good --overwrite < label.plan",
    "show 30s --units \"$(cat text)\"", "status", "start label.plan", "test-cues \"$(cat text)\"",
    "import hostile.icu", "import hostile.icu --json", "import hostile.icu --strict",
    "import hostile.icu -o hostile.plan", "import hostile.icu --name hostile",
    "show hostile.icu", "import hostile.zwo", "import wrong.icu", "import wrong.tcx", "import \"$(cat text)\"",
    "import hostile.icu --type \"$(cat text)\"", "export label.plan -o - --type icu",
    "export titled.plan -o - --type icu", "export label.plan -o - --type zwo",
    "export label.plan -o \"none/$(cat text).fit\"", "export label.plan -o \"$(cat text)\"",
    "export label.plan -o label.icu --strict",
    "plans --json", "plans remove \"$(cat text)\"", "plans rename kept* \"$(cat text)\"", "plans remove kept*",
    "show kept.gpx\"$(cat text)\"", "show 30s --pace \"$(cat text)\"",
    "history", "history --json", "history --csv", "history --since \"$(cat text)\"", "history again",
    "history again \"nothing$(cat text)\"", "history export -o x.fit", "history export \"nothing$(cat text)\" -o x.fit",
    "history export --since 2025-01-01 -o .", "history export -o \"$(cat text)/\"",
    "status --format \"{$(cat text)}\"",
  ]

  @Test func `control characters in plans, files and arguments do not reach the terminal`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try Self.write(to: home)
      for line in Self.withoutDaemon { try await Self.expectHarmless(line, in: home) }
      try await Self.expectHarmless("show 30s", setting: "XDG_CONFIG_HOME=broken", in: home)
      // The names of folders can also contain control characters.
      for name in ["XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "XDG_DATA_DIRS", "HOME"] {
        for line in ["plans", "show nonsense", "status", "new good < label.plan"] {
          try await Self.expectHarmless(line, setting: "\(name)=\"/dev/null/$(cat text)\"", in: home)
        }
      }
    }
  }

  @Test func `control characters in the daemon's answers do not reach the terminal`() async throws {
    try await ProgramHome.with(daemon: ScriptedController(Self.answers())) { home in
      try Self.write(to: home)
      for line in [
        "status", "status --json", "status --waybar", Self.fields, "start label.plan", "start 30s --watch </dev/null",
        Self.watching, "stop", "pause", "resume", "toggle", "next", "previous", "extend 5s", "test-cues",
        "test-cues run --json", "reload",
      ] {
        try await Self.expectHarmless(line, in: home)
      }
    }
  }

  @Test(arguments: refusals)
  func `control characters in the daemon's refusals do not reach the terminal`(refusal: ControlError) async throws {
    var answers = Self.answers()
    answers.refusal = refusal
    answers.configurationError = refusal
    try await ProgramHome.with(daemon: ScriptedController(answers)) { home in
      try Self.write(to: home)
      for line in ["start label.plan", "start", "test-cues run", "reload"] {
        try await Self.expectHarmless(line, in: home)
      }
    }
  }

  /// A command line that prints every field of a status bar.
  private static let fields = "status --format '\(BarField.allCases.map { "{\($0.rawValue)}" }.joined())'"

  /// A command line that runs `watch --json` until three lines are printed.
  ///
  /// The command line removes the file `lines`, so that the next run counts its own lines.
  private static let watching = """
    watch --json > lines & watch=$!; until [ $(wc -l < lines) = 3 ]; do sleep 0.05; done; kill $watch
    cat lines; rm lines
    """

  private static let refusals: [ControlError] = [
    .alreadyRunning(status),
    .noSuchPlan(.init(name: hostile, similar: hostile, searched: [hostile])),
    .noSuchPlan(.init(name: hostile, searched: [hostile])),
    .invalidPlan(.init(message: hostile, line: 1, column: 5, hint: hostile, path: hostile, lineText: hostile)),
    .invalidConfiguration(.init(message: hostile, line: 1, column: 5, hint: hostile, path: hostile, lineText: hostile)),
    .noSuchCue(.init(word: hostile, known: [hostile])), .unusableHistory(.init(message: hostile, hint: hostile)),
    .implausibleDistance(.init(distanceM: .greatestFiniteMagnitude, elapsedMs: .min)),
  ]

  /// A status in which every text contains control characters.
  private static var status: Report.Status {
    var status = Samples.running
    let interval = Report.Interval(kind: hostile, label: hostile, goal: "5km \"\(hostile)\"", durationMs: 30_000)
    (status.title, status.planName, status.plan) = (hostile, hostile, "30s \"\(hostile)\"")
    (status.interval, status.next, status.workoutId) = (interval, interval, hostile)
    (status.distanceUnits, status.paceUnits) = (hostile, hostile)
    return status
  }

  private static func answers() -> ScriptedController.Answers {
    var summary = Samples.summary
    (summary.title, summary.plan, summary.startedAt) = (hostile, hostile, hostile)
    var answers = ScriptedController.Answers()
    answers.status = status
    answers.warnings = [hostile]
    answers.events = [
      Report.Event(event: .state, status: status),
      Report.Event(event: .cue, cue: .start, text: hostile, status: status),
      Report.Event(event: .finished, cue: .finish, text: hostile, status: Samples.idle, summary: summary),
    ]
    answers.cueTest = { _, _ in
      Report.CueTest(
        text: hostile, spoken: hostile,
        channels: [.init(channel: hostile), .init(channel: "voice", failure: hostile)])
    }
    return answers
  }

  private static func write(to home: ProgramHome) throws {
    for (name, text) in files { try home.folder.write(text, to: name) }
  }

  /// Runs a command line on a terminal and in a pipe, and checks that it prints no control characters.
  private static func expectHarmless(_ line: String, setting: String = "", in home: ProgramHome) async throws {
    try home.folder.write("\(setting) intervalctl \(line)\n", to: "line")
    for run in [try await home.terminal("sh ./line"), try await home.shell("sh ./line")] {
      #expect(!(run.output + run.messages).isEmpty, "\(setting) \(line) prints nothing")
      for text in run.output + run.messages {
        let controls = text.withoutOwnSequences.unicodeScalars.filter(\.isControl)
        #expect(controls.isEmpty, "\(setting) \(line): \(text.debugDescription)")
      }
    }
  }
}

extension String {
  /// The text without carriage returns, and without the control sequences that the program itself prints.
  ///
  /// The program prints control sequences for colours, the request for the background, erased lines and the full-screen
  /// view.
  fileprivate var withoutOwnSequences: String {
    replacing(#/\u{1B}\[(0|1(;3[125])?|(1;)?38;5;[0-9]{1,3}(;48;5;[0-9]{1,3})?)m/#, with: "")
      .replacing(#/\r(\u{1B}\[K)?/#, with: "").replacing(BackgroundReply.request, with: "")
      .replacing(#/\u{1B}\[(K|2J|[0-9]+H|\?(7|25|1049|2026)[hl])/#, with: "")
  }
}

extension Unicode.Scalar {
  /// Whether a terminal could interpret the character instead of showing it.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: value != 0x200C && value != 0x200D
    default: false
    }
  }
}
