import Processes
import UserFiles
import WorkoutReports

/// The states of the daemon's units in the systemd user manager.
enum UnitStates: Equatable {
  /// systemctl(1) is not installed, or no user manager is running.
  case noManager
  /// The manager does not respond in time.
  case unresponsive
  case known(socket: UnitState, service: UnitState)

  /// Whether at least one of the units is loaded.
  var areInstalled: Bool {
    guard case .known(let socket, let service) = self else { return false }
    return socket.isLoaded || service.isLoaded
  }

  /// The command that starts the daemon on this system.
  var startCommand: String {
    switch self {
    // `systemctl start` has no effect on an active unit.
    case .known where areListening: "systemctl --user restart \(UnitState.socket)"
    case .known(let socket, _) where socket.isLoaded: "systemctl --user enable --now \(UnitState.socket)"
    case .known(_, let service) where service.isLoaded: "systemctl --user start \(UnitState.service)"
    default: "intervald &"
    }
  }

  /// Whether the socket unit is active.
  var areListening: Bool {
    guard case .known(let socket, _) = self else { return false }
    return socket.isActive
  }

  /// Reads the output of `systemctl show` for both units: two blocks of properties, separated by an empty line.
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

  /// Asks the user manager for the states; while a unit is starting or stopping, asks again until the time limit.
  ///
  /// If the manager's private socket does not exist, systemctl(1) is not run, because systemctl would ask the bus and
  /// might hang.
  static func current(within limit: Duration, environment: [String: String]) async -> UnitStates {
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

  /// Asks whether the manager is about to start the daemon, or has not noticed that it ended.
  ///
  /// The closure waits until no unit is starting or stopping, but at most for the limit. The result is nil if the manager
  /// does not run the daemon.
  static func isRestarting(
    within limit: Duration, environment: [String: String]
  ) -> @Sendable () async -> Bool? {
    {
      let states = await current(within: limit, environment: environment)
      guard case .known(_, let service) = states, service.isLoaded else { return nil }
      return states.areChanging || service.isActive
    }
  }

  private var areChanging: Bool {
    guard case .known(let socket, let service) = self else { return false }
    return [socket, service].contains { $0.active.hasSuffix("ing") || $0.hasJob }
  }

  private static func ask(within limit: Duration) async -> UnitStates {
    await withTaskGroup(of: UnitStates?.self) { group in
      group.addTask { await ask() }
      group.addTask {
        try? await Task.sleep(for: limit)
        return Task.isCancelled ? nil : .unresponsive
      }
      defer { group.cancelAll() }
      return await group.next().flatMap(\.self) ?? .noManager
    }
  }

  private static func ask() async -> UnitStates {
    let show = ["--user", "show", "--property=\(UnitState.properties)", UnitState.socket, UnitState.service]
    let systemctl = ChildProgram("systemctl", show, streams: .separate, group: .shared, maxOutput: 1 << 16)
    guard let result = try? await systemctl.run(), result.status == .exited(0) else { return .noManager }
    return UnitStates(shown: String(decoding: result.output, as: UTF8.self))
  }
}

/// The properties of a unit, with the values of org.freedesktop.systemd1(5).
struct UnitState: Equatable {
  var name = ""
  var load = ""
  var active = ""
  /// The `UnitFileState`, such as `enabled` or `disabled`.
  var file = ""
  var result = ""
  var isOutdated = false
  /// Whether a start or a stop of the unit is in progress or waits; a restart is one job.
  var hasJob = false

  static let socket = "intervald.socket"
  static let service = "intervald.service"
  static let properties = "Id,LoadState,ActiveState,UnitFileState,Result,NeedDaemonReload,Job"

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
      case "Job": hasJob = !["", "0"].contains(value)
      case "NeedDaemonReload": isOutdated = value == "yes"
      default: break
      }
    }
  }
}

/// The finding about the daemon's units.
extension Report.Finding {
  static func units(_ states: UnitStates) -> Self {
    switch states {
    case .noManager: Self("systemd", .unused, "no systemd user manager is running")
    case .unresponsive:
      Self("systemd", .warning, "the user manager does not respond", remedy: "log out and in again")
    case .known where !states.areInstalled && !states.hasBadUnit:
      Self("systemd", .unused, "the units of intervald are not installed")
    case .known(let socket, let service):
      unusable(service) ?? unusable(socket) ?? failed(service) ?? failed(socket) ?? loaded(socket, service)
    }
  }

  /// The finding about a unit that cannot be loaded; nil if the unit is loaded.
  private static func unusable(_ unit: UnitState) -> Self? {
    switch unit.load {
    case "loaded": nil
    case "masked": Self("systemd", .fault, "\(unit.name) is masked", remedy: "systemctl --user unmask \(unit.name)")
    case "not-found":
      Self(
        "systemd", .fault, "\(unit.name) is not installed", remedy: "install it, then: systemctl --user daemon-reload")
    default:
      Self(
        "systemd", .fault, "\(unit.name) cannot be loaded: \(unit.load)",
        remedy: "systemd-analyze --user verify \(unit.name)")
    }
  }

  private static func failed(_ unit: UnitState) -> Self? {
    guard unit.active == "failed" else { return nil }
    let why = "read the log: journalctl --user --unit \(unit.name)"
    return Self("systemd", .fault, "\(unit.name) has failed: \(unit.result)", remedy: why)
  }

  private static func loaded(_ socket: UnitState, _ service: UnitState) -> Self {
    if socket.isOutdated || service.isOutdated {
      return Self(
        "systemd", .warning, "the units have changed since systemd loaded them",
        remedy: "systemctl --user daemon-reload")
    }
    return switch (socket.isEnabled, socket.isActive) {
    case (true, true):
      Self(
        "systemd", .ok,
        "intervald.socket is enabled and listening\(service.isActive ? ", intervald.service is running" : "")")
    case (true, false):
      Self(
        "systemd", .warning, "intervald.socket is enabled but not listening",
        remedy: "systemctl --user start intervald.socket")
    case (false, true):
      Self(
        "systemd", .warning, "intervald.socket is listening but not enabled, so it will not start at the next login",
        remedy: "systemctl --user enable intervald.socket")
    case (false, false):
      Self(
        "systemd", .warning, "intervald.socket is not enabled, so no command starts intervald",
        remedy: "systemctl --user enable --now intervald.socket")
    }
  }
}

extension UnitStates {
  /// Whether a unit is installed but cannot be loaded.
  fileprivate var hasBadUnit: Bool {
    guard case .known(let socket, let service) = self else { return false }
    return [socket, service].contains { !$0.isLoaded && $0.load != "not-found" }
  }
}
