import Glibc

/// A logind service that never suspends the machine: a template of python-dbusmock.
package struct MockLogind: Sendable {
  package let process: TestProcess
  private let bus: SystemBus

  package static let name = "org.freedesktop.login1"
  private static let path = "/org/freedesktop/login1"
  private static let interface = "\(name).Manager"

  /// Starts the service, and returns when the service owns its bus name.
  package static func start(on bus: SystemBus) async throws -> MockLogind {
    let mark = bus.monitor.mark
    let process = try await bus.processes.start(
      "python3", ["-m", "dbusmock", "--template", "logind"], environment: bus.environment)
    try await bus.monitor.owner(of: name, from: mark)
    return MockLogind(process: process, bus: bus)
  }

  /// Emits the signal that the machine is about to sleep, or that the machine has woken up.
  package func prepareForSleep(_ isBeginning: Bool) async throws {
    try await call(
      "org.freedesktop.DBus.Mock", "EmitSignal", "sssav", Self.interface, "PrepareForSleep", "b", "1", "b",
      isBeginning ? "true" : "false")
  }

  /// Waits until exactly the given locks are held; a lock is given as its purpose and its mode, such as `idle block`.
  package func awaitLocks(_ locks: String...) async throws { try await awaitLocks(locks) }

  package func awaitLocks(_ locks: [String]) async throws {
    try await withTimeLimit("the locks \(locks)") {
      while try await self.locks() != locks.sorted() { try Task.checkCancellation() }
    }
  }

  /// Returns the kinds of the held locks, sorted.
  package func locks() async throws -> [String] {
    // Each lock in `a(ssssuu) 1 "idle" "intervald" "A workout is running" "block" 1000 123456` has four strings. The
    // kind of a lock is its first and its fourth string.
    let words = try await call(Self.interface, "ListInhibitors").first?.split(separator: "\"") ?? []
    return stride(from: 1, to: words.count, by: 8).map { "\(words[$0]) \(words[$0 + 6])" }.sorted()
  }

  /// Adds a session of this user, if it does not exist, and sets its property `LockedHint`.
  package func setLockedHint(_ isLocked: Bool) async throws {
    try await addSession()
    try await call(
      at: Self.session, "org.freedesktop.DBus.Mock", "UpdateProperties", "sa{sv}", Self.sessionInterface, "1",
      "LockedHint", "b", "\(isLocked)")
  }

  /// Adds a session of this user, if it does not exist, and emits a signal of this session without arguments.
  package func signalSession(_ signal: String) async throws {
    try await addSession()
    try await call(
      at: Self.session, "org.freedesktop.DBus.Mock", "EmitSignal", "sssav", Self.sessionInterface, signal, "", "0")
  }

  private static let session = "\(path)/session/test"
  private static let sessionInterface = "\(name).Session"

  private func addSession() async throws {
    // The call fails if the session exists.
    _ = try? await call(
      "org.freedesktop.DBus.Mock", "AddObject", "ssa{sv}a(ssss)", Self.session, Self.sessionInterface, "2", "User",
      "(uo)",
      "\(geteuid())", "\(Self.path)/user/self", "LockedHint", "b", "false", "0")
  }

  /// Makes the service refuse every lock.
  package func refuseLocks() async throws {
    try await call(
      "org.freedesktop.DBus.Mock", "AddMethod", "sssss", Self.interface, "Inhibit", "ssss", "h",
      "raise dbus.exceptions.DBusException('Not for you', name='\(Self.name).Refused')")
  }

  /// Makes the service hang: SIGSTOP.
  package func hang() {
    process.send(SIGSTOP)
  }

  /// Makes the service continue after a hang: SIGCONT.
  package func resume() {
    process.send(SIGCONT)
  }

  @discardableResult
  private func call(
    at path: String = MockLogind.path, _ interface: String, _ method: String, _ arguments: String...
  ) async throws -> [String] {
    let process = try await bus.processes.start(
      "busctl", ["--address=\(bus.address)", "call", Self.name, path, interface, method] + arguments,
      environment: bus.environment)
    try await process.end()
    return process.output.elements
  }
}
