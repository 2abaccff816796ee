import WorkoutReports

/// What was found of the daemon's units.
extension Report.Finding {
  static func units(_ states: UnitStates) -> Self {
    switch states {
    case .noManager: Self("systemd", .unused, "no user manager of systemd is there")
    case .silent:
      Self("systemd", .warning, "the user manager does not answer", remedy: "log out, and in again")
    case .known where !states.areThere && !states.hasBadUnit:
      Self("systemd", .unused, "the user manager has no unit of intervald's")
    case .known(let socket, let service):
      unusable(service) ?? unusable(socket) ?? failed(service) ?? failed(socket) ?? loaded(socket, service)
    }
  }

  /// A unit that cannot be used as it is.
  private static func unusable(_ unit: UnitState) -> Self? {
    switch unit.load {
    case "loaded": nil
    case "masked": Self("systemd", .fault, "\(unit.name) is masked", remedy: "systemctl --user unmask \(unit.name)")
    case "not-found":
      Self(
        "systemd", .fault, "there is no \(unit.name)", remedy: "install it, and then: systemctl --user daemon-reload")
    default:
      Self(
        "systemd", .fault, "\(unit.name) cannot be loaded: \(unit.load)",
        remedy: "systemd-analyze --user verify \(unit.name)")
    }
  }

  private static func failed(_ unit: UnitState) -> Self? {
    guard unit.active == "failed" else { return nil }
    let why = "see why: journalctl --user --unit \(unit.name)"
    return Self("systemd", .fault, "\(unit.name) has failed: \(unit.result)", remedy: why)
  }

  private static func loaded(_ socket: UnitState, _ service: UnitState) -> Self {
    if socket.isOutdated || service.isOutdated {
      return Self(
        "systemd", .warning, "the units have changed since they were read", remedy: "systemctl --user daemon-reload")
    }
    return switch (socket.isEnabled, socket.isActive) {
    case (true, true):
      Self(
        "systemd", .ok, "intervald.socket is enabled and listens\(service.isActive ? ", intervald.service runs" : "")")
    case (true, false):
      Self(
        "systemd", .warning, "intervald.socket is enabled and does not listen",
        remedy: "systemctl --user start intervald.socket")
    case (false, true):
      Self(
        "systemd", .warning, "intervald.socket listens, and will not after the next login",
        remedy: "systemctl --user enable intervald.socket")
    case (false, false):
      Self(
        "systemd", .warning, "intervald.socket is not enabled, so that no command starts intervald",
        remedy: "systemctl --user enable --now intervald.socket")
    }
  }
}

extension UnitStates {
  /// Whether there is a unit that cannot be used.
  fileprivate var hasBadUnit: Bool {
    guard case .known(let socket, let service) = self else { return false }
    return [socket, service].contains { !$0.isLoaded && $0.load != "not-found" }
  }
}
