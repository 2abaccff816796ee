import ControlInterface
import Glibc
import SystemPackage
import Testing
import UserFiles
import Varlink
import WorkoutReports

@testable import intervalctl

@Suite struct SocketFindingTests {
  private static let path = "/run/user/1000/intervald/control.sock"
  private static let mine = PathState(.socket(owner: 1000))
  private static let folder = PathState(.folder(owner: 1000, mode: 0o700))
  private static let answered = DaemonAnswer.answered(version: intervaldVersion, findings: [])

  private static func failed(_ code: TransportError.Code, _ context: String = "x") -> DaemonAnswer {
    .failed(TransportError(code, context: context))
  }

  @Test(
    arguments: [
      (answered, mine, false, "ok", "intervald answers at \(path)", nil),
      (
        .refused(.methodNotFound("x"), version: "0"), mine, false, "ok", "intervald answers at \(path)", nil
      ),
      (
        answered, .init(.socket(owner: 1000), writers: .others), false, "warning", "other users can connect to \(path)",
        "chmod go-w \(path)"
      ),
      (
        answered, .init(.socket(owner: 7)), false, "fault",
        "\(path) belongs to another user, with the number 7",
        "give it another name: mv -T \(path) \(path).other"
      ),
      (
        failed(.noSocket), .init(.missing), true, "fault", "intervald is not running: \(path) does not exist",
        "systemctl --user enable --now intervald.socket"
      ),
      (
        failed(.noSocket), .init(.missing), false, "fault", "intervald is not running: \(path) does not exist",
        "intervald &"
      ),
      (
        failed(.connectionRefused), mine, false, "fault", "intervald is not running: no process listens at \(path)",
        "intervald &"
      ),
      (
        failed(.timedOut), mine, true, "fault", "intervald does not respond at \(path)",
        "systemctl --user restart intervald"
      ),
      (
        failed(.timedOut), mine, false, "fault", "intervald does not respond at \(path)",
        "pkill -KILL -u 1000 -x intervald; intervald &"
      ),
      (
        failed(.disconnected), mine, true, "fault", "intervald closes the connection at \(path)",
        "read the log: journalctl --user --unit intervald"
      ),
      (
        failed(.disconnected), mine, false, "fault", "intervald closes the connection at \(path)",
        "run it in a terminal: intervald"
      ),
      (
        failed(.malformedMessage), mine, false, "fault", "the program that answers at \(path) is not intervald",
        "find the program: fuser -v \(path)"
      ),
      (
        .failed(TransportError(.system, errno: .permissionDenied, context: "connect \(path)")),
        .init(.unknown(SystemError(path, .permissionDenied))), false, "fault", "connect \(path): Permission denied",
        "check: ls -l \(path)"
      ),
      (
        .noSocket(.unset), .init(.missing), false, "fault", "XDG_RUNTIME_DIR is not set",
        Failure(XDGFolders.RuntimeError.unset).hints.first
      ),
    ] as [(DaemonAnswer, PathState, Bool, Report.VerdictWord, String, String?)])
  func `the daemon's answer and the state of the socket determine the finding about the socket`(
    answer: DaemonAnswer, state: PathState, isUnit: Bool, verdict: Report.VerdictWord, words: String, remedy: String?
  ) {
    let finding = Report.Finding.socket(
      answer, at: Self.path, state, in: Self.folder, user: 1000,
      units: isUnit ? Self.units("inactive") : .noManager)
    #expect(finding == Report.Finding("socket", verdict, words, remedy: remedy))
  }

  /// The states of the units if the socket unit has the given state.
  private static func units(_ socket: String) -> UnitStates {
    UnitStates(
      shown: "Id=intervald.socket\nLoadState=loaded\nActiveState=\(socket)\n\nId=intervald.service\nLoadState=loaded\n")
  }

  /// The states of the units if only the service is installed.
  private static let service = UnitStates(
    shown: "Id=intervald.socket\nLoadState=not-found\n\nId=intervald.service\nLoadState=loaded\n")

  @Test(
    arguments: [
      (
        .noSocket, units("active"), nil, "intervald cannot be reached: \(path) does not exist",
        "systemctl --user restart intervald.socket"
      ),
      (
        .connectionRefused, units("active"), 7, "intervald cannot be reached: no process listens at \(path)",
        "systemctl --user restart intervald.socket"
      ),
      (
        .noSocket, units("inactive"), 7, "intervald runs as process 7, but \(path) does not exist",
        "kill 7; sleep 2; systemctl --user enable --now intervald.socket"
      ),
      (
        .noSocket, .noManager, 7, "intervald runs as process 7, but \(path) does not exist",
        "kill 7; sleep 2; intervald &"
      ),
      (.noSocket, .noManager, nil, "intervald is not running: \(path) does not exist", "intervald &"),
      (.noSocket, .unresponsive, nil, "intervald is not running: \(path) does not exist", "intervald &"),
      (
        .noSocket, service, nil, "intervald is not running: \(path) does not exist",
        "systemctl --user start intervald.service"
      ),
    ] as [(TransportError.Code, UnitStates, Int32?, String, String)])
  func `the remedy for a missing socket depends on the program that should listen`(
    code: TransportError.Code, units: UnitStates, process: Int32?, words: String, remedy: String
  ) {
    let finding = Report.Finding.socket(
      Self.failed(code), at: Self.path, .init(.missing), in: Self.folder, user: 1000, units: units,
      process: process)
    #expect(finding == Report.Finding("socket", .fault, words, remedy: remedy))
  }

  @Test(
    arguments: [
      (intervaldVersion, false, "ok", "intervald and intervalctl are \(intervaldVersion)", nil),
      (
        "9.9.9", true, "warning", "intervald is version 9.9.9, but intervalctl is \(intervaldVersion)",
        "systemctl --user restart intervald"
      ),
      (
        "9.9.9", false, "warning", "intervald is version 9.9.9, but intervalctl is \(intervaldVersion)",
        "pkill -u 1000 -x intervald; intervald &"
      ),
      (nil, false, "unknown", "intervalctl is \(intervaldVersion); intervald could not be asked", nil),
    ] as [(String?, Bool, Report.VerdictWord, String, String?)])
  func `a daemon of another version causes a warning`(
    version: String?, isUnit: Bool, verdict: Report.VerdictWord, words: String, remedy: String?
  ) {
    #expect(
      Report.Finding.version(version, isUnit: isUnit, user: 1000)
        == Report.Finding("version", verdict, words, remedy: remedy))
  }

  @Test func `all findings are unknown if the daemon does not support the query`() {
    let answer = DaemonAnswer.refused(.methodNotFound("org.intervald.Workout.Diagnose"), version: "0")
    let findings = Report.Finding.unanswered(answer)
    #expect(findings.map(\.subject) == Report.Finding.subjects)
    let words = "intervald replied MethodNotFound to the query"
    #expect(findings.allSatisfy { $0.verdict == .unknown })
    #expect(findings.allSatisfy { $0.words == words })
  }
}
