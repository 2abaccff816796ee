package import JSON

/// Method call from a client to a server.
package struct Call: Equatable, Sendable {
  /// The full name of the method, such as `org.varlink.service.GetInfo`.
  package var method: String
  package var parameters: JSONValue.Object
  /// Whether the client accepts more than one reply.
  package var more: Bool
  /// Whether the client wants no reply.
  package var oneway: Bool
  /// Whether the client wants to use another protocol on the connection after the reply.
  package var upgrade: Bool

  package init(
    _ method: String, _ parameters: JSONValue.Object = [:], more: Bool = false, oneway: Bool = false,
    upgrade: Bool = false
  ) {
    self.method = method
    self.parameters = parameters
    self.more = more
    self.oneway = oneway
    self.upgrade = upgrade
  }

  /// The part of the method's name before the last dot; empty if the name has no dot.
  package var interface: String { lastDot.map { String(method[..<$0]) } ?? "" }

  /// The part of the method's name after the last dot; the whole name if it has no dot.
  package var member: String { lastDot.map { String(method[method.utf8.index(after: $0)...]) } ?? method }

  private var lastDot: String.Index? { method.utf8.lastIndex(of: UInt8(ascii: ".")) }
}

extension Call {
  /// Parses a message as a call.
  ///
  /// Absent, null and empty parameters are equivalent, and so are an absent, a null and a false flag.
  ///
  /// - Throws: `TransportError` of code `malformedMessage` if the message is not a call. The server cannot answer a
  ///   message that is not a call, and therefore closes the connection. A call is a JSON object that has no missing,
  ///   duplicate or unknown keys. Its values have the right types, and `more` and `oneway` are not both true.
  package init(message: [UInt8]) throws(TransportError) {
    var members = try MessageMembers(message)
    self.init(
      try members.take("method", as: \.string, required: true) ?? "",
      try members.take("parameters", as: \.object) ?? [:],
      more: try members.take("more", as: \.bool) ?? false,
      oneway: try members.take("oneway", as: \.bool) ?? false,
      upgrade: try members.take("upgrade", as: \.bool) ?? false)
    try members.finish()
    guard !(more && oneway) else { throw TransportError(.malformedMessage, context: "both more and oneway") }
  }

  /// The call encoded as a message, without the NUL that ends each message.
  package var message: [UInt8] {
    var members: JSONValue.Object = ["method": .string(method)]
    if !parameters.isEmpty { members["parameters"] = .object(parameters) }
    if more { members["more"] = true }
    if oneway { members["oneway"] = true }
    if upgrade { members["upgrade"] = true }
    return JSONValue.object(members).text
  }
}

/// Top-level members of a message, which are taken one after another.
struct MessageMembers {
  private var members: JSONValue.Object

  /// Parses a message.
  ///
  /// - Throws: `TransportError` of code `malformedMessage`; all methods of this type throw the same error.
  init(_ message: [UInt8]) throws(TransportError) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: message)
    } catch {
      throw TransportError(.malformedMessage, context: "not JSON: \(error)")
    }
    guard let members = value.object else {
      throw TransportError(.malformedMessage, context: "a message that is not an object")
    }
    self.members = members
  }

  /// Takes a member; nil if it is absent or null.
  mutating func take<Value>(
    _ key: String, as type: (JSONValue) -> Value?, required: Bool = false
  ) throws(TransportError) -> Value? {
    let member = members.removeValue(forKey: key) ?? .null
    guard member != .null else {
      if required { throw TransportError(.malformedMessage, context: "no \(key)") }
      return nil
    }
    guard let value = type(member) else { throw TransportError(.malformedMessage, context: "ill-typed \(key)") }
    return value
  }

  /// Throws an error if a member was not taken.
  func finish() throws(TransportError) {
    guard let key = members.first?.key else { return }
    throw TransportError(.malformedMessage, context: "unknown key \"\(String(key.unicodeScalars.prefix(40)))\"")
  }
}

/// Splits a stream of bytes into messages, each of which ends with a NUL.
///
/// The bytes arrive in pieces of any size.
package struct MessageFramer: Sendable {
  /// The maximum number of bytes of a message without its NUL: one mebibyte.
  package static let maximumLength = 1 << 20

  private var buffer: [UInt8] = []
  /// The index in `buffer` at which the next message begins.
  private var start = 0
  /// The index of the NUL of the next message; nil if the bytes before `scanned` do not contain the NUL.
  private var end: Int?
  /// The index up to which `buffer` has been searched for a NUL; no byte is searched twice.
  private var scanned = 0

  package init() {}

  /// Whether a message has begun and its NUL has not arrived; valid after `next()` has returned nil.
  package var hasPartialMessage: Bool { start < buffer.count }

  /// Whether `next()` would return a message or throw an error; if false, `next()` would return nil.
  package var hasMessage: Bool { (end ?? buffer.count) - start > Self.maximumLength || end != nil }

  /// Appends bytes.
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
    if end == nil { scan() }
  }

  /// Takes the next complete message without its NUL; nil if more bytes are needed.
  ///
  /// - Throws: `TransportError` of code `malformedMessage` if a complete or incomplete message is longer than
  ///   `maximumLength`.
  package mutating func next() throws(TransportError) -> [UInt8]? {
    guard (end ?? buffer.count) - start <= Self.maximumLength else {
      throw TransportError(.malformedMessage, context: "message longer than \(Self.maximumLength) bytes")
    }
    guard let end else {
      buffer.removeSubrange(..<start)
      scanned -= start
      start = 0
      return nil
    }
    let message = Array(buffer[start..<end])
    start = end + 1
    scanned = start
    scan()
    return message
  }

  private mutating func scan() {
    end = buffer[scanned...].firstIndex(of: 0)
    scanned = buffer.count
  }
}
