import ControlInterface
import JSON
import PlanNotation
import Varlink
import VarlinkServer
import WorkoutModel
import WorkoutReports

/// Bytes from a client or a server on the control socket: messages, calls and replies.
package enum VarlinkFuzz: FuzzTarget {
  package static let name = "varlink"

  /// Answers the calls in the same way as a connection, up to the first invalid message.
  package static func read(_ bytes: [UInt8]) async {
    var framer = MessageFramer()
    framer.append(bytes)
    while let message = try? framer.next(), let call = try? Call(message: message) {
      // Errors are ignored here, because `check` checks them.
      _ = try? await dispatcher.answer(call)
    }
  }

  package static func check(_ bytes: [UInt8]) async throws(Violation) {
    let messages = try framed([bytes[...]])
    try checkSplitting(of: bytes, into: messages)
    // A connection ends at the first invalid message. The limit of 64 messages bounds the time of the checks.
    for message in messages.prefix(64) {
      guard let value = try value(of: message) else { return }
      let call = try? Call(message: message)
      let reply = try? Reply(message: message)
      if let call { try await check(call) }
      if let reply { try check(reply) }
      guard call != nil || reply != nil else { return try check(value) }
    }
  }

  // MARK: Framing

  /// Returns the messages of a stream that arrives in pieces.
  private static func framed(_ pieces: [ArraySlice<UInt8>]) throws(Violation) -> [[UInt8]] {
    var framer = MessageFramer()
    var messages: [[UInt8]] = []
    for piece in pieces {
      framer.append(piece)
      do {
        while let message = try framer.next() { messages.append(message) }
      } catch {
        throw Violation("a message within the size limit is refused: \(error)")
      }
    }
    let last = pieces.last { !$0.isEmpty }?.last ?? 0
    try require(framer.hasPartialMessage == (last != 0), "a partial message is not detected")
    return messages
  }

  private static func checkSplitting(of bytes: [UInt8], into messages: [[UInt8]]) throws(Violation) {
    guard !bytes.isEmpty else { return }
    // The bytes determine the position of the split, so that a failure is reproducible.
    let sum = bytes.reduce(bytes.count) { $0 &* 31 &+ Int($1) }
    let middle = Int(UInt(bitPattern: sum) % UInt(bytes.count))
    let pieces =
      bytes.count > 4096
      ? [bytes[..<middle], bytes[middle...]] : bytes.indices.map { bytes[$0...$0] } + [bytes[..<0]]
    try require(try framed(pieces) == messages, "the messages depend on the pieces")
  }

  // MARK: Messages

  /// Reads a message as JSON and checks the value; nil for invalid JSON.
  private static func value(of message: [UInt8]) throws(Violation) -> JSONValue? {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: message)
    } catch {
      try require((0...message.count).contains(error.offset), "the offset of the error is outside the text: \(error)")
      return nil
    }
    try check(value)
    return value
  }

  private static func check(_ value: JSONValue) throws(Violation) {
    do {
      let readBack = try JSONValue(parsing: value.text)
      try require(readBack == value, "a JSON value is read back as another")
    } catch {
      throw Violation("a written JSON value is refused: \(error)")
    }
  }

  /// Answers a call, and checks the results or the error.
  ///
  /// Results must match the declaration of the method. The reply with an error must be readable.
  private static func check(_ call: Call) async throws(Violation) {
    do {
      try require(try Call(message: call.message) == call, "a call is read back as another: \(call)")
      guard case .single(let results) = try await dispatcher.answer(call) else { return }
      guard call.interface == WorkoutInterface.description.name else { return }
      try WorkoutInterface.description.validate(results: results, of: call.member)
    } catch let error as VarlinkError {
      try check(Reply(error))
    } catch let violation as Violation {
      throw violation
    } catch {
      throw Violation("\(call.method) failed: \(error)")
    }
  }

  private static func check(_ reply: Reply) throws(Violation) {
    do {
      try require(try Reply(message: reply.message) == reply, "a reply is read back as another: \(reply)")
    } catch {
      throw Violation("a written reply is refused: \(error)")
    }
    // Invalid parameters may cause an error, but must not cause a trap.
    if let error = reply.error {
      _ = try? ControlError(VarlinkError(error, reply.parameters))
    } else {
      let parameters = JSONValue.object(reply.parameters)
      _ = try? parameters.decoded(as: Report.Started.self)
      _ = try? parameters.decoded(as: [String: Report.Event].self)
      _ = try? parameters.decoded(as: [String: Report.Summary].self)
      _ = try? parameters.decoded(as: [String: [Report.Plan]].self)
      _ = try? parameters.decoded(as: Report.CueTest.self)
      _ = try? parameters.decoded(as: [String: [Report.Sensor]].self)
      _ = try? parameters.decoded(as: [String: Report.SensorValues].self)
    }
  }

  private static let dispatcher = Dispatcher(
    identity: ServiceIdentity(vendor: "intervald", product: "test", version: "0", url: "https://example.org"),
    interfaces: [WorkoutService(controller: IdleController())])

  package static var longTexts: [(name: String, text: [UInt8])] {
    let call = "{\"method\":\"org.intervald.Workout."
    let channels = call + "TestCue\",\"parameters\":{\"cue\":\"a\",\"channels\":["
    return [
      ("message ends", longText("\0")),
      ("empty objects", longText("{}\0")),
      ("calls", longText("{\"method\":\"org.intervald.Workout.GetStatus\"}\0")),
      ("a text", longText("a", head: call + "Start\",\"parameters\":{\"plan\":\"", tail: "\"}}\0")),
      ("a text of escapes", longText("\\u00e9", head: call + "Start\",\"parameters\":{\"plan\":\"", tail: "\"}}\0")),
      ("a text of pairs", longText("\\ud83c\\udfc3", head: "{\"method\":\"", tail: "\"}\0")),
      ("a method", longText("a.", head: "{\"method\":\"", tail: "\"}\0")),
      ("numbers", longText("1,", head: channels, tail: "1]}}\0")),
      ("words", longText("\"a\",", head: channels, tail: "\"\"]}}\0")),
      ("digits", longText("9", head: call + "Extend\",\"parameters\":{\"byMs\":", tail: "}}\0")),
      ("decimals", longText("0", head: call + "Extend\",\"parameters\":{\"byMs\":0.", tail: "1}}\0")),
      ("arrays", longText("[")),
      ("arrays, closed", longText("[]", head: "[", tail: "]\0")),
      ("many deep arrays", longText("[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]],", head: "[", tail: "1]\0")),
      ("objects", longText("{\"a\":", tail: "\0")),
      ("keys", members(head: call + "Next\",\"parameters\":{", tail: "\"out\":true}}\0")),
      ("rounds", longText("{\"number\":1},", head: "{\"parameters\":{\"status\":{\"rounds\":[", tail: "{}]}}}\0")),
      ("spaces", longText(" ", tail: "\0")),
      ("a message without an end", longText("a")),
    ] + slowUnits.flatMap(slowTexts)
  }

  /// Messages with a unit in each place where a name or a word is compared.
  private static func slowTexts(_ name: String, _ unit: String) -> [(name: String, text: [UInt8])] {
    let call = "{\"method\":\"org.intervald.Workout."
    return [
      ("a key of \(name)", longText(unit, head: call + "Next\",\"parameters\":{\"", tail: "\":1,\"a\":1}}\0")),
      ("an interface of \(name)", longText(unit, head: "{\"method\":\"", tail: ".Next\"}\0")),
      ("a method of \(name)", longText(unit, head: call, tail: "\"}\0")),
      ("a sensor of \(name)", longText(unit, head: call + "PairSensor\",\"parameters\":{\"name\":\"", tail: "\"}}\0")),
      ("a cue of \(name)", longText(unit, head: call + "TestCue\",\"parameters\":{\"cue\":\"", tail: "\"}}\0")),
      (
        "a plan of \(name)",
        longText(unit, head: call + "Start\",\"parameters\":{\"plan\":\"", tail: "\"}}\0")
      ),
      (
        "a plan name of \(name)",
        longText(unit, head: call + "Start\",\"parameters\":{\"plan\":\"1s\",\"planName\":\"", tail: "\"}}\0")
      ),
      (
        "a description of \(name)",
        longText(
          unit, head: "{\"method\":\"org.varlink.service.GetInterfaceDescription\",\"parameters\":{\"interface\":\"",
          tail: "\"}}\0")
      ),
    ]
  }

  private static func members(head: String, tail: String) -> [UInt8] {
    Array((head + (0..<5000).map { "\"k\($0)\":\($0)," }.joined() + tail).utf8)
  }
}

/// A controller without a running workout, which only checks the plans that it receives.
private struct IdleController: WorkoutController {
  func start(
    plan: String, planName: String?, session: Report.Session?, replace: Bool
  ) throws(ControlError) -> Report.Started {
    do {
      _ = try PlanFile(plan).workout(over: Settings())
    } catch {
      throw .invalidPlan(
        .init(
          message: error.message, line: error.line, column: error.column, hint: error.hint, lineText: error.lineText))
    }
    return Report.Started(status: status(), warnings: [])
  }

  func startNamed(_ name: String?, session: String?, replace: Bool) throws(ControlError) -> Report.Started {
    throw .noSuchPlan(.init(name: name ?? "", searched: []))
  }

  func stop() throws(ControlError) -> Report.Summary { throw .notRunning }
  func pause() throws(ControlError) -> Report.Status { throw .notRunning }
  func resume() throws(ControlError) -> Report.Status { throw .notRunning }
  func toggle() throws(ControlError) -> Report.Status { throw .notRunning }
  func next(out: Bool) throws(ControlError) -> Report.Status { throw .notRunning }
  func previous() throws(ControlError) -> Report.Status { throw .notRunning }

  func extend(byMilliseconds milliseconds: Int) throws(ControlError) -> Report.Status {
    var status = status()
    status.intervalRemainingMs = milliseconds
    return status
  }

  func correct(toMetres metres: Double) throws(ControlError) -> Report.Corrected { throw .notRunning }

  func status() -> Report.Status {
    Report.Status(atNs: 0, phase: .idle, distanceUnits: "km", paceUnits: "min/km", rounds: [], elapsedMs: 0)
  }

  func watch() -> any AsyncSequence<Report.Event, any Error> & Sendable {
    AsyncThrowingStream { $0.finish() }
  }
  func plans() -> [Report.Plan] { [] }
  func reload() -> [String] { [] }

  func diagnose() -> [Report.Finding] { [] }

  func sensors(searchMilliseconds: Int) -> [Report.Sensor] { [] }

  func pairSensor(_ name: String) -> Report.Sensor {
    Report.Sensor(name: name, address: "C0:00:00:00:00:01", measures: [], paired: true)
  }

  func forgetSensor(_ name: String) throws(ControlError) -> Report.Sensor {
    throw .sensorUnavailable(.init(reason: "unknownSensor", message: name, hints: []))
  }

  func testSensor(_ name: String) -> AsyncStream<Result<Report.SensorValues, ControlError>> {
    AsyncStream { $0.finish() }
  }

  func testCue(_ word: String, channels: [String]?) -> Report.CueTest {
    Report.CueTest(text: word, channels: (channels ?? []).map { Report.ChannelTest(channel: $0) })
  }
}
