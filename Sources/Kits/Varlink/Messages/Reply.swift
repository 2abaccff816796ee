/// A reply to a call, as it travels from server to client.
package struct Reply: Equatable, Sendable {
  package var parameters: JSONValue.Object
  /// Whether further replies to the same call follow.
  package var continues: Bool
  /// The name of an error, whose parameters these are.
  package var error: String?

  package init(_ parameters: JSONValue.Object = [:], continues: Bool = false) {
    self.parameters = parameters
    self.continues = continues
    self.error = nil
  }

  /// The last reply to a call that failed.
  package init(_ error: VarlinkError) {
    self.parameters = error.parameters
    self.continues = false
    self.error = error.name
  }

  /// The parameters of a reply that is no error.
  ///
  /// - Throws: the error that this reply is.
  package func result() throws(VarlinkError) -> JSONValue.Object {
    if let error { throw VarlinkError(error, parameters) }
    return parameters
  }
}

extension Reply {
  /// Reads a reply from a message.
  ///
  /// - Throws: `TransportError` of code `malformedMessage` for what is no reply, unknown keys included.
  package init(message: [UInt8]) throws(TransportError) {
    var members = try MessageMembers(message)
    parameters = try members.take("parameters", as: \.object) ?? [:]
    continues = try members.take("continues", as: \.bool) ?? false
    error = try members.take("error", as: \.string)
    try members.finish()
  }

  /// The reply as a message without its NUL; it always contains parameters.
  package var message: [UInt8] {
    var members = [(key: "parameters", value: JSONValue.object(parameters))]
    if let error { members.append(("error", .string(error))) }
    if continues { members.append(("continues", true)) }
    return JSONValue.object(JSONValue.Object(sorting: members)).text
  }
}
