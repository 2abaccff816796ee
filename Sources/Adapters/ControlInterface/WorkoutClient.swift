import Concurrency
import JSON
import Synchronization
package import Varlink
package import WorkoutReports

/// A client of `org.intervald.Workout`, with one function for each method of the interface.
///
/// If the daemon restarts, the client connects to the next process. A call that the old process has not read, or that
/// changes nothing, is repeated there. Therefore, each command takes effect once.
///
/// Each function throws `ControlError` if the reply is an error of this interface, and `VarlinkError` if the reply is
/// another error. Each function throws `TransportError` if the communication fails, and `CancellationError` if
/// the task is cancelled.
package final class WorkoutClient: Sendable {
  private let socket: ControlSocket
  private let timeout: Duration
  private let isRestarting: @Sendable () async -> Bool?
  /// The present connection.
  private let client: Mutex<Client>

  private init(
    _ client: Client, to socket: ControlSocket, timeout: Duration, isRestarting: @escaping @Sendable () async -> Bool?
  ) {
    self.client = Mutex(client)
    (self.socket, self.timeout, self.isRestarting) = (socket, timeout, isRestarting)
  }

  /// A time limit for connections that call `testCue`: enough for a sound, spoken words and several slow hooks.
  package static let cueTimeout = Duration.seconds(300)

  /// A time limit for connections that call the methods of sensors; each of these methods answers earlier.
  package static let sensorTimeout = Duration.seconds(60)

  /// The maximum time from the end of the daemon to the start of its next process during a restart.
  package static let restartLimit = Duration.seconds(3)
  /// The time between two attempts to connect during a restart.
  package static let restartPause = Duration.milliseconds(50)
  /// The maximum number of repetitions of a call; a daemon that ends at each start must not be started again and again.
  private static let maxRepetitions = 3

  /// Connects to the daemon's control socket.
  ///
  /// If a daemon has just ended, a restart may be in progress. The function then waits for the next process.
  ///
  /// - Parameters:
  ///   - socket: The control socket.
  ///   - timeout: The time limit of each reply.
  ///   - limit: The time limit for the start of the next process.
  ///   - isRestarting: Whether the service manager is about to start the next process; nil if this is unknown.
  /// - Returns: The client.
  /// - Throws: `TransportError`. Its code is `noSocket` or `connectionRefused` if the daemon is not running.
  package static func connect(
    to socket: ControlSocket, timeout: Duration = Client.timeout, restartingWithin limit: Duration = restartLimit,
    isRestarting: @escaping @Sendable () async -> Bool? = { nil }
  ) async throws(TransportError) -> WorkoutClient {
    let client = try await open(socket, timeout: timeout, restartingWithin: limit, isRestarting)
    return WorkoutClient(client, to: socket, timeout: timeout, isRestarting: isRestarting)
  }

  private static func open(
    _ socket: ControlSocket, timeout: Duration, restartingWithin limit: Duration,
    _ isRestarting: () async -> Bool?
  ) async throws(TransportError) -> Client {
    let deadline = ContinuousClock.now + limit
    var isLastAttempt = limit == .zero
    while true {
      do {
        return try await Client.connect(to: socket.path, timeout: timeout)
      } catch {
        guard [.noSocket, .connectionRefused].contains(error.code), !isLastAttempt, ContinuousClock.now < deadline,
          !Task.isCancelled
        else { throw error }
        // The next process may have started since the attempt, so another attempt follows a negative answer.
        isLastAttempt = await !(isRestarting() ?? socket.hasChanged(within: limit))
        if !isLastAttempt { await restartPause.elapse() }
      }
    }
  }

  /// Performs a call; if the daemon has ended, repeats the call in the next process if the call has no effect yet.
  private func perform<Result>(changesNothing: Bool, _ call: (Client) async throws -> Result) async throws -> Result {
    var repetitions = 0
    while true {
      do {
        return try await call(client.withLock { $0 })
      } catch let error as TransportError
        where error.code == .callUnread || changesNothing && error.code == .disconnected
      {
        guard repetitions < Self.maxRepetitions else { throw error }
        if repetitions > 0 { await Self.restartPause.elapse() }
        repetitions += 1
        guard
          let next = try? await Self.open(socket, timeout: timeout, restartingWithin: Self.restartLimit, isRestarting)
        else {
          throw error
        }
        client.withLock { $0 = next }
      }
    }
  }

  package func start(
    plan: String, planName: String? = nil, session: Report.Session? = nil, replace: Bool = false
  ) async throws -> Report.Started {
    try await call(
      .start, WorkoutInterface.StartParameters(plan: plan, planName: planName, replace: replace, session: session))
  }

  package func startNamed(
    _ name: String? = nil, session: String? = nil, replace: Bool = false
  ) async throws -> Report.Started {
    try await call(
      .startNamed, WorkoutInterface.StartNamedParameters(name: name, replace: replace, session: session))
  }

  package func stop() async throws -> Report.Summary {
    let result: WorkoutInterface.SummaryResult = try await call(.stop, WorkoutInterface.Nothing())
    return result.summary
  }

  package func pause() async throws -> Report.Status { try await status(.pause) }

  package func resume() async throws -> Report.Status { try await status(.resume) }

  package func toggle() async throws -> Report.Status { try await status(.toggle) }

  package func next(out: Bool = false) async throws -> Report.Status {
    try await status(.next, WorkoutInterface.NextParameters(out: out))
  }

  package func previous() async throws -> Report.Status { try await status(.previous) }

  package func extend(byMilliseconds milliseconds: Int) async throws -> Report.Status {
    try await status(.extend, WorkoutInterface.ExtendParameters(byMs: milliseconds))
  }

  package func correct(toMetres metres: Double) async throws -> Report.Corrected {
    try await call(.correct, WorkoutInterface.CorrectParameters(distanceM: metres))
  }

  package func status() async throws -> Report.Status { try await status(.getStatus) }

  /// Returns a stream of the present state and all later events.
  ///
  /// The stream ends with the process of the daemon. After this call, the connection cannot be used for other calls.
  package func watch() -> some AsyncSequence<Report.Event, any Error> & Sendable {
    client.withLock { $0 }.stream(WorkoutInterface.Method.watch.fullName).map { results in
      let result: WorkoutInterface.EventResult = try Self.decode(results, of: .watch)
      return result.event
    }
  }

  package func plans() async throws -> [Report.Plan] {
    let result: WorkoutInterface.PlansResult = try await call(.listPlans, WorkoutInterface.Nothing())
    return result.plans
  }

  /// Makes the daemon read its configuration again, and returns the warnings of the daemon.
  package func reload() async throws -> [String] {
    let result: WorkoutInterface.ReloadResult = try await call(.reload, WorkoutInterface.Nothing())
    return result.warnings ?? []
  }

  package func testCue(_ word: String, channels: [String]? = nil) async throws -> Report.CueTest {
    try await call(.testCue, WorkoutInterface.TestCueParameters(cue: word, channels: channels))
  }

  package func diagnose() async throws -> [Report.Finding] {
    let result: WorkoutInterface.DiagnosisResult = try await call(.diagnose, WorkoutInterface.Nothing())
    return result.findings
  }

  package func sensors(searchMilliseconds: Int? = nil) async throws -> [Report.Sensor] {
    let result: WorkoutInterface.SensorsResult = try await call(
      .listSensors, WorkoutInterface.ListSensorsParameters(searchMs: searchMilliseconds))
    return result.sensors
  }

  package func pairSensor(_ name: String) async throws -> Report.Sensor { try await sensor(.pairSensor, name) }

  package func forgetSensor(_ name: String) async throws -> Report.Sensor { try await sensor(.forgetSensor, name) }

  private func sensor(_ method: WorkoutInterface.Method, _ name: String) async throws -> Report.Sensor {
    let result: WorkoutInterface.SensorResult = try await call(method, WorkoutInterface.SensorParameters(name: name))
    return result.sensor
  }

  /// Passes the values of a sensor to a closure, until the sensor disconnects or the task is cancelled.
  ///
  /// After this call, the connection cannot be used for other calls.
  package func testSensor(_ name: String, _ receive: (Report.SensorValues) async throws -> Void) async throws {
    let method = WorkoutInterface.Method.testSensor
    do {
      let parameters = try JSONValue.object(encoding: WorkoutInterface.SensorParameters(name: name))
      try await perform(changesNothing: method.changesNothing) { client in
        for try await results in client.stream(method.fullName, parameters) {
          let result: WorkoutInterface.SensorValuesResult = try Self.decode(results, of: method)
          try await receive(result.values)
        }
      }
    } catch let error as VarlinkError {
      throw try ControlError(error) ?? error
    }
  }

  /// Returns the version of the daemon, by the method `org.varlink.service.GetInfo`.
  ///
  /// - Throws: `TransportError` of code `malformedMessage` if the reply lacks a version.
  package func version() async throws -> String {
    let info = try await perform(changesNothing: true) { try await $0.call("org.varlink.service.GetInfo") }
    guard let version = info["version"]?.string else {
      throw TransportError(.malformedMessage, context: "the reply to org.varlink.service.GetInfo lacks a version")
    }
    return version
  }

  private func status(
    _ method: WorkoutInterface.Method, _ parameters: some Encodable & Sendable = WorkoutInterface.Nothing()
  ) async throws -> Report.Status {
    let result: WorkoutInterface.StatusResult = try await call(method, parameters)
    return result.status
  }

  private func call<Results: Decodable>(
    _ method: WorkoutInterface.Method, _ parameters: some Encodable
  ) async throws -> Results {
    do {
      let parameters = try JSONValue.object(encoding: parameters)
      let results = try await perform(changesNothing: method.changesNothing) {
        try await $0.call(method.fullName, parameters)
      }
      return try Self.decode(results, of: method)
    } catch let error as VarlinkError {
      throw try ControlError(error) ?? error
    }
  }

  private static func decode<Results: Decodable>(
    _ results: JSONValue.Object, of method: WorkoutInterface.Method
  ) throws -> Results {
    do {
      return try JSONValue.object(results).decoded()
    } catch {
      throw TransportError(.malformedMessage, context: "the results of \(method.fullName): \(error)")
    }
  }
}
