/// A method call, as it travels from client to server.
package struct Call: Equatable, Sendable {
  /// The method with its interface, like `org.varlink.service.GetInfo`.
  package var method: String
  package var parameters: JSONValue.Object
  /// Whether the client takes more than one reply.
  package var more: Bool
  /// Whether the client wants no reply.
  package var oneway: Bool

  package init(_ method: String, _ parameters: JSONValue.Object = [:], more: Bool = false, oneway: Bool = false) {
    self.method = method
    self.parameters = parameters
    self.more = more
    self.oneway = oneway
  }

  /// What stands before the last dot of the method; empty where there is none.
  package var interface: String { lastDot.map { String(method[..<$0]) } ?? "" }

  /// What stands after the last dot of the method; all of it where there is none.
  package var member: String { lastDot.map { String(method[method.utf8.index(after: $0)...]) } ?? method }

  private var lastDot: String.Index? { method.utf8.lastIndex(of: UInt8(ascii: ".")) }
}

extension Call {
  /// Reads a call from a message.
  ///
  /// Absent, null and empty parameters are the same.
  /// - Throws: `TransportError` of code `malformedMessage` for what is no call: no JSON object, a key that is missing,
  ///   ill-typed, twice there or unknown, `more` together with `oneway`. Whoever sends that loses its connection, since
  ///   nothing it means can be answered.
  package init(message: [UInt8]) throws(TransportError) {
    var members = try MessageMembers(message)
    self.init(
      try members.take("method", as: \.string, required: true) ?? "",
      try members.take("parameters", as: \.object) ?? [:],
      more: try members.take("more", as: \.bool) ?? false,
      oneway: try members.take("oneway", as: \.bool) ?? false)
    try members.finish()
    guard !(more && oneway) else { throw TransportError(.malformedMessage, context: "both more and oneway") }
  }

  /// The call as a message, without its NUL.
  package var message: [UInt8] {
    var members: JSONValue.Object = ["method": .string(method)]
    if !parameters.isEmpty { members["parameters"] = .object(parameters) }
    if more { members["more"] = true }
    if oneway { members["oneway"] = true }
    return JSONValue.object(members).text
  }
}
