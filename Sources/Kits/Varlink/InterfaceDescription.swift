package import JSON

/// Description of a Varlink interface.
package struct InterfaceDescription: Sendable {
  /// A method, its parameters and its results.
  package struct Method: Sendable, Equatable {
    package let parameters: [Field]
    package let results: [Field]
    package let documentation: String
  }

  /// A named type.
  package struct NamedType: Sendable, Equatable {
    package let type: ValueType
    package let documentation: String
  }

  /// An error and its parameters.
  package struct ErrorType: Sendable, Equatable {
    package let parameters: [Field]
    package let documentation: String
  }

  /// The name in reverse-domain form, such as `org.varlink.service`.
  package let name: String

  /// The text that was parsed.
  package let text: String

  /// The comment above the interface, without its number signs.
  package let documentation: String

  package let types: [String: NamedType]
  package let methods: [String: Method]
  package let errors: [String: ErrorType]

  /// Parses a description.
  ///
  /// - Throws: `InterfaceSyntaxError` if the text does not follow the grammar, declares a name twice, or uses a type
  ///   that the text does not declare.
  package init(parsing text: String) throws(InterfaceSyntaxError) {
    var parser = try InterfaceParser(text)
    let members = try parser.parse()
    self.name = members.name
    self.text = text
    self.documentation = members.documentation
    self.types = members.types
    self.methods = members.methods
    self.errors = members.errors
  }

  /// Parses a description that is part of the program; an error in the description stops the program.
  package init(builtIn text: String) {
    do {
      try self.init(parsing: text)
    } catch {
      preconditionFailure("built-in interface: \(error)")
    }
  }
}

extension InterfaceDescription {
  /// Validates the parameters of a method.
  ///
  /// - Throws: `org.varlink.service.InvalidParameter` with the path of a member that is missing, has a wrong type, or
  ///   is not declared. Declared members are checked first, in the order of the declaration. `MethodNotFound` with the
  ///   full name of the method if the method is not declared.
  package func validate(parameters: JSONValue.Object, of method: String) throws(VarlinkError) {
    try check(parameters, against: declaration(of: method).parameters, at: "")
  }

  /// Validates the results of a method; throws the same errors as `validate(parameters:of:)`.
  package func validate(results: JSONValue.Object, of method: String) throws(VarlinkError) {
    try check(results, against: declaration(of: method).results, at: "")
  }

  /// Validates an error of this interface.
  ///
  /// - Throws: `InvalidParameter` with the path of an invalid member, or with the name of the error if the error is not
  ///   declared.
  package func validate(_ error: VarlinkError) throws(VarlinkError) {
    guard let type = errors.first(where: { error.name.utf8.elementsEqual("\(name).\($0.key)".utf8) })?.value else {
      throw .invalidParameter(error.name)
    }
    try check(error.parameters, against: type.parameters, at: "")
  }

  private func declaration(of method: String) throws(VarlinkError) -> Method {
    guard let declaration = methods[method] else { throw .methodNotFound("\(name).\(method)") }
    return declaration
  }

  private func check(_ members: JSONValue.Object, against fields: [Field], at path: String) throws(VarlinkError) {
    for field in fields {
      try check(members[field.name] ?? .null, against: field.type, at: path + field.name)
    }
    if let extra = members.first(where: { member in !fields.contains { $0.name.utf8.elementsEqual(member.key.utf8) } })
    {
      throw .invalidParameter(path + extra.key)
    }
  }

  private func check(_ value: JSONValue, against type: ValueType, at path: String) throws(VarlinkError) {
    switch (type, value) {
    case (.bool, .bool), (.int, .int), (.float, .float), (.float, .int), (.float, .uint),
      (.string, .string), (.object, .object):
      break
    case (.any, _) where value != .null:
      break
    case (.optional(let wrapped), _):
      if value != .null { try check(value, against: wrapped, at: path) }
    case (.array(let element), .array(let values)):
      for (index, value) in values.enumerated() {
        try check(value, against: element, at: "\(path).\(index)")
      }
    case (.map(let element), .object(let members)):
      for (key, value) in members {
        try check(value, against: element, at: "\(path).\(key)")
      }
    case (.structure(let fields), .object(let members)):
      try check(members, against: fields, at: path + ".")
    case (.enumeration(let words), .string(let word)) where words.contains { $0.utf8.elementsEqual(word.utf8) }:
      break
    case (.named(let name), _):
      guard let named = types[name] else { preconditionFailure("the parser accepted the undeclared type \(name)") }
      try check(value, against: named.type, at: path)
    default:
      throw .invalidParameter(path)
    }
  }
}

/// Type of a value in an interface description.
package indirect enum ValueType: Sendable, Equatable {
  case bool
  case int
  /// A number, which may be a whole number.
  case float
  case string
  /// An object with any members.
  case object
  /// Any value except null.
  case any
  /// A type declared in the same interface.
  case named(String)
  case structure([Field])
  case enumeration([String])
  /// A value that may be null or absent.
  case optional(ValueType)
  case array(ValueType)
  /// An object with any keys; all values have one type.
  case map(ValueType)
}

/// Member of a structure, or parameter.
package struct Field: Sendable, Equatable {
  package let name: String
  package let type: ValueType
  /// The comment above the field, without its number signs.
  package let documentation: String

  package init(_ name: String, _ type: ValueType, documentation: String = "") {
    self.name = name
    self.type = type
    self.documentation = documentation
  }
}

/// Error in an interface description, with its position.
package struct InterfaceSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  package let line: Int
  package let message: String

  package var description: String { "line \(line): \(message)" }
}

/// Interface that a server offers: the description of the interface, and the answers to calls.
package protocol VarlinkInterface: Sendable {
  var description: InterfaceDescription { get }

  /// The names of the methods that answer with a stream; a call of such a method without `more` gets `ExpectedMore`.
  var streamingMethods: Set<String> { get }

  /// Answers a call; the description declares the method, and the parameters match the declaration.
  ///
  /// The calls of one connection are sequential; the calls of different connections are concurrent. When the server
  /// stops, it cancels the task that runs this function, and the function must then return soon.
  ///
  /// - Throws: `VarlinkError` for an error to send to the client. Any other error closes the connection, and the
  ///   program that runs the server receives the error.
  func answer(_ call: Call) async throws -> Answer
}

extension VarlinkInterface {
  package var streamingMethods: Set<String> { [] }
}

/// Answer of a service to a call.
package enum Answer: Sendable {
  /// The results of the method.
  case single(JSONValue.Object)

  /// Several replies; `continues` is true in all replies but the last.
  ///
  /// The server iterates the sequence without waiting for the client, and cancels the iterating task when the client
  /// disconnects. If the sequence ends without a reply whose `continues` is false, the connection is closed. A
  /// `VarlinkError` that the sequence throws becomes the last reply.
  case stream(any AsyncSequence<EncodedReply, any Error> & Sendable)
}
