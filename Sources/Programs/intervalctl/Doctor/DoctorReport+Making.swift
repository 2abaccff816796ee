import Glibc
import ControlInterface
import PlanLibrary
import UserFiles

extension DoctorReport {
  /// Looks at all that the person's shell sees, and asks the daemon for the rest.
  static func make(environment: [String: String]) async -> DoctorReport {
    let socket = Result { () throws(XDGFolders.RuntimeError) in try ControlSocket(environment: environment) }
    // First, as it may start the unit.
    let answer = await DaemonAnswer.ask(socket)
    let units = await UnitStates.settled(within: .seconds(3), environment: environment)
    let ofDaemon = if case .told(_, let findings) = answer { findings } else { Wire.Finding.untold(answer) }
    return DoctorReport(
      findings: findings(socket, answer, units) + findings(in: XDGFolders(environment: environment)) + ofDaemon,
      daemonVersion: answer.version)
  }

  private static func findings(
    _ socket: Result<ControlSocket, XDGFolders.RuntimeError>, _ answer: DaemonAnswer, _ units: UnitStates
  ) -> [Wire.Finding] {
    let place = try? socket.get()
    let path = place?.path ?? ""
    let user = geteuid()
    return [
      .socket(answer, at: path, PathState(of: path), user: user, isUnit: units.areThere),
      .version(answer.version, isUnit: units.areThere), .units(units),
    ] + (place.map { [.runtimeFolder($0.folder, PathState(of: $0.folder), user: user)] } ?? [])
  }

  private static func findings(in folders: XDGFolders) -> [Wire.Finding] {
    let settings = "\(folders.configHome)/intervald"
    let state = "\(folders.stateHome)/intervald"
    let plans = folders.planFolders[0]
    return [
      .settings(
        Result { () throws(LibraryFileError) in try Configuration.read(in: folders) }, plans: PlanFolders(folders)),
      .obeyedFolder(
        "settings folder", settings, PathState(of: settings), distrust: distrust(of: settings), isWritten: false),
      .obeyedFolder("state folder", state, PathState(of: state), distrust: distrust(of: state), isWritten: true),
      .plansFolder(plans, PathState(of: plans)),
    ]
  }

  private static func distrust(of folder: String) -> FileTrustError? {
    do throws(FileTrustError) {
      try FileTrust.checkFolder(folder)
      return nil
    } catch {
      return error
    }
  }
}
