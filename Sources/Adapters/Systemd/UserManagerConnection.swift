import CSystemd
import Glibc
import MessageBus

/// A connection to the user's systemd, past the session bus: an `sd_bus`.
///
/// For one thread, which every call may block, each within its limit. `@safe`: the pointer lives as long as the value
/// that owns it.
@safe
package struct UserManagerConnection: ~Copyable {
  private let bus: OpaquePointer

  private static let destination = "org.freedesktop.systemd1"
  private static let path = "/org/freedesktop/systemd1"
  /// How long the manager may take for an answer.
  private static let patience: Duration = .seconds(5)

  /// Connects to the manager that listens in a runtime folder: sd_bus_new(3), sd_bus_set_address(3), sd_bus_start(3).
  ///
  /// - Throws: `managerAbsent` where none does, or none that answers; `messageUnusable`.
  package static func open(runtimeFolder: String) throws(SystemdError) -> UserManagerConnection {
    let socket = "\(runtimeFolder)/systemd/private"
    var created: OpaquePointer?
    try unsafe check(sd_bus_new(&created), .managerAbsent, "sd_bus_new")
    guard let created = unsafe created else { throw SystemdError(.managerAbsent, subject: "sd_bus_new") }
    let connection = unsafe UserManagerConnection(owning: created)
    let address = "unix:path=\(BusAddress.escaped(socket))"
    try unsafe check(sd_bus_set_address(connection.bus, address), .managerAbsent, socket)
    try unsafe check(sd_bus_start(connection.bus), .managerAbsent, socket)
    // That the socket takes a connection does not say yet that its owner takes us: not from another namespace, for one.
    let ping = try mapped { () throws(BusError) in
      try unsafe BusMessage.call(
        on: connection.bus, destination: destination, path: path, interface: "org.freedesktop.DBus.Peer",
        member: "Ping")
    }
    let status = unsafe sd_bus_call(connection.bus, ping.message, patience.wholeMicroseconds, nil, nil)
    try check(status, .managerAbsent, socket)
    return connection
  }

  private init(owning bus: OpaquePointer) {
    unsafe self.bus = unsafe bus
  }

  deinit {
    unsafe sd_bus_close(bus)
    unsafe sd_bus_unref(bus)
  }

  /// Begins to start a unit: StartTransientUnit of org.freedesktop.systemd1(5).
  ///
  /// - Throws: `unitRefused`, with the manager's words; `messageUnusable`.
  package func start(_ unit: TransientUnit) throws(SystemdError) {
    _ = try beginStart(of: unit)
  }

  /// Starts a unit, and waits until it has started.
  ///
  /// - Throws: `unitRefused`; `unitNotStarted`, with the manager's word for why; `managerSilent` beyond the limit;
  ///   `messageUnusable`.
  package func start(_ unit: TransientUnit, within limit: Duration) throws(SystemdError) {
    try awaitEnd(ofJob: try beginStart(of: unit), for: unit.name, within: limit)
  }

  /// Starts a unit that the manager has a file of, unless it runs, and waits until it has started: StartUnit of
  /// org.freedesktop.systemd1(5).
  ///
  /// - Throws: `unitUnknown` if it has none; `unitRefused`; `unitNotStarted`; `managerSilent` beyond the limit;
  ///   `messageUnusable`.
  package func start(unitNamed name: String, within limit: Duration) throws(SystemdError) {
    let call = try Self.mapped { () throws(BusError) in
      let call = try managerCall("StartUnit")
      try call.append(name)
      try call.append("replace")
      return call
    }
    try awaitEnd(ofJob: try send(call, about: name), for: name, within: limit)
  }

  /// Returns the path of the job.
  private func beginStart(of unit: TransientUnit) throws(SystemdError) -> String {
    let call = try Self.mapped { () throws(BusError) in
      let call = try managerCall("StartTransientUnit")
      try call.append(unit.name)
      try call.append("fail")
      try call.append(array: "(sv)") { () throws(BusError) in
        try Self.appendProperties(of: unit, to: call)
      }
      try call.append(array: "(sa(sv))") { () throws(BusError) in }
      return call
    }
    return try send(call, about: unit.name)
  }

  private func managerCall(_ member: String) throws(BusError) -> BusMessage {
    try unsafe BusMessage.call(
      on: bus, destination: Self.destination, path: Self.path, interface: "\(Self.destination).Manager", member: member)
  }

  /// Asks for a job, and returns its path: sd_bus_call(3).
  private func send(_ call: borrowing BusMessage, about unit: String) throws(SystemdError) -> String {
    var error = unsafe sd_bus_error()
    defer { unsafe sd_bus_error_free(&error) }
    var reply: OpaquePointer?
    let status = unsafe sd_bus_call(bus, call.message, Self.patience.wholeMicroseconds, &error, &reply)
    guard status >= 0, let reply = unsafe reply else {
      let isUnknown = unsafe sd_bus_error_has_name(&error, "\(Self.destination).NoSuchUnit") > 0
      let words = unsafe error.message.map { unsafe String(cString: $0) } ?? ""
      throw SystemdError(
        isUnknown ? .unitUnknown : .unitRefused, errno: -status, subject: words.isEmpty ? unit : words)
    }
    return try Self.mapped { () throws(BusError) in try unsafe BusMessage(owning: reply).readPath() }
  }

  private func awaitEnd(ofJob job: String, for unit: String, within limit: Duration) throws(SystemdError) {
    let deadline = ContinuousClock.now + limit
    while true {
      let message = try nextMessage(about: unit, before: deadline)
      guard message.isSignal("\(Self.destination).Manager", "JobRemoved") else { continue }
      let ended = try Self.mapped { () throws(BusError) in
        try message.skip("u")
        let path = try message.readPath()
        try message.skip("s")
        return (job: path, result: try message.readString())
      }
      guard ended.job == job else { continue }
      let result = ended.result
      guard result == "done" else { throw SystemdError(.unitNotStarted, subject: "\(unit): \(result)") }
      return
    }
  }

  /// Waits until a unit that this connection started has ended.
  ///
  /// - Throws: `managerSilent` if that is not told within the limit; `messageUnusable`.
  package func result(of unit: TransientUnit, within limit: Duration) throws(SystemdError) -> UnitResult {
    let state = try lastState(of: unit, within: limit)
    if state.result == "timeout" { return .timedOut }
    switch state.exitCode {
    case 1: return .exited(state.exitStatus)  // CLD_EXITED
    case 2, 3: return .signalled(state.exitStatus)  // CLD_KILLED, CLD_DUMPED
    default: return .failed(state.result)
    }
  }

  /// What the manager has told of a unit.
  private struct UnitState {
    var activeState = ""
    var job: UInt32 = 0
    var result = ""
    var exitCode: CInt = 0
    var exitStatus: CInt = 0
    var isForgotten = false

    /// A unit whose job has yet to be run is inactive as well.
    var hasEnded: Bool { isForgotten || (job == 0 && (activeState == "inactive" || activeState == "failed")) }
  }

  private func lastState(of unit: TransientUnit, within limit: Duration) throws(SystemdError) -> UnitState {
    var encoded: UnsafeMutablePointer<CChar>?
    try unsafe Self.check(sd_bus_path_encode("\(Self.path)/unit", unit.name, &encoded), .managerSilent, unit.name)
    defer { unsafe free(encoded) }
    let path = unsafe encoded.map { unsafe String(cString: $0) } ?? ""
    let deadline = ContinuousClock.now + limit
    var state = UnitState()
    while !state.hasEnded {
      let message = try nextMessage(about: unit.name, before: deadline)
      try Self.mapped { () throws(BusError) in try Self.read(message, of: unit, at: path, into: &state) }
    }
    return state
  }

  /// Waits for what the manager tells next: sd_bus_process(3), sd_bus_wait(3).
  ///
  /// Signals come unasked on this kind of connection, in order, and behind the answer to what they follow from.
  private func nextMessage(
    about unit: String, before deadline: ContinuousClock.Instant
  ) throws(SystemdError) -> BusMessage {
    while true {
      var received: OpaquePointer?
      let status = unsafe sd_bus_process(bus, &received)
      try Self.check(status, .managerSilent, unit)
      if let received = unsafe received { return unsafe BusMessage(owning: received) }
      guard status == 0 else { continue }
      let left = deadline - .now
      guard left > .zero else { throw SystemdError(.managerSilent, subject: unit) }
      try unsafe Self.check(sd_bus_wait(bus, left.wholeMicroseconds), .managerSilent, unit)
    }
  }

  private static func read(
    _ message: borrowing BusMessage, of unit: TransientUnit, at path: String, into state: inout UnitState
  ) throws(BusError) {
    if message.isSignal("org.freedesktop.DBus.Properties", "PropertiesChanged"), message.path == path {
      _ = try message.readString()
      try message.readDictionary { name throws(BusError) in
        switch name {
        case "ActiveState": state.activeState = try message.readStringVariant()
        case "Result": state.result = try message.readStringVariant()
        case "ExecMainCode": state.exitCode = try message.readNumberVariant()
        case "ExecMainStatus": state.exitStatus = try message.readNumberVariant()
        case "Job": state.job = try message.readJobVariant()
        default: try message.skip("v")
        }
      }
    } else if message.isSignal("\(destination).Manager", "UnitRemoved"), try message.readString() == unit.name {
      state.isForgotten = true
    }
  }

  private static func appendProperties(
    of unit: TransientUnit, to call: borrowing BusMessage
  ) throws(BusError) {
    try call.append(property: "Description", string: unit.summary)
    switch unit.kind {
    case .exec: try call.append(property: "Type", string: "exec")
    case .forking(let processIDFile):
      try call.append(property: "Type", string: "forking")
      try call.append(property: "PIDFile", string: processIDFile)
    }
    try call.append(property: "CollectMode", string: "inactive-or-failed")
    try call.append(property: "TimeoutStopUSec", number: unit.endLimit.wholeMicroseconds)
    if let limit = unit.timeLimit {
      try call.append(property: "RuntimeMaxUSec", number: limit.wholeMicroseconds)
    }
    if let folder = unit.workingFolder { try call.append(property: "WorkingDirectory", string: folder) }
    let variables = unit.environment.map { "\($0)=\($1)" }
    try call.append(property: "Environment", strings: variables)
    // Without the flag the manager would put variables in the place of `$name` in arguments.
    try call.append(
      property: "ExecStartEx", program: unit.program, arguments: unit.arguments, flags: ["no-env-expand"])
  }

  private static func mapped<Value: ~Copyable>(_ body: () throws(BusError) -> Value) throws(SystemdError) -> Value {
    do throws(BusError) {
      return try body()
    } catch {
      throw SystemdError(.messageUnusable, errno: error.errno, subject: error.subject)
    }
  }

  private static func check(
    _ status: CInt, _ code: SystemdError.Code, _ subject: String
  ) throws(SystemdError) {
    if status < 0 { throw SystemdError(code, errno: -status, subject: subject) }
  }
}

extension Duration {
  /// As sd-bus takes times; at least zero.
  fileprivate var wholeMicroseconds: UInt64 {
    UInt64(max(components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000, 0))
  }
}
