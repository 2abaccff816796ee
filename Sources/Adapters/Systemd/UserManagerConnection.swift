import Concurrency
package import MessageBus
import SystemPackage
import Text
import UserFiles

/// A connection to the user's systemd instance that bypasses the session bus.
///
/// The connection shares its GLib thread with other objects, and never blocks the thread.
package actor UserManagerConnection {
  private nonisolated let thread: GLibThread
  private var connection: BusConnection?

  private static let path = "/org/freedesktop/systemd1"
  private static let interface = "org.freedesktop.systemd1.Manager"
  /// The time limit for the manager's answer to a call.
  private static let answerLimit = Duration.seconds(5)
  /// The maximum number of unread signals; a unit causes fewer than twenty signals.
  private static let maxSignals = 256

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  /// Connects to the manager that listens in a runtime folder.
  ///
  /// - Throws: `managerAbsent` if no manager listens or answers.
  package static func open(
    runtimeFolder: String, on thread: GLibThread = .shared
  ) async throws(SystemdError) -> UserManagerConnection {
    let manager = UserManagerConnection(on: thread)
    try await manager.connect(to: "\(runtimeFolder)/systemd/private")
    return manager
  }

  private init(on thread: GLibThread) {
    self.thread = thread
  }

  // The connection must be released on the GLib thread.
  isolated deinit {}

  private func connect(to socket: String) async throws(SystemdError) {
    try SystemError.wrapped(
      in: { SystemdError(.managerAbsent, errno: $0.errno.rawValue, subject: socket) }, SystemCalls.access(socket))
    do throws(BusError) {
      let connection = try await BusConnection.open(
        BusAddress.socket(socket), peer: .service, on: thread, within: Self.answerLimit)
      try await Self.awaitAnswer(on: connection)
      self.connection = connection
    } catch {
      throw SystemdError(.managerAbsent, subject: socket, reason: error.reason)
    }
  }

  /// Waits until the manager answers.
  ///
  /// A manager in another namespace accepts the connection, but does not answer calls.
  ///
  /// GDBus sends the first call directly after the authentication. If systemd 252 reads the call together with the
  /// authentication, systemd does not handle the call until more data arrives. This function therefore repeats the
  /// call, at increasing intervals.
  private static func awaitAnswer(on connection: BusConnection) async throws(BusError) {
    let ping = BusCall("Ping", of: "org.freedesktop.DBus.Peer", at: path, on: nil)
    let deadline = ContinuousClock.now + answerLimit
    var interval = Duration.milliseconds(2)
    while true {
      do throws(BusError) {
        _ = try await connection.call(ping, within: interval)
        return
      } catch {
        guard error.code == .notResponding, .now < deadline else { throw error }
        interval *= 2
      }
    }
  }

  /// Returns a variable of the environment that the manager passes to its services; nil if the variable is not set.
  ///
  /// Source: org.freedesktop.systemd1(5), the property `Environment`.
  ///
  /// - Throws: `managerSilent`.
  package func variable(_ name: String) async throws(SystemdError) -> String? {
    let question = BusCall(
      "Get", of: "org.freedesktop.DBus.Properties", at: Self.path, on: nil,
      [.string(Self.interface), .string("Environment")])
    do throws(BusError) {
      let assignments = try await connection?.call(question, within: Self.answerLimit).arguments[0]?.allStrings
      return assignments?.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
    } catch {
      throw SystemdError(.managerSilent, subject: "Environment", reason: error.reason)
    }
  }

  // MARK: - Units

  /// Starts a unit, and waits until the unit has ended.
  ///
  /// - Throws: `unitRefused`, with the manager's reason; `managerSilent` if the manager does not report the end within
  ///   the limit.
  package func run(_ unit: TransientUnit, within limit: Duration) async throws(SystemdError) -> UnitResult {
    let signals = SignalStream()
    let path = "\(Self.path)/unit/\(ObjectPath.element(unit.name, escapingFirstDigit: true))"
    connection?.subscribe(to: "PropertiesChanged", of: "org.freedesktop.DBus.Properties", at: path) {
      signals.sink.yield($0)
    }
    subscribe(signals, to: "UnitRemoved") { $0[0]?.string == unit.name }
    _ = try await send(Self.startCall(unit), about: unit.name)
    let timer = thread.after(limit) { signals.sink.finish() }
    defer { extendLifetime(timer) }
    var state = UnitState()
    for await signal in signals.stream {
      state.update(signal)
      if state.hasEnded { return state.unitResult }
    }
    throw SystemdError(.managerSilent, subject: unit.name)
  }

  /// Starts a unit, and waits until the unit has started.
  ///
  /// - Throws: `unitRefused`; `unitNotStarted`, with systemd's result; `managerSilent` if the manager does not report
  ///   the start within the limit.
  package func start(_ unit: TransientUnit, within limit: Duration) async throws(SystemdError) {
    try await start(unit.name, Self.startCall(unit), within: limit)
  }

  /// Starts an installed unit that is not active, and waits until the unit has started.
  ///
  /// Source: org.freedesktop.systemd1(5), `StartUnit`.
  ///
  /// - Throws: `unitUnknown` if the unit is not installed; `unitRefused`; `unitNotStarted`; `managerSilent`.
  package func start(unitNamed name: String, within limit: Duration) async throws(SystemdError) {
    try await start(name, Self.managerCall("StartUnit", .string(name), .string("replace")), within: limit)
  }

  private func start(_ name: String, _ call: BusCall, within limit: Duration) async throws(SystemdError) {
    let signals = SignalStream()
    subscribe(signals, to: "JobRemoved") { $0[2]?.string == name }
    let job = try await send(call, about: name)
    let timer = thread.after(limit) { signals.sink.finish() }
    defer { extendLifetime(timer) }
    for await signal in signals.stream {
      guard let job, signal.arguments[1]?.string == job else { continue }
      let result = signal.arguments[3]?.string ?? ""
      guard result == "done" else { throw SystemdError(.unitNotStarted, subject: "\(name): \(result)") }
      return
    }
    throw SystemdError(.managerSilent, subject: name)
  }

  // MARK: - Messages

  /// Signals of the manager; the stream ends when a time limit expires or the connection closes.
  private struct SignalStream {
    let stream: AsyncStream<BusSignal>
    let sink: AsyncStream<BusSignal>.Continuation

    init() {
      (stream, sink) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(maxSignals))
    }
  }

  /// Adds each signal with this name to the stream if the arguments of the signal match.
  ///
  /// The filter is necessary because a direct connection receives the signals of all units.
  private func subscribe(_ signals: SignalStream, to name: String, where matches: @escaping (VariantList) -> Bool) {
    connection?.subscribe(to: name, of: Self.interface, at: Self.path) { signal in
      if matches(signal.arguments) { signals.sink.yield(signal) }
    }
    connection?.onClose { signals.sink.finish() }
  }

  private static func managerCall(_ method: String, _ arguments: Variant...) -> BusCall {
    BusCall(method, of: interface, at: path, on: nil, arguments)
  }

  /// Sends a call that creates a job, and returns the object path of the job.
  private func send(_ call: BusCall, about unit: String) async throws(SystemdError) -> String? {
    guard let connection else { throw SystemdError(.managerAbsent, subject: unit) }
    do throws(BusError) {
      // An answer without a path matches no job, so the limit of the caller ends the wait.
      return try await connection.call(call, within: Self.answerLimit).arguments[0]?.string
    } catch {
      switch error.code {
      case .refused:
        let isUnknown = error.name == "org.freedesktop.systemd1.NoSuchUnit"
        throw SystemdError(isUnknown ? .unitUnknown : .unitRefused, subject: error.reason.isEmpty ? unit : error.reason)
      default: throw SystemdError(.managerSilent, subject: unit)
      }
    }
  }

  /// Makes the call `StartTransientUnit` of org.freedesktop.systemd1(5).
  private static func startCall(_ unit: TransientUnit) -> BusCall {
    let properties = unit.properties.map { Variant.structure([.string($0.name), .variant($0.value)]) }
    return managerCall(
      "StartTransientUnit", .string(unit.name), .string("fail"), .array(VariantList(properties), of: "(sv)"),
      .array([], of: "(sa(sv))"))
  }
}

/// The properties of a unit that the manager has reported so far.
private struct UnitState {
  private var activeState = ""
  private var job: UInt32 = 0
  private var result = ""
  private var exitCode: Int32 = 0
  private var exitStatus: Int32 = 0
  private var isRemoved = false

  /// Whether the unit has ended.
  ///
  /// A unit that waits for its start job is also inactive, but it has not ended.
  var hasEnded: Bool { isRemoved || (job == 0 && (activeState == "inactive" || activeState == "failed")) }

  var unitResult: UnitResult {
    if result == "timeout" { return .timedOut }
    switch exitCode {
    case 1: return .exited(exitStatus)  // CLD_EXITED
    case 2, 3: return .signalled(exitStatus)  // CLD_KILLED, CLD_DUMPED
    default: return .failed(result)
    }
  }

  mutating func update(_ signal: BusSignal) {
    guard signal.name == "PropertiesChanged" else {
      isRemoved = true
      return
    }
    guard let properties = signal.arguments[1]?.dictionary else { return }
    if let value = properties["ActiveState"]?.string { activeState = value }
    if let value = properties["Result"]?.string { result = value }
    if case .int32(let value)? = properties["ExecMainCode"] { exitCode = value }
    if case .int32(let value)? = properties["ExecMainStatus"] { exitStatus = value }
    if let number = properties["Job"]?.elements[0]?.uint32 { job = number }
  }
}

extension TransientUnit {
  /// The properties of the unit in D-Bus form; see systemd.service(5), systemd.exec(5).
  fileprivate var properties: [(name: String, value: Variant)] {
    var properties: [(name: String, value: Variant)] = [("Description", .string(summary))]
    switch kind {
    case .exec: properties.append(("Type", .string("exec")))
    case .forking(let processIDFile):
      properties += [("Type", .string("forking")), ("PIDFile", .string(processIDFile))]
    }
    properties += [
      ("CollectMode", .string("inactive-or-failed")),
      ("TimeoutStopUSec", .uint64(UInt64(clamping: endLimit.inMicroseconds))),
    ]
    if let timeLimit { properties.append(("RuntimeMaxUSec", .uint64(UInt64(clamping: timeLimit.inMicroseconds)))) }
    if let workingFolder { properties.append(("WorkingDirectory", .string(workingFolder))) }
    properties.append(("Environment", .strings(environment.map { "\($0)=\($1)".safeForManager })))
    // The command has three parts: the program's path, the arguments, and a flag. The first argument is the program's
    // name. Without the flag, the manager would expand `$name` in the arguments.
    let command = Variant.structure([
      .string(program), .strings([program] + arguments.map(\.safeForManager)), .strings(["no-env-expand"]),
    ])
    properties.append(("ExecStartEx", .array([command], of: "(sasas)")))
    return properties
  }
}
