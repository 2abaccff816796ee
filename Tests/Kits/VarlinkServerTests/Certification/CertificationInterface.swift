import JSON
import Synchronization
import TestSupport
import Varlink

/// The interface `org.varlink.certification`, with all assertions of a certifying server.
///
/// A client gets an identifier from `Start`. It then calls each of the other methods once, in order, and passes the
/// results of the previous method. If an assertion fails, the reply is a `CertificationError`, and the certification of
/// the client ends.
final class CertificationInterface: VarlinkInterface {
  let description: InterfaceDescription
  /// The set is empty, so that the server also passes calls without `more` to Test10, which checks `more` itself.
  let streamingMethods: Set<String> = []

  private static let steps = ["Start"] + (1...11).map { $0 < 10 ? "Test0\($0)" : "Test\($0)" } + ["End"]
  private static let pi = 3.141592653589793
  private static let types: JSONValue.Object = [
    "bool": false, "int": 2, "float": .float(pi), "string": "a lot of string",
  ]
  private static let map: JSONValue = ["foo": "Foo", "bar": "Bar"]
  private static let set: JSONValue = ["one": [:], "two": [:], "three": [:]]
  private static let mytype: JSONValue.Object = [
    "object": ["method": "org.varlink.certification.Test09", "parameters": ["map": map]],
    "enum": "two",
    "struct": ["first": 1, "second": "2"],
    "array": ["one", "two", "three"],
    "dictionary": map,
    "stringset": set,
    "interface": [
      "foo": [nil, ["foo": "foo", "bar": "bar"], nil, ["one": "foo", "two": "bar"]],
      "anon": ["foo": true, "bar": false],
    ],
  ]
  private static let replies = (1...10).map { "Reply number \($0)" }

  /// The method that each client must call next; the keys are the clients' identifiers.
  private let next = Mutex<[String: String]>([:])

  /// Creates the interface from the text of its description.
  init(description: String) throws {
    self.description = try InterfaceDescription(parsing: description)
  }

  /// Whether the certification of a client is in progress.
  var isInProgress: Bool { next.withLock { !$0.isEmpty } }

  func answer(_ call: Call) throws -> Answer {
    var got = call
    guard call.member != "Start" else {
      try check(got, is: Call(call.method))
      let client = "\(UInt64.random(in: .min ... .max))"
      next.withLock { $0[client] = "Test01" }
      return .single(["client_id": .string(client)])
    }
    let client = call.parameters["client_id"]?.string ?? ""
    try advance(client, after: call)
    do {
      got.parameters["client_id"] = nil
      return try answer(got, of: client)
    } catch {
      _ = next.withLock { $0.removeValue(forKey: client) }
      throw error
    }
  }

  private func advance(_ client: String, after call: Call) throws(VarlinkError) {
    let expected = next.withLock { $0[client] }
    guard let expected else { throw VarlinkError("org.varlink.certification.ClientIdError") }
    try check(call.member == expected, call, Call("org.varlink.certification.\(expected)"))
    let following = Self.steps.drop { $0 != expected }.dropFirst().first
    next.withLock { $0[client] = following }
  }

  /// Answers a call; the parameters no longer contain the client's identifier.
  private func answer(_ call: Call, of client: String) throws(VarlinkError) -> Answer {
    switch call.member {
    case "Test01":
      try check(call, is: wanted(call))
      return .single(["bool": true])
    case "Test02":
      try check(call, is: wanted(call, ["bool": true]))
      return .single(["int": 1])
    case "Test03":
      try check(call, is: wanted(call, ["int": 1]))
      return .single(["float": 1.0])
    case "Test04":
      try check(number(call, "float") == 1, call, wanted(call, ["float": 1.0]))
      return .single(["string": "ping"])
    case "Test05":
      try check(call, is: wanted(call, ["string": "ping"]))
      return .single(Self.types)
    case "Test06":
      try check(call, is: wanted(call, Self.types))
      return .single(["struct": .object(Self.types)])
    case "Test07":
      try check(call, is: wanted(call, ["struct": .object(Self.types)]))
      return .single(["map": Self.map])
    case "Test08":
      try check(call, is: wanted(call, ["map": Self.map]))
      return .single(["set": Self.set])
    case "Test09":
      try check(call, is: wanted(call, ["set": Self.set]))
      return .single(["mytype": .object(Self.mytype)])
    case "Test10":
      var want = wanted(call, ["mytype": .object(Self.mytype)])
      want.more = true
      // A null member and an absent member are equivalent.
      var got = call
      if let given = call.parameters["mytype"]?.object {
        got.parameters["mytype"] = .object(given.filter { !$0.key.hasPrefix("nullable") || $0.value != .null })
      }
      try check(got, is: want)
      let last = Self.replies.count - 1
      return .stream(
        AsyncThrowingStream { continuation in
          for (number, text) in Self.replies.enumerated() {
            continuation.yield(EncodedReply(Reply(["string": .string(text)], continues: number < last)))
          }
          continuation.finish()
        })
    case "Test11":
      var want = wanted(call, ["last_more_replies": .array(Self.replies.map { .string($0) })])
      want.oneway = true
      try check(call, is: want)
      return .single([:])
    default:
      try check(call, is: wanted(call))
      next.withLock { $0[client] = nil }
      return .single(["all_ok": true])
    }
  }

  private func wanted(_ call: Call, _ parameters: JSONValue.Object = [:]) -> Call {
    Call(call.method, parameters)
  }

  private func number(_ call: Call, _ name: String) -> Double? {
    switch call.parameters[name] {
    case .int(let value): Double(value)
    case .float(let value): value
    default: nil
    }
  }

  private func check(_ got: Call, is want: Call) throws(VarlinkError) {
    try check(got == want, got, want)
  }

  private func check(_ isCorrect: Bool, _ got: Call, _ want: Call) throws(VarlinkError) {
    guard !isCorrect else { return }
    throw VarlinkError(
      "org.varlink.certification.CertificationError", ["wants": Self.json(want), "got": Self.json(got)])
  }

  private static func json(_ call: Call) -> JSONValue {
    [
      "method": .string(call.method), "parameters": .object(call.parameters), "more": .bool(call.more),
      "oneway": .bool(call.oneway),
    ]
  }
}
