import DaemonRuntime
import TestSupport
import Testing

/// What holds for every hook, be it a child or a service.
enum HookTests {
  /// What must arrive byte for byte, though a shell or a manager would read something into it.
  static let awkward = [
    "", " ", "-n", "--", "a b", "$HOME", "${HOME}", "$$", "%h", "%%", "\\", "\"", "'", "two\nlines\n", "é 🏃", ";", "*",
  ]

  static func expectArgumentsToArrive(on bench: HookBench) async throws {
    let call = try bench.script("printf '%s\\0' \"$@\" > $folder/arguments", awkward)
    #expect(try await bench.test(call) == nil)
    let arrived = try bench.folder.read("arguments").split(separator: "\0", omittingEmptySubsequences: false)
    #expect(arrived.dropLast().map(String.init) == awkward)
  }

  static func expectEnvironmentToArrive(on bench: HookBench) async throws {
    var environment: [String: String] = [:]
    for (number, value) in awkward.enumerated() { environment["INTERVALD_\(number)"] = value }
    let call = try bench.script(
      "pwd > $folder/place; cat /proc/$$/environ > $folder/variables", environment: environment)
    #expect(try await bench.test(call) == nil)
    let variables = Set(try bench.folder.read("variables").split(separator: "\0").map(String.init))
    for (name, value) in environment { #expect(variables.contains("\(name)=\(value)")) }
    for name in ["NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "WATCHDOG_USEC"] {
      #expect(!variables.contains { $0.hasPrefix("\(name)=") })
    }
    #expect(!variables.contains("INVOCATION_ID=daemon") && !variables.contains("JOURNAL_STREAM=daemon"))
    let home = variables.first { $0.hasPrefix("HOME=") }
    #expect(home == "HOME=\(try bench.folder.read("place").dropLast())")
  }

  /// What only the daemon is meant to find in its environment.
  static let daemonsOwn = [
    "NOTIFY_SOCKET": "/nowhere", "LISTEN_FDS": "1", "LISTEN_PID": "1", "WATCHDOG_USEC": "1000",
    "INVOCATION_ID": "daemon", "JOURNAL_STREAM": "daemon",
  ]

  static func expectEndingsToBeTold(on bench: HookBench) async throws {
    for (text, failure): (String, HookFailure?) in [
      ("exit 0", nil), ("exit 3", .exited(3)), ("exit 255", .exited(255)), ("kill -TERM $$", .signalled(15)),
      ("kill -KILL $$", .signalled(9)),
    ] {
      let call = try bench.script(text)
      #expect(try await bench.test(call) == failure?.description, "\(text)")
    }
  }

  static func expectObstaclesToBeTold(on bench: HookBench) async throws {
    try bench.folder.write("#!/bin/sh\n", to: "plain", mode: 0o600)
    for (program, failure): (String, HookFailure) in [
      ("/nowhere/hook", .notFound), ("sh", .notFound), (bench.folder.path(of: "plain"), .notExecutable),
      (bench.folder.path, .notExecutable), (bench.folder.path(of: "plain/hook"), .notFound),
    ] {
      #expect(try await bench.test(HookCall(cue: "start", program: program)) == failure.description, "\(program)")
    }
    try bench.folder.write("#!/nowhere/interpreter\n", to: "broken", mode: 0o700)
    #expect(try await bench.test(HookCall(cue: "start", program: bench.folder.path(of: "broken"))) != nil)
  }

  /// For a bench with a time limit of two seconds and half a second until SIGKILL.
  static func expectTimeToBeLimited(on bench: HookBench) async throws {
    let mild = try bench.script("trap 'echo told > $folder/told; exit 0' TERM; sleep 100 & wait")
    #expect(try await bench.test(mild) == "\(HookFailure.timedOut)")
    #expect(try bench.folder.read("told") == "told\n")
    let deaf = try bench.script("trap '' TERM; echo $$ > $folder/deaf; while :; do sleep 1; done")
    let taken = try await ContinuousClock().measure {
      let outcome = try await bench.test(deaf)
      #expect(outcome == "\(HookFailure.timedOut)")
    }
    #expect(taken >= .seconds(1) && taken < .seconds(15))
  }
}
