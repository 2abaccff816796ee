import ControlInterface
import TestSupport
import TestTraits
import Testing

@testable import intervalctl

/// Tests of the exact messages for invalid command lines.
@Suite(.hangLimit) struct ArgumentErrorTests {
  @Test(
    arguments: [
      ("--verison", "", ["unknown option '--verison'", "hint: did you mean '--version'?"]),
      ("-x", "", ["unknown option '-x'"]),
      ("show 30s -json", "show", ["unknown option '-json'", "hint: did you mean '--json'?"]),
      ("start --wathc tabata", "start", ["unknown option '--wathc'", "hint: did you mean '--watch'?"]),
      // The misspelled option also causes a missing value, but only the option is reported.
      ("calc --finsh 30:00", "calc", ["unknown option '--finsh'"]),
      ("solve --finish 40:00", "solve", ["unknown option '--finish'", "hint: did you mean '--time'?"]),
      ("import run.fit --format fit", "import", ["unknown option '--format'", "hint: did you mean '--type'?"]),
      ("history again --watsch", "history again", ["unknown option '--watsch'", "hint: did you mean '--watch'?"]),
      (
        "solve 5km 40:00", "solve",
        [
          "unexpected arguments '5km' and '40:00'", "hint: for time, distance and pace: intervalctl calc 5km '40:00'",
          "hint: for a run/walk plan: --distance 5km --time '40:00'",
        ]
      ),
      (
        "start --rounds 8 --work 20s --rest 10s", "start",
        [
          "unknown option '--rounds'",
          "hint: write a plan instead of options: intervalctl start '8x(20s work, 10s rest)'",
        ]
      ),
      ("start 30s --mute", "start", ["unknown option '--mute'", "hint: did you mean '--quiet'?"]),
      (
        "predict 5k 25:00 marathon", "predict",
        [
          "'5k 25:00' is the result of a race, which requires --race",
          "hint: write intervalctl predict --race '5k=25:00' marathon",
        ]
      ),
      (
        "predict half 1:45", "predict",
        [
          "'half 1:45' is the result of a race, which requires --race",
          "hint: write intervalctl predict --race 'half=1:45:00'",
        ]
      ),
      (
        "predict 5km=25:00", "predict",
        [
          "'5km=25:00' is the result of a race, which requires --race",
          "hint: write intervalctl predict --race '5km=25:00'",
        ]
      ),
      (
        "predict 25:00 5km", "predict",
        [
          "'25:00 5km' is the result of a race, which requires --race",
          "hint: write intervalctl predict --race '5km=25:00'",
          "hint: or for a mile in 25:00: intervalctl predict 25:00/mi 5km",
        ]
      ),
      ("help --foo", "help", ["unknown option '--foo'"]),
      ("notation foo", "notation", ["unexpected argument 'foo'"]),
      ("doctor all of it", "doctor", ["unexpected arguments 'all', 'of' and 'it'"]),
      (
        "extend", "extend",
        ["missing TIME", "hint: time to add, such as 30s or 1m30s, or to subtract, such as -10s"]
      ),
      ("correct", "correct", ["missing DISTANCE", "hint: distance covered so far: 4.8km, 3mi, 400mtr, half"]),
      (
        "predict", "predict",
        [
          "missing MILE", "hint: time of one fast mile, such as 9:00",
          "hint: or give the result of a race, such as --race 5km=25:00",
        ]
      ),
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
      ("start 30s --voice --quiet", "start", ["--quiet and --voice cannot be combined"]),
      ("start 30s --quiet --volume 40", "start", ["--quiet and --volume cannot be combined"]),
    ] as [(String, String, [String])])
  func `the error for an invalid command line ends with a hint about the help`(
    line: String, command: String, messages: [String]
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl \(line)")
      let help = ["intervalctl", command].filter { !$0.isEmpty }.joined(separator: " ")
      #expect(
        run
          == ProgramRun(
            status: 64, messages: ["error: \(messages[0])"] + messages.dropFirst() + ["hint: see '\(help) --help'"]))
    }
  }

  @Test(arguments: ["-V", "--version", "show -V", "history again --version"])
  func `the options -V and --version print the version, even after a command`(line: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl \(line)")
      #expect(run == ProgramRun(status: 0, output: ["intervalctl \(intervaldVersion)"]))
    }
  }

  @Test(arguments: ["", "--help", "help"])
  func `the help lists the everyday commands first`(line: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl \(line)")
      #expect(run.status == 0)
      #expect(run.output.first == "OVERVIEW: Control interval workouts.")
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
      #expect(run.status == 64)
      #expect(run.messages.count == 2)
      #expect(run.messages.first == "error: \(messages[0])")
      #expect(run.messages.last?.hasPrefix(messages[1]) == true)
    }
  }

  @Test(
    arguments: [
      (["dance"], 64, ["error: unknown command 'dance'", "hint: all commands: intervalctl --help"]),
      (["strat", "30s"], 64, ["error: unknown command 'strat'", "hint: did you mean 'start'?"]),
      (["stat"], 64, ["error: unknown command 'stat'", "hint: did you mean 'status'?"]),
      (["skip"], 64, ["error: unknown command 'skip'", "hint: did you mean 'next'?"]),
      (["quit"], 64, ["error: unknown command 'quit'", "hint: did you mean 'stop'?"]),
      (["abort"], 64, ["error: unknown command 'abort'", "hint: did you mean 'stop'?"]),
      (["begin"], 64, ["error: unknown command 'begin'", "hint: did you mean 'start'?"]),
      (["continue"], 64, ["error: unknown command 'continue'", "hint: did you mean 'resume'?"]),
      (["end"], 64, ["error: unknown command 'end'", "hint: did you mean 'stop'?"]),
      (["list"], 64, ["error: unknown command 'list'", "hint: did you mean 'plans'?"]),
      (["again"], 64, ["error: unknown command 'again'", "hint: did you mean 'history again'?"]),
      (["version"], 64, ["error: unknown command 'version'", "hint: did you mean '--version'?"]),
      (["history", "agian"], 64, ["error: unknown command 'history agian'", "hint: did you mean 'again'?"]),
      (
        ["help", "history", "agian"], 64,
        ["error: unknown command 'history agian'", "hint: did you mean 'again'?"]
      ),
      (
        ["history", "2w"], 64,
        ["error: unknown command 'history 2w'", "hint: all commands: intervalctl history --help"]
      ),
      (["plans", "rm"], 64, ["error: unknown command 'plans rm'", "hint: did you mean 'plans remove'?"]),
      (["plans", "renam"], 64, ["error: unknown command 'plans renam'", "hint: did you mean 'rename'?"]),
      (["help", "solv"], 64, ["error: unknown command 'solv'", "hint: did you mean 'solve'?"]),
      (
        ["30s", "run"], 64, ["error: unknown command '30s'", "hint: start a plan with: intervalctl start '30s run'"]
      ),
      (
        ["tabata", "40/20"], 64,
        ["error: unknown command 'tabata'", "hint: start a plan with: intervalctl start '8x(40s work, 20s rest)'"]
      ),
      (
        ["tabata"], 64,
        ["error: unknown command 'tabata'", "hint: start a plan with: intervalctl start '8x(20s work, 10s rest)'"]
      ),
      (["timer", "10m"], 64, ["error: unknown command 'timer'", "hint: did you mean 'start'?"]),
      (["lap"], 64, ["error: unknown command 'lap'", "hint: did you mean 'next'?"]),
      (["log"], 64, ["error: unknown command 'log'", "hint: did you mean 'history'?"]),
      (["ls"], 64, ["error: unknown command 'ls'", "hint: did you mean 'plans'?"]),
      (["rm"], 64, ["error: unknown command 'rm'", "hint: did you mean 'plans remove'?"]),
      (["undo"], 64, ["error: unknown command 'undo'", "hint: did you mean 'history undo'?"]),
      (["plans", "list"], 64, ["error: unknown command 'plans list'", "hint: did you mean 'plans'?"]),
      (
        ["history", "1"], 64, ["error: unknown command 'history 1'", "hint: did you mean 'history show 1'?"]
      ),
    ] as [([String], Int32, [String]?)])
  func `an unknown command never reaches the daemon`(arguments: [String], status: Int32, messages: [String]?)
    async throws
  {
    try await ProgramHome.expectRejected(arguments, status, messages)
  }

  @Test(
    arguments: [
      (["start", "--lead-in", "10s"], 66, nil),
      (["start", "--name", "a", "--text", "30s"], 64, nil),
      (
        ["start", "30s run", "--pace", "rum=10:00/mi"], 64,
        [
          "error: --pace: found 'rum', expected a kind: warmup, run, walk, jog, sprint, work, rest, recover, "
            + "cooldown or interval",
          "  rum=10:00/mi", "  ^", "hint: did you mean 'run'?",
        ]
      ),
      (
        ["extend", "ten"], 64, ["error: found 'ten', expected a time such as 10s", "  ten", "  ^"]
      ),
      (
        ["extend", "30"], 64,
        ["error: '30' has no unit", "  30", "  ^", "hint: write 30s for seconds, or 30m for minutes"]
      ),
      (
        ["extend", "-10"], 64,
        ["error: '-10' has no unit", "  -10", "  ^", "hint: write -10s for seconds, or -10m for minutes"]
      ),
      (["extend", "-1m30"], 64, ["error: '30' has no unit", "  -1m30", "     ^", "hint: write -1m30s"]),
      (
        ["extend", "-100m"], 64,
        [
          "error: '-100m' would be -100 minutes, which is -1h40m", "  -100m", "  ^", "hint: write -1h40m",
        ]
      ),
      (
        ["correct", "30s"], 64,
        [
          "error: '30s' is a time, and a distance is needed", "  30s", "  ^",
          "hint: a distance is written like 5km, 3.1mi, 400mtr or half",
        ]
      ),
      (
        ["correct", "4.8"], 64,
        [
          "error: '4.8' has no unit", "  4.8", "  ^", "hint: write 4.8km, 4.8mi or 4.8mtr",
        ]
      ),
      (["correct", "1000km"], 64, nil),
      (
        ["history", "--since", "2w", "again"], 64,
        [
          "error: --since, -n, --all, --by-program, --json and --csv cannot be combined with 'again'",
          "hint: name a workout by its number in the list: intervalctl history again 2",
        ]
      ),
      (
        ["correct", "-1km"], 64,
        [
          "error: '-1km' is negative", "  -1km", "  ^", "hint: give the whole distance covered so far, such as 4.8km",
        ]
      ),
      (
        ["calc", "5km"], 64,
        [
          "error: a distance alone gives neither time nor pace",
          "hint: add a time such as 30:00, or a pace such as 6:00/km",
        ]
      ),
      (
        ["calc", "3.1mi"], 64,
        [
          "error: a distance alone gives neither time nor pace",
          "hint: add a time such as 30:00, or a pace such as 10:00/mi",
        ]
      ),
      (
        ["splits", "half", "marathon"], 64,
        [
          "error: a distance alone gives neither time nor pace",
          "hint: add a time such as 30:00, or a pace such as 6:00/km",
        ]
      ),
      (
        ["show"], 64,
        [
          "error: no PLAN given", "hint: for example: intervalctl show '4x(30s run, 30s walk)'",
          "hint: list the plans with: intervalctl plans", "hint: see 'intervalctl show --help'",
        ]
      ),
      (
        ["start", "--lead-in", "-5s", "30s"], 64,
        ["error: --lead-in: a lead-in cannot be negative", "  -5s", "  ^", "hint: for no lead-in: --lead-in off"]
      ),
      (
        ["start", "--lead-in=-5s", "30s"], 64,
        ["error: --lead-in: a lead-in cannot be negative", "  -5s", "  ^", "hint: for no lead-in: --lead-in off"]
      ),
      (
        ["start", "30s", "--pace", "run"], 64,
        ["error: --pace: the pace of 'run' is missing", "  run", "     ^", "hint: write run=6:00/km or run=10:00/mi"]
      ),
      (
        ["start", "30s", "--pace", "6:00"], 64,
        [
          "error: --pace: '6:00' is a time, and a pace is needed", "  6:00", "  ^", "hint: write 6:00/mi or 6:00/km",
        ]
      ),
    ] as [([String], Int32, [String]?)])
  func `a command with invalid or missing arguments never reaches the daemon`(
    arguments: [String], status: Int32, messages: [String]?
  ) async throws {
    try await ProgramHome.expectRejected(arguments, status, messages)
  }
}
