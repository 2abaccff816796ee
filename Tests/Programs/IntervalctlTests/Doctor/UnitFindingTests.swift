import TestSupport
import Testing
import WorkoutReports

@testable import intervalctl

@Suite struct UnitFindingTests {
  private static let unknown = "LoadState=not-found\nActiveState=inactive\nUnitFileState="
  private static let idle = "LoadState=loaded\nActiveState=inactive\nUnitFileState=indirect"
  private static let listening = "LoadState=loaded\nActiveState=active\nUnitFileState=enabled"

  private static func socket(_ active: String, _ file: String, _ more: String = "") -> String {
    "LoadState=loaded\nActiveState=\(active)\nUnitFileState=\(file)\n\(more)"
  }

  @Test(
    arguments: [
      (unknown, unknown, "unused", "the units of intervald are not installed", nil),
      (listening, idle, "ok", "intervald.socket is enabled and listening", nil),
      (
        listening, "LoadState=loaded\nActiveState=active", "ok",
        "intervald.socket is enabled and listening, intervald.service is running", nil
      ),
      (
        socket("inactive", "disabled"), idle, "warning",
        "intervald.socket is not enabled, so no command starts intervald",
        "systemctl --user enable --now intervald.socket"
      ),
      (
        socket("inactive", "enabled"), idle, "warning", "intervald.socket is enabled but not listening",
        "systemctl --user start intervald.socket"
      ),
      (
        socket("active", "disabled"), idle, "warning",
        "intervald.socket is listening but not enabled, so it will not start at the next login",
        "systemctl --user enable intervald.socket"
      ),
      (
        socket("active", "enabled", "NeedDaemonReload=yes"), idle, "warning",
        "the units have changed since systemd loaded them", "systemctl --user daemon-reload"
      ),
      (
        socket("failed", "enabled", "Result=trigger-limit-hit"), idle, "fault",
        "intervald.socket has failed: trigger-limit-hit", "read the log: journalctl --user --unit intervald.socket"
      ),
      (
        listening, "LoadState=loaded\nActiveState=failed\nResult=exit-code", "fault",
        "intervald.service has failed: exit-code", "read the log: journalctl --user --unit intervald.service"
      ),
      (
        "LoadState=masked\nActiveState=inactive", idle, "fault", "intervald.socket is masked",
        "systemctl --user unmask intervald.socket"
      ),
      (
        listening, "LoadState=bad-setting", "fault", "intervald.service cannot be loaded: bad-setting",
        "systemd-analyze --user verify intervald.service"
      ),
      (
        socket("inactive", "linked"), idle, "warning",
        "intervald.socket is not enabled, so no command starts intervald",
        "systemctl --user enable --now intervald.socket"
      ),
      (
        socket("active", "bad"), idle, "warning",
        "intervald.socket is listening but not enabled, so it will not start at the next login",
        "systemctl --user enable intervald.socket"
      ),
      (
        unknown, idle, "fault", "intervald.socket is not installed",
        "install it, then: systemctl --user daemon-reload"
      ),
    ] as [(String, String, Report.VerdictWord, String, String?)])
  func `the states of the units determine the finding about them`(
    socket: String, service: String, verdict: Report.VerdictWord, words: String, remedy: String?
  ) {
    let states = UnitStates(shown: "Id=intervald.socket\n\(socket)\n\nId=intervald.service\n\(service)\n")
    #expect(Report.Finding.units(states) == Report.Finding("systemd", verdict, words, remedy: remedy))
  }

  @Test func `a unit has a job while it is started again`() {
    let states = ["", "Job=0\n", "Job=117\n"].map {
      UnitState(shown: "ActiveState=inactive\n\($0)".split(separator: "\n"))
    }
    #expect(states.map(\.hasJob) == [false, false, true])
  }

  @Test func `a user manager without a socket counts as not running`() async throws {
    let folder = try TemporaryFolder()
    for environment in [[:], ["XDG_RUNTIME_DIR": folder.path]] {
      #expect(await UnitStates.current(within: generousLimit, environment: environment) == .noManager)
    }
  }

  @Test func `a missing user manager is not a fault, and a user manager that hangs has a remedy`() {
    #expect(
      Report.Finding.units(.noManager) == Report.Finding("systemd", .unused, "no systemd user manager is running"))
    #expect(
      Report.Finding.units(.unresponsive)
        == Report.Finding("systemd", .warning, "the user manager does not respond", remedy: "log out and in again"))
    #expect(UnitStates(shown: "garbage") == .noManager)
    #expect(!UnitStates.noManager.areInstalled)
  }
}
