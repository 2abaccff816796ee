import ControlInterface
import TestSupport
import Testing

@testable import intervalctl

/// Wrong command lines, to the letter.
@Suite(.timeLimit(.minutes(2))) struct ArgumentErrorTests {
  @Test(
    arguments: [
      ("--verison", "", ["unknown option '--verison'", "hint: did you mean '--version'?"]),
      ("-x", "", ["unknown option '-x'"]),
      ("show 30s -json", "show", ["unknown option '-json'", "hint: did you mean '--json'?"]),
      ("start --wathc tabata", "start", ["unknown option '--wathc'", "hint: did you mean '--watch'?"]),
      // This is why there is too little to calculate.
      ("calc --finsh 30:00", "calc", ["unknown option '--finsh'"]),
      ("solve --finish 40:00", "solve", ["unknown option '--finish'", "hint: did you mean '--time'?"]),
      ("import run.fit --format fit", "import", ["unknown option '--format'", "hint: did you mean '--type'?"]),
      ("history again --watsch", "history again", ["unknown option '--watsch'", "hint: did you mean '--watch'?"]),
      ("help --foo", "help", ["unknown option '--foo'"]),
      ("notation foo", "notation", ["unexpected argument 'foo'"]),
      ("doctor all of it", "doctor", ["unexpected arguments 'all', 'of' and 'it'"]),
      (
        "extend", "extend",
        ["missing TIME", "hint: time to add, such as 30s or 1m30s, or to subtract, such as -10s"]
      ),
      ("correct", "correct", ["missing DISTANCE", "hint: distance covered so far: 4.8km, 3mi, 400mtr, half"]),
      ("predict", "predict", ["missing MILE", "hint: time of one fast mile, such as 9:00"]),
      (
        "calc 5km --time", "calc",
        ["option '--time' requires a value", "hint: time: 30m, 1:05:00, 4h30"]
      ),
      ("pause --json=yes", "pause", ["option '--json' takes no value: 'yes'"]),
      ("start --watch '-5s run'", "start", ["'-5s run' is negative", "hint: write 5s run"]),
      ("render 30s --for -5s", "render", ["--for: '-5s' is negative", "hint: write 5s"]),
      ("calc 5km --time -30:00", "calc", ["--time: '-30:00' is negative", "hint: write 30:00"]),
      ("calc -5km 30:00", "calc", ["'-5km' is negative", "hint: write 5km"]),
      ("history again -1", "history again", ["'-1' is negative", "hint: write 1"]),
      ("extend -10s --jsno", "extend", ["unknown option '--jsno'", "hint: did you mean '--json'?"]),
      ("--generate-completion-script tcsh", "", ["no completions for 'tcsh'", "hint: write bash, fish or zsh"]),
      ("status --json --waybar", "status", ["--json and --waybar cannot be combined"]),
    ] as [(String, String, [String])])
  func `a wrong command line is reported with a hint and the help to read`(
    line: String, command: String, messages: [String]
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl \(line)")
      let help = ["intervalctl", command].filter { !$0.isEmpty }.joined(separator: " ")
      #expect(
        run
          == ProgramRun(
            status: 64, messages: ["error: \(messages[0])"] + messages.dropFirst() + ["See '\(help) --help'"]))
    }
  }

  @Test(arguments: ["-V", "--version", "show -V", "history again --version"])
  func `the version is shown wherever it is asked for`(line: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl \(line)")
      #expect(run == ProgramRun(status: 0, output: [intervaldVersion]))
    }
  }

  @Test(arguments: ["", "--help", "help"])
  func `the help has the everyday commands first`(line: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl \(line)")
      #expect(run.status == 0 && run.output.first == "OVERVIEW: Control interval workouts.")
      let index = try #require(run.output.firstIndex { $0.hasSuffix("SUBCOMMANDS:") })
      #expect(
        run.output[index...].prefix(9).map { $0.split(separator: " ").first ?? "" } == [
          "EVERYDAY", "start", "stop", "pause", "resume", "next", "status", "watch", "plans",
        ])
      #expect(run.output.contains("  back, previous          Go back to the start of the interval."))
    }
  }

  @Test(
    arguments: [
      ("test-cues beep", ["unknown cue 'beep'", "hint: use one of warmup, run, walk, jog, sprint, work, rest, "]),
      ("test-cues halfwya", ["unknown cue 'halfwya'", "hint: did you mean 'halfway'?"]),
      ("test-cues --channel voise", ["unknown channel 'voise'", "hint: did you mean 'voice'?"]),
      (
        "test-cues --channel smell",
        ["unknown channel 'smell'", "hint: use one of notification, sound, voice, hook"]
      ),
    ] as [(String, [String])])
  func `an unknown cue or channel is reported without a daemon`(line: String, messages: [String]) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl \(line)")
      #expect(run.status == 64 && run.messages.count == 2)
      #expect(run.messages.first == "error: \(messages[0])")
      #expect(run.messages.last?.hasPrefix(messages[1]) == true)
    }
  }
}
