import WorkoutReports
import Varlink
import VarlinkServer
import ControlInterface

/// What a client writes into the control socket, or a server into a client's: bytes, messages, calls and replies.
package enum VarlinkFuzz: FuzzTarget {
  package static let name = "varlink"

  /// Answers the calls, as a connection does: up to the first message that is none.
  package static func read(_ bytes: [UInt8]) async {
    var framer = MessageFramer()
    framer.append(bytes)
    while let message = try? framer.next(), let call = try? Call(message: message) {
      // What a wrong call is answered is looked at below.
      _ = try? await dispatcher.answer(call)
    }
  }

  package static func check(_ bytes: [UInt8]) async throws(Violation) {
    let messages = try framed([bytes[...]])
    try checkSplitting(of: bytes, into: messages)
    // A connection ends at the first message that is none; what many of them come to takes a while to look at.
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

  /// The messages in pieces of a stream.
  private static func framed(_ pieces: [ArraySlice<UInt8>]) throws(Violation) -> [[UInt8]] {
    var framer = MessageFramer()
    var messages: [[UInt8]] = []
    for piece in pieces {
      framer.append(piece)
      do {
        while let message = try framer.next() { messages.append(message) }
      } catch {
        throw Violation("a message under the limit is refused: \(error)")
      }
    }
    let last = pieces.last { !$0.isEmpty }?.last ?? 0
    try require(framer.hasPartialMessage == (last != 0), "a message begun and not ended is told otherwise")
    return messages
  }

  private static func checkSplitting(of bytes: [UInt8], into messages: [[UInt8]]) throws(Violation) {
    guard !bytes.isEmpty else { return }
    // Where it is split is in the bytes themselves, so that the same bytes are split in the same way.
    let sum = bytes.reduce(bytes.count) { $0 &* 31 &+ Int($1) }
    let middle = Int(UInt(bitPattern: sum) % UInt(bytes.count))
    let pieces =
      bytes.count > 4096
      ? [bytes[..<middle], bytes[middle...]] : bytes.indices.map { bytes[$0...$0] } + [bytes[..<0]]
    try require(try framed(pieces) == messages, "other messages in pieces")
  }

  // MARK: Messages

  /// The message as JSON, which reads back as the same; nil for what is none.
  private static func value(of message: [UInt8]) throws(Violation) -> JSONValue? {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: message)
    } catch {
      try require((0...message.count).contains(error.offset), "an error outside the text: \(error)")
      return nil
    }
    try check(value)
    return value
  }

  private static func check(_ value: JSONValue) throws(Violation) {
    do {
      let again = try JSONValue(parsing: value.text)
      try require(again == value, "another value")
    } catch {
      throw Violation("what was written is refused: \(error)")
    }
  }

  /// A call that the interface declares is answered as it declares; any other is an error that travels.
  private static func check(_ call: Call) async throws(Violation) {
    do {
      try require(try Call(message: call.message) == call, "another call: \(call)")
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
      try require(try Reply(message: reply.message) == reply, "another reply: \(reply)")
    } catch {
      throw Violation("a reply that was written is refused: \(error)")
    }
    // What the parameters are not is an error, and no more.
    if let error = reply.error {
      _ = try? ControlError(VarlinkError(error, reply.parameters))
    } else {
      let parameters = JSONValue.object(reply.parameters)
      _ = try? parameters.decoded(as: Report.Started.self)
      _ = try? parameters.decoded(as: [String: Report.Event].self)
      _ = try? parameters.decoded(as: [String: Report.Summary].self)
      _ = try? parameters.decoded(as: [String: [Report.Plan]].self)
      _ = try? parameters.decoded(as: Report.CueTest.self)
    }
  }

  private static let dispatcher = Dispatcher(
    identity: ServiceIdentity(vendor: "intervald", product: "test", version: "0", url: "https://example.org"),
    interfaces: [WorkoutService(controller: IdleController())])

  package static var longTexts: [(name: String, text: [UInt8])] {
    let call = "{\"method\":\"org.intervald.Workout."
    let channels = call + "TestCue\",\"parameters\":{\"cue\":\"a\",\"channels\":["
    return [
      ("ends", longText("\0")),
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
      ("deep again and again", longText("[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]],", head: "[", tail: "1]\0")),
      ("objects", longText("{\"a\":", tail: "\0")),
      ("keys", members(head: call + "Next\",\"parameters\":{", tail: "\"out\":true}}\0")),
      ("rounds", longText("{\"number\":1},", head: "{\"parameters\":{\"status\":{\"rounds\":[", tail: "{}]}}}\0")),
      ("spaces", longText(" ", tail: "\0")),
      ("no end", longText("a")),
    ]
  }

  private static func members(head: String, tail: String) -> [UInt8] {
    Array((head + (0..<5000).map { "\"k\($0)\":\($0)," }.joined() + tail).utf8)
  }
}
