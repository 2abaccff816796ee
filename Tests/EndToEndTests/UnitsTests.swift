import TestSupport
import TestTraits
import Testing

/// The units of one plan, which are the same in every output.
@Suite(.hangLimit) struct UnitsTests {
  /// A plan that ends after 12 s, and a plan that continues for the whole test.
  private static let plan = "until 0.15mi (1s run @60mph, 1s walk @30mph)"
  private static let longPlan = "until 150mi (1s run @60mph, 1s walk @30mph)"

  @Test(arguments: [("de_DE.UTF-8", "en_US.UTF-8"), ("en_US.UTF-8", "de_DE.UTF-8")])
  func `a plan is shown in its own units, wherever it comes from and wherever it is shown`(
    daemonLocale: String, clientLocale: String
  ) async throws {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      try desktop.folder.write("distance-units km\npace-units kph\n", to: "config/intervald/intervald.conf")
      let daemon = try await DaemonProcess.start(on: desktop, ["LC_ALL": daemonLocale])
      let file = try desktop.folder.write(Self.plan, to: "units.plan")
      let program = try BuiltProgram.path(of: "intervalctl")
      let environment = daemon.environment.merging(["LC_ALL": clientLocale]) { $1 }
      func shell(_ line: String) async throws -> String {
        let run = try await Invocation.run(
          "sh", ["-c", "PATH=${1%/*}:$PATH; \(line)", "sh", program], environment: environment)
        #expect(run.status == 0, "\(line): \(run.errors)")
        return run.output
      }

      for line in [
        "intervalctl show '\(Self.plan)'", "intervalctl show \(file)", "intervalctl show - < \(file)",
        "intervalctl new units < \(file)",
      ] {
        let output = try await shell(line)
        #expect(output.contains("Distance   0.15 mi"), "\(line): \(output)")
        #expect(output.contains("Pace       45.00 mph"), "\(line): \(output)")
      }

      let long = try await shell("intervalctl start --lead-in off '\(Self.longPlan)'")
      #expect(long.contains(", 150.00 mi, ends about "), "\(long)")
      let status = try await shell("intervalctl status")
      #expect(status.contains(" of 150.00 mi\n"), "\(status)")
      let bar = try await shell("intervalctl status --format '{distance}, {pace}, {speed}'")
      #expect(bar.contains(" mi, "), "\(bar)")
      #expect(bar.contains("0.00 mph, "), "\(bar)")
      #expect(bar.contains("0.0 mph"), "\(bar)")
      let start = try await desktop.processes.start(
        program, ["start", "--replace", "lead-in off\n\(Self.plan)", "--watch"], environment: environment)
      _ = try await start.output.first("the line of start") { $0.contains(": 0:12, 0.15 mi, ends about ") }
      let finished = try await desktop.monitor.notification("Workout finished")
      #expect(finished.body == "0:12, 0.15 mi, 45.00 mph")
      _ = try await start.output.first("the result in watch") { $0.contains("0.15 mi, 45.00 mph") }
      let history = try await shell("intervalctl history")
      #expect(history.contains("  0:12  0.15  45.00  "), "\(history)")
      // If the first workout took at least ten seconds, it is also listed, and the table has a column for "stopped".
      #expect(history.contains(#/    mi    mph  ( {9})?Workout\n/#), "\(history)")
    }
  }
}
