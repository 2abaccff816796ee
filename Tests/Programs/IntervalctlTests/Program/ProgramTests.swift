import ControlInterface
import Subprocess
import TerminalUI
import TestSupport
import Testing
import Varlink
import WorkoutReports
import WorkoutViews

@testable import intervalctl

/// The whole program: its exit statuses, what it prints and where, to the letter.
@Suite(.timeLimit(.minutes(2))) struct ProgramTests {
  @Test func `without a daemon it says how to start one`() async throws {
    let absent = ProgramRun(
      status: 69,
      messages: [
        "error: intervald is not running",
        "hint: start it with systemd: systemctl --user enable --now intervald.socket",
        "hint: or without systemd: intervald &",
      ])
    try await ProgramHome.with(daemon: nil) { home in
      for arguments in [["status"], ["stop"], ["start", "forever", "30s"], ["watch"], ["extend", "-10s"]] {
        let run = try await home.run(arguments)
        #expect(run == absent)
      }
      let unset = try await home.run(["status"], environment: ["XDG_RUNTIME_DIR": nil])
      #expect(unset.status == 78 && unset.messages.first == "error: XDG_RUNTIME_DIR is not set")
    }
  }

  @Test func `what needs no daemon works without one`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      #expect(
        try await home.run(["plans"]).output == [
          "Name       Time  Distance  Title", "5k         open         –", "long-run  43:33   5.00 km  30/30",
        ])
      let json = try await home.run(["show", "--json", "--schedule", "30s run @2m/s, open \"x\""])
      #expect(
        json.output == [
          #"{"averagePaceMps":null,"distanceM":null,"durationMs":null,"intervals":2,"losses":null,"#
            + #""plan":"30s run @2m/s, open \"x\"","schedule":["#
            + #"{"distanceM":60.0,"durationMs":30000,"goal":"30s","kind":"run","label":null,"number":1,"rounds":[],"startMs":0},"#
            + #"{"distanceM":null,"durationMs":null,"goal":"open","kind":"interval","label":"x","number":2,"rounds":[],"startMs":30000}],"#
            + #""title":null,"truncated":false}"#
        ])
      let cues = try await home.run([
        "show", "--json", "--cues", "lead-in off\ncountdown off\ncue finish voice\n2s run",
      ])
      #expect(
        cues.output.first?.hasSuffix(
          #""cues":[{"atMs":0,"channels":["notification","sound"],"cue":"start","number":1,"spoken":null,"what":"run 2 s"},"#
            + #"{"atMs":1000,"channels":["notification"],"cue":"halfway","number":1,"spoken":null,"what":"workout"},"#
            + #"{"atMs":2000,"channels":["voice"],"cue":"finish","number":null,"spoken":"finished: two seconds","what":"0:02"}],"#
            + #""cuesTruncated":false,"distanceM":null,"durationMs":2000,"intervals":1,"losses":null,"plan":"2s run","title":null}"#
        )
          == true)
      #expect(try await home.run(["--version"]).output == [intervaldVersion])
      #expect(try await home.run(["notation"]).output == NotationScreen.lines(.plain))
    }
  }

  @Test(
    arguments: [
      (
        ["start", "4x", "30s", "run,", "30s", "walk"], 65,
        [
          "error: line 1, column 4: ambiguous repeat: only the last step of a list may repeat without "
            + "parentheses",
          "  4x 30s run, 30s walk", "     ^", "hint: write 4x(30s run, 30s walk) or 4x(30s run), 30s walk",
        ]
      ),
      (
        ["start", "until 5km (30s run)"], 65,
        [
          "error: line 1, column 12: the run has no pace, so it is unknown when the distance is reached",
          "  until 5km (30s run)", "             ^",
          "hint: write 30s run @6:00/km",
          "hint: or set it for every run, in the settings: pace run 6:00/km",
        ]
      ),
      (
        ["start", "30s rum"], 65,
        [
          "error: line 1, column 5: found 'rum', expected a kind such as run, '@', ',' or the end of the line",
          "  30s rum", "      ^", "hint: did you mean 'run'?",
        ]
      ),
      (
        ["start", ""], 65, ["error: line 1, column 1: the plan has no steps", "hint: try 4x(30s run, 30s walk)"]
      ),
      (["start", "5k"], 64, nil),
      (
        ["start", "long-rum"], 66,
        [
          "error: no plan is named 'long-rum'", "hint: did you mean 'long-run'?",
          "hint: list the plans with: intervalctl plans",
        ]
      ),
      (["show", "./no.plan"], 66, ["error: cannot read ./no.plan: No such file or directory"]),
      (
        ["show", "10x(30s run/30s walk)"], 65,
        [
          "error: line 1, column 12: found '/', expected '@', ',' or the end of the line", "  10x(30s run/30s walk)",
          "             ^", "hint: write a comma between steps: 30s run, 30s walk",
        ]
      ),
      (
        ["start", "5m", "run", "at", "10:00/mi"], 65,
        [
          "error: line 1, column 8: found 'at', expected '@', ',' or the end of the line", "  5m run at 10:00/mi",
          "         ^", "hint: write @10:00/mi",
        ]
      ),
      (["show", "/"], 66, ["error: cannot read /: Is a directory"]),
      (["start", "--lead-in", "10s"], 64, nil),
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
      (
        ["history", "--since", "2w", "again"], 64,
        [
          "error: --since, --json and --csv cannot be combined with 'again'",
          "hint: name a workout by its number in the list: intervalctl history again 2",
        ]
      ),
      (
        ["correct", "-1km"], 64,
        [
          "error: '-1km' is negative", "  -1km", "  ^", "hint: give the whole distance covered so far, such as 4.8km",
        ]
      ),
      (["plans", "rm"], 64, ["error: unknown command 'plans rm'", "hint: did you mean 'plans remove'?"]),
      (["plans", "renam"], 64, ["error: unknown command 'plans renam'", "hint: did you mean 'rename'?"]),
      (["help", "solv"], 64, ["error: unknown command 'solv'", "hint: did you mean 'solve'?"]),
      (
        ["30s", "run"], 64, ["error: unknown command '30s'", "hint: start a plan with: intervalctl start PLAN"]
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
          "hint: list the plans with: intervalctl plans", "See 'intervalctl show --help'",
        ]
      ),
      (
        ["start", "-5s run"], 65,
        ["error: a step cannot begin with '-'", "  -5s run", "  ^", "hint: write 5s run"]
      ),
      (
        ["show", "-5s", "run", "--json"], 65,
        ["error: a step cannot begin with '-'", "  -5s run", "  ^", "hint: write 5s run"]
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
  func `bad input never reaches the daemon`(arguments: [String], status: Int32, messages: [String]?) async throws {
    let daemon = ScriptedController()
    try await ProgramHome.with(daemon: daemon) { home in
      let run = try await home.run(arguments)
      #expect(run.status == status)
      #expect(run.output == [])
      if let messages { #expect(run.messages == messages) }
      #expect(run.messages.first?.hasPrefix("error: ") == true)
      #expect(await daemon.calls == [])
    }
  }

  @Test func `bad files are told with their place`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("name \"x\"\n30s rum\n", to: "wrong.plan")
      #expect(
        try await home.shell("intervalctl show wrong.plan").messages == [
          "error: wrong.plan:2:5: found 'rum', expected a kind such as run, '@', ',' or the end of the line",
          "  30s rum", "      ^", "hint: did you mean 'run'?",
        ])
      #expect(try await home.shell("head -c 70000 /dev/zero | tr '\\0' ' ' | intervalctl show -").status == 65)
      let path = try home.folder.write("pace run 10\n", to: "config/intervald/intervald.conf")
      let settings = try await home.shell("intervalctl show 30s")
      #expect(settings.status == 78)
      #expect(settings.messages.first?.hasPrefix("error: \(path):1:10: ") == true)
    }
  }

  /// The rest of what a plan must not be, each with its place and its reason.
  @Test(arguments: [
    (
      String(repeating: "2x(", count: 17) + "1s" + String(repeating: ")", count: 17), "1:49",
      "repeats are nested more than 16 deep"
    ),
    (String(repeating: "30s\n", count: 16_640), "16385:1", "the text is longer than 64 KiB"),
    ("60h, 60h", "1:1", "this takes more than 99:59:59"),
    (
      "until 5km (30s run)", "1:12",
      "the run has no pace, so it is unknown when the distance is reached"
    ),
    ("hook start \"/bin/sh\"\n30s", "1:1", "'hook' cannot be set in a plan: a plan cannot run a program"),
    ("sound run \"/x.oga\"\n30s", "1:1", "'sound run' cannot be set in a plan: a plan cannot name a file"),
    (
      "default-plan x\n30s", "1:1",
      "'default-plan' cannot be set in a plan: only intervald.conf names the default plan"
    ),
  ])
  func `a plan beyond the limits is reported with its position and the reason`(
    text: String, position: String, message: String
  )
    async throws
  {
    let daemon = ScriptedController()
    try await ProgramHome.with(daemon: daemon) { home in
      try home.folder.write(text, to: "wrong.plan")
      let run = try await home.shell("intervalctl start wrong.plan")
      #expect(run.status == 65)
      #expect(run.messages.first == "error: wrong.plan:\(position): \(message)")
      #expect(await daemon.calls == [])
    }
  }

  @Test func `what the daemon refuses is said with the remedy`() async throws {
    let busy = ScriptedController(.init(refusal: .alreadyRunning(Samples.running)))
    try await ProgramHome.with(daemon: busy) { home in
      let run = try await home.run(["start", "forever", "30s"])
      #expect(
        run
          == ProgramRun(
            status: 1,
            messages: [
              "error: a workout is running: \"30/30\", run 30 s, 32:50 left in all",
              "hint: replace it with the option --replace", "hint: or stop it with: intervalctl stop",
            ]))
    }
    let idle = ScriptedController(.init(refusal: .noSuchPlan(.init(name: "", searched: [])), isIdle: true))
    try await ProgramHome.with(daemon: idle) { home in
      for command in [["stop"], ["pause"], ["resume"], ["next"], ["back"], ["extend", "30s"]] {
        let run = try await home.run(command)
        #expect(
          run
            == ProgramRun(
              status: 1, messages: ["error: no workout is running", "hint: start one with: intervalctl start"]))
      }
      let corrected = try await home.run(["correct", "5km"])
      #expect(
        corrected
          == ProgramRun(
            status: 1,
            messages: [
              "error: no workout is running, and none is recorded",
              "hint: start one with: intervalctl start",
            ]))
      let status = try await home.run(["status"])
      #expect(status == ProgramRun(status: 0, output: ["Idle"]))
      for command in ["start", "toggle"] {
        let run = try await home.run([command])
        #expect(run.status == 66)
        #expect(
          run.messages == [
            "error: no plan given, no default plan set, and no plan started before",
            "hint: type a plan: intervalctl start '4x(30s run, 30s walk)'",
            "hint: or name one: intervalctl start NAME", "  Name       Time  Distance  Title",
            "  5k         open         –", "  long-run  43:33   5.00 km  30/30",
          ])
      }
    }
    let wrong = ControlError.invalidConfiguration(
      .init(message: "no such unit", line: 2, column: 6, path: "/conf", lineText: "pace 5"))
    try await ProgramHome.with(daemon: ScriptedController(.init(configurationError: wrong))) { home in
      let run = try await home.run(["reload"])
      #expect(
        run
          == ProgramRun(
            status: 78,
            messages: [
              "error: /conf:2:6: no such unit", "  pace 5", "       ^",
              "hint: intervald keeps its previous settings",
            ]))
    }
  }

  @Test(arguments: [
    (["start"], "startNamed - false"),
    (["start", "long-run"], "startNamed long-run false"),
    (["start", "--name", "5k", "--replace"], "startNamed 5k true"),
    (["start", "--name", "unknown"], "startNamed unknown false"),
    (["start", "forever", "30s"], "start - false: forever 30s"),
    (["start", "--text", "30s  run"], "start - false: 30s  run"),
    (["start", "30s run", "--lead-in", "off"], "start - false: lead-in off\n30s run"),
    (["start", "4x(400mtr run)", "--pace", "run=6:00/km"], "start - false: pace run 6:00/km\n4x(400mtr run)"),
    (
      ["start", "400mtr run, 1m", "--pace", "6:00/km"],
      "start - false: pace run 6:00/km\npace interval 6:00/km\n400mtr run, 1m"
    ),
    (["start", "Long-Run"], "startNamed long-run false"),
    (["start", "--name", "LONG-RUN"], "startNamed long-run false"),
    (["stop"], "stop"), (["pause"], "pause"), (["resume"], "resume"), (["toggle"], "toggle"),
    (["next"], "next false"), (["next", "--out"], "next true"), (["back"], "previous"),
    (["previous"], "previous"),
    (["extend", "30s"], "extend 30000"), (["correct", "4.8km"], "correct 4800.0"),
    (["correct", "0", "km"], "correct 0.0"), (["extend", "-10s"], "extend -10000"), (["reload"], "reload"),
  ])
  func `a command is one call`(arguments: [String], call: String) async throws {
    let daemon = ScriptedController(.init(warnings: ["No sound."]))
    try await ProgramHome.with(daemon: daemon) { home in
      let run = try await home.run(arguments)
      #expect(run.status == 0)
      #expect(!run.output.isEmpty)
      #expect(run.messages == (arguments[0] == "start" ? ["warning: No sound."] : []))
      #expect(await daemon.calls == [call])
    }
  }

  @Test func `a default plan that is not there is told where it is read and where it is wanted`() async throws {
    let refusal = ControlError.noSuchPlan(.init(name: "long-rum", similar: "long-run", searched: []))
    try await ProgramHome.with(daemon: ScriptedController(.init(refusal: refusal))) { home in
      try home.folder.write("default-plan long-rum\n", to: "config/intervald/intervald.conf")
      let messages = [
        "error: no plan is named 'long-rum'", "hint: did you mean 'long-run'?",
        "hint: list the plans with: intervalctl plans", "hint: default-plan in intervald.conf names it",
      ]
      #expect(try await home.run(["start"]) == ProgramRun(status: 66, messages: messages))
      #expect(try await home.run(["start", "--dry-run"]) == ProgramRun(status: 66, messages: messages))
      #expect(try await home.run(["start", "--name", "long-rum"]).messages.count == 3)
    }
    try await ProgramHome.with { home in
      try home.folder.write("default-plan long-rum\n", to: "config/intervald/intervald.conf")
      let path = home.folder.path(of: "config/intervald/intervald.conf")
      #expect(
        try await home.run(["reload"])
          == ProgramRun(
            status: 0, output: ["Settings reloaded."],
            messages: [
              "warning: \(path):1: default-plan names 'long-rum', which does not exist",
              "hint: did you mean 'long-run'?",
            ]))
    }
  }

  @Test func `a file is read here and named after itself`() async throws {
    let daemon = ScriptedController()
    try await ProgramHome.with(daemon: daemon) { home in
      try home.folder.write("# up\n30s run\n", to: "hills.plan")
      #expect(try await home.shell("intervalctl start hills.plan").status == 0)
      #expect(try await home.shell("echo 30s | intervalctl start -").status == 0)
      #expect(await daemon.calls == ["start hills false: # up\n30s run\n", "start - false: 30s\n"])
    }
  }

  @Test func `JSON is the interface's own, an object a line`() async throws {
    let events = [
      Report.Event(event: .state, status: Samples.running),
      Report.Event(event: .cue, cue: .paused, status: Samples.idle),
    ]
    let daemon = ScriptedController(.init(events: events))
    try await ProgramHome.with(daemon: daemon) { home in
      let status = try await home.run(["status", "--json"])
      #expect(status.output.count == 1)
      #expect(
        status.output.first?.hasPrefix(#"{"atNs":1000000000,"deadlineNs":24000000000,"distanceM":1177.5"#) == true)
      #expect(status.output.first?.contains(#""paceUnits":"min/km","pausedBy":null,"phase":"running""#) == true)
      let watch = try await home.start("intervalctl watch --json")
      _ = try await watch.output.first("the paused cue") {
        $0.hasPrefix(#"{"cue":"paused","event":"cue","status":{"atNs":0,"#)
      }
      // The connection that follows begins with the state, and nothing is said between.
      await daemon.endWatches()
      try await withTimeLimit("a second watch") {
        while watch.output.count < 4 { try await Task.sleep(for: .milliseconds(10)) }
      }
      #expect(Array(watch.output.elements[2...]) == Array(watch.output.elements[..<2]))
      #expect(watch.errors.elements == [])
    }
  }

  @Test func `a started workout is a status with warnings in JSON`() async throws {
    let daemon = ScriptedController(.init(warnings: ["No sound."]))
    try await ProgramHome.with(daemon: daemon) { home in
      let run = try await home.run(["start", "30s", "run", "--json"])
      let status = try JSONValue(encoding: Samples.running, includingNulls: true)
      var members = try #require(status.object)
      members["warnings"] = ["No sound."]
      let line = String(decoding: JSONValue.object(members).text, as: UTF8.self)
      #expect(run == ProgramRun(status: 0, output: [line]))
      #expect(run.output.first?.contains(#""planName":"#) == true)
      #expect(await daemon.calls == ["start - false: 30s run"])
    }
  }

  @Test func `a pipe that is closed is no reason to complain, and a full disk is`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let line = "{ intervalctl show 'forever 30s' --schedule; echo $? >&2; } | head -1"
      #expect(
        try await home.shell(line) == ProgramRun(status: 0, output: ["Plan     Time"], messages: ["0"]))
      let run = try await home.shell("intervalctl show 30s >/dev/full")
      #expect(run == ProgramRun(status: 74, messages: ["error: cannot write: No space left on device"]))
    }
  }
}
