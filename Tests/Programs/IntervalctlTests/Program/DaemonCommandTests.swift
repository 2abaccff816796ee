import ControlInterface
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@testable import intervalctl

/// Tests of the calls that commands make to the daemon, and of the messages if the daemon refuses a call.
@Suite(.hangLimit) struct DaemonCommandTests {
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
    (["start", "30s run", "--voice"], "start - false: voice on\n30s run"),
    (["start", "30s run", "--quiet"], "start - false: sound off\nvoice off\n30s run"),
    (["start", "30s run", "--volume", "100"], "start - false: volume 100\nvoice-volume 50\n30s run"),
    (["start", "30s run", "--volume", "40%"], "start - false: volume 40\nvoice-volume 3\n30s run"),
    (["start", "30s run", "--volume", "40"], "start - false: volume 40\nvoice-volume 3\n30s run"),
    (
      ["start", "30s run", "--volume", "150", "--voice", "--lead-in", "off"],
      "start - false: lead-in off\nvolume 150\nvoice on\nvoice-volume 60\n30s run"
    ),
    (["start", "Long-Run"], "startNamed long-run false"),
    (["start", "--name", "LONG-RUN"], "startNamed long-run false"),
    (["stop"], "stop"), (["pause"], "pause"), (["resume"], "resume"), (["toggle"], "toggle"),
    (["next"], "next false"), (["next", "--out"], "next true"), (["back"], "previous"),
    (["previous"], "previous"),
    (["extend", "30s"], "extend 30000"), (["correct", "4.8km"], "correct 4800.0"),
    (["correct", "0", "km"], "correct 0.0"), (["extend", "-10s"], "extend -10000"), (["reload"], "reload"),
  ])
  func `each command makes one call to the daemon`(arguments: [String], call: String) async throws {
    let daemon = ScriptedController(.init(warnings: ["No sound."]))
    try await ProgramHome.with(daemon: daemon) { home in
      let run = try await home.run(arguments)
      #expect(run.status == 0)
      #expect(!run.output.isEmpty)
      #expect(run.messages == (arguments[0] == "start" ? ["warning: No sound."] : []))
      #expect(await daemon.calls == [call])
    }
  }

  @Test func `options without a plan change the default plan, or otherwise the last plan`() async throws {
    let daemon = ScriptedController()
    try await ProgramHome.with(daemon: daemon) { home in
      #expect(try await home.shell("intervalctl start --voice").status == 66)
      try home.folder.write(
        #"{"plan": "1m run", "planName": null, "isNamed": false}"#, to: ".local/state/intervald/last-plan.json")
      #expect(try await home.shell("intervalctl start --voice").status == 0)
      try home.folder.write("30s run\n", to: "config/intervald/plans/usual.plan")
      try home.folder.write("default-plan usual\n", to: "config/intervald/intervald.conf")
      #expect(try await home.shell("intervalctl start --quiet").status == 0)
      #expect(
        await daemon.calls == [
          "start - false: voice on\n1m run", "start usual false: sound off\nvoice off\n30s run",
        ])
    }
  }

  @Test func `start reads a plan file, and the plan has the name of the file`() async throws {
    let daemon = ScriptedController()
    try await ProgramHome.with(daemon: daemon) { home in
      try home.folder.write("# up\n30s run\n", to: "hills.plan")
      #expect(try await home.shell("intervalctl start hills.plan").status == 0)
      #expect(try await home.shell("echo 30s | intervalctl start -").status == 0)
      #expect(await daemon.calls == ["start hills false: # up\n30s run\n", "start - false: 30s\n"])
    }
  }

  @Test func `a command that the daemon refuses is reported with a hint`() async throws {
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
    let invalid = ControlError.invalidConfiguration(
      .init(message: "no such unit", line: 2, column: 6, path: "/conf", lineText: "pace 5"))
    try await ProgramHome.with(daemon: ScriptedController(.init(configurationError: invalid))) { home in
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

  @Test func `the voice of an option also applies to the cues of the plan, but not to cues that are off`()
    async throws
  {
    let daemon = ScriptedController()
    try await ProgramHome.with(daemon: daemon) { home in
      let plan = "cue last off\ncue start sound\n30s run"
      let run = try await home.run(["start", "--text", plan, "--voice"])
      #expect(run.status == 0)
      #expect(await daemon.calls == ["start - false: voice on\ncue last off\ncue start sound voice\n30s run"])
    }
  }

  @Test func `reload prints the warnings of the daemon`() async throws {
    let warning = "The hook /bin/lamp at start does not run: no such program."
    try await ProgramHome.with(daemon: ScriptedController(.init(reloadWarnings: [warning]))) { home in
      let run = try await home.run(["reload"])
      #expect(run == ProgramRun(status: 0, output: ["Settings reloaded."], messages: ["warning: \(warning)"]))
    }
  }

  @Test func `an unknown plan that the settings do not contain is reported without a hint to the settings`()
    async throws
  {
    let refusal = ControlError.noSuchPlan(.init(name: "sunday", searched: []))
    try await ProgramHome.with(daemon: ScriptedController(.init(refusal: refusal))) { home in
      for settings in ["", "default-plan long-run\n"] {
        try home.folder.write(settings, to: "config/intervald/intervald.conf")
        #expect(
          try await home.run(["start"]).messages == [
            "error: no plan is named 'sunday'", "hint: list the plans with: intervalctl plans",
          ])
      }
    }
  }

  @Test func `start and reload report a default plan that does not exist`() async throws {
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
}
