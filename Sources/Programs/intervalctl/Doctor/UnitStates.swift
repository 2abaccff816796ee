import Subprocess
import UserFiles

/// What systemd's manager of the user knows of the daemon's units.
enum UnitStates: Equatable {
  /// There is no systemctl(1), or no manager that it could ask.
  case noManager
  /// It does not answer in time.
  case silent
  case known(socket: UnitState, service: UnitState)

  /// Whether the manager starts the daemon.
  var areThere: Bool {
    guard case .known(let socket, let service) = self else { return false }
    return socket.isLoaded || service.isLoaded
  }

  /// Reads what `systemctl show` prints of both units: a block of properties for each, with a line between them.
  init(shown text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let units = lines.split(whereSeparator: \.isEmpty).map { UnitState(shown: $0) }
    guard let socket = units.first(where: { $0.name == UnitState.socket }),
      let service = units.first(where: { $0.name == UnitState.service })
    else {
      self = .noManager
      return
    }
    self = .known(socket: socket, service: service)
  }

  /// Asks the manager of an environment, and again while a unit is on its way from one state to another, but no longer
  /// than the limit.
  ///
  /// Without the manager's own socket nobody is asked, as systemctl(1) then asks a bus and may wait for that.
  static func settled(within limit: Duration, environment: [String: String]) async -> UnitStates {
    guard let socket = try? XDGFolders(environment: environment).runtimePath("systemd/private"),
      SystemCalls.canAccess(socket)
    else { return .noManager }
    let deadline = ContinuousClock.now + limit
    while true {
      let states = await ask(within: limit)
      guard states.areChanging, .now < deadline else { return states }
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  private var areChanging: Bool {
    guard case .known(let socket, let service) = self else { return false }
    return [socket, service].contains { $0.active.hasSuffix("ing") }
  }

  private static func ask(within limit: Duration) async -> UnitStates {
    await withTaskGroup(of: UnitStates?.self) { group in
      group.addTask { await ask() }
      group.addTask {
        try? await Task.sleep(for: limit)
        return Task.isCancelled ? nil : .silent
      }
      defer { group.cancelAll() }
      return await group.next().flatMap(\.self) ?? .noManager
    }
  }

  private static func ask() async -> UnitStates {
    let show = ["--user", "show", "--property=\(UnitState.properties)", UnitState.socket, UnitState.service]
    let result = try? await Subprocess.run(
      .name("systemctl"), arguments: Arguments(show), output: .string(limit: 1 << 16), error: .discarded)
    guard let result, result.terminationStatus == .exited(0) else { return .noManager }
    return UnitStates(shown: result.standardOutput)
  }
}

/// How a unit stands: properties of org.freedesktop.systemd1(5), by their words.
struct UnitState: Equatable {
  var name = ""
  var load = ""
  var active = ""
  /// Whether it is enabled.
  var file = ""
  var result = ""
  var isOutdated = false

  static let socket = "intervald.socket"
  static let service = "intervald.service"
  static let properties = "Id,LoadState,ActiveState,UnitFileState,Result,NeedDaemonReload"

  var isLoaded: Bool { load == "loaded" }
  var isActive: Bool { active == "active" }
  var isEnabled: Bool { !["disabled", "linked", "linked-runtime", "bad", ""].contains(file) }
}

extension UnitState {
  /// Reads lines of the form `Name=value`.
  init(shown lines: some Sequence<Substring>) {
    for line in lines {
      let (name, value) = (line.prefix { $0 != "=" }, String(line.drop { $0 != "=" }.dropFirst()))
      switch name {
      case "Id": self.name = value
      case "LoadState": load = value
      case "ActiveState": active = value
      case "UnitFileState": file = value
      case "Result": result = value
      case "NeedDaemonReload": isOutdated = value == "yes"
      default: break
      }
    }
  }
}
