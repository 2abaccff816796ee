package import JSON

/// Reply to a call, from a server to a client.
package struct Reply: Equatable, Sendable {
  package var parameters: JSONValue.Object
  /// Whether further replies to the same call follow.
  package var continues: Bool
  /// The name of the error; nil if the reply is a result.
  package var error: String?

  package init(_ parameters: JSONValue.Object = [:], continues: Bool = false) {
    self.parameters = parameters
    self.continues = continues
    self.error = nil
  }

  /// Makes the last reply to a call that failed.
  package init(_ error: VarlinkError) {
    self.parameters = error.parameters
    self.continues = false
    self.error = error.name
  }

  /// The parameters of a result.
  ///
  /// - Throws: The error if the reply is an error.
  package func result() throws(VarlinkError) -> JSONValue.Object {
    if let error { throw VarlinkError(error, parameters) }
    return parameters
  }
}

extension Reply {
  /// Parses a message as a reply.
  ///
  /// - Throws: `TransportError` of code `malformedMessage` if the message is not a reply or has unknown keys.
  package init(message: [UInt8]) throws(TransportError) {
    var members = try MessageMembers(message)
    parameters = try members.take("parameters", as: \.object) ?? [:]
    continues = try members.take("continues", as: \.bool) ?? false
    error = try members.take("error", as: \.string)
    try members.finish()
  }

  /// The reply as a message without its NUL; the message always contains parameters.
  package var message: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(1024)
    text.append(contentsOf: (continues ? "{\"continues\":true," : "{").utf8)
    if let error {
      text.append(contentsOf: "\"error\":".utf8)
      JSONValue.string(error).write(to: &text)
      text.append(UInt8(ascii: ","))
    }
    text.append(contentsOf: "\"parameters\":".utf8)
    JSONValue.object(parameters).write(to: &text)
    text.append(UInt8(ascii: "}"))
    return text
  }
}

/// Reply as a message, so that the same bytes can be sent to many clients.
package struct EncodedReply: Sendable {
  /// The message with its NUL.
  package let bytes: [UInt8]
  /// Whether further replies to the same call follow.
  package let continues: Bool

  package init(_ reply: Reply) {
    var bytes = reply.message
    bytes.append(0)
    self.bytes = bytes
    continues = reply.continues
  }
}

/// Error that a method replies with instead of a result.
package struct VarlinkError: Error, Equatable, Sendable {
  /// The full name of the error, such as `org.varlink.service.MethodNotFound`.
  package let name: String
  package let parameters: JSONValue.Object

  package init(_ name: String, _ parameters: JSONValue.Object = [:]) {
    self.name = name
    self.parameters = parameters
  }
}

/// Errors of `org.varlink.service`, with which every service may reply.
extension VarlinkError {
  package static func interfaceNotFound(_ interface: String) -> VarlinkError {
    VarlinkError("org.varlink.service.InterfaceNotFound", ["interface": .string(interface)])
  }

  /// The interface does not have the method; `method` is the full name in the call.
  package static func methodNotFound(_ method: String) -> VarlinkError {
    VarlinkError("org.varlink.service.MethodNotFound", ["method": .string(method)])
  }

  /// The interface declares the method, but the service does not implement it.
  package static func methodNotImplemented(_ method: String) -> VarlinkError {
    VarlinkError("org.varlink.service.MethodNotImplemented", ["method": .string(method)])
  }

  /// A parameter is missing, has the wrong type, or is not declared.
  ///
  /// Dots separate the parts of the path: `status.rounds.0.number`.
  package static func invalidParameter(_ path: String) -> VarlinkError {
    VarlinkError("org.varlink.service.InvalidParameter", ["parameter": .string(path)])
  }

  /// The method answers with a stream, but the call did not set `more`.
  package static let expectedMore = VarlinkError("org.varlink.service.ExpectedMore")
}

extension VarlinkError {
  /// The error for a call with parameters that cannot be decoded: `InvalidParameter` with the path of the member.
  package init(_ error: DecodingError) {
    self = .invalidParameter(error.path)
  }
}
