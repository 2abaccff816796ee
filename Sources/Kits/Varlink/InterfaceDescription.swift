/// A Varlink interface, as its description declares it.
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
  ///   that it does not declare.
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

  /// Parses a description that is part of the program; an error in it stops the program.
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
  /// - Throws: `org.varlink.service.InvalidParameter` with the path of the first member, in the order of the
  ///   declaration, that is missing or ill-typed, otherwise of one that is not declared; `MethodNotFound` with the
  ///   method's full name.
  package func validate(parameters: JSONValue.Object, of method: String) throws(VarlinkError) {
    try check(parameters, against: declaration(of: method).parameters, at: "")
  }

  /// Validates the results of a method; it throws what `validate(parameters:of:)` throws.
  package func validate(results: JSONValue.Object, of method: String) throws(VarlinkError) {
    try check(results, against: declaration(of: method).results, at: "")
  }

  /// Validates an error of this interface.
  ///
  /// - Throws: `InvalidParameter` with the path, or with the error's name if it is not declared.
  package func validate(_ error: VarlinkError) throws(VarlinkError) {
    guard error.name.hasPrefix(name + "."), let type = errors[String(error.name.dropFirst(name.count + 1))] else {
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
    if let extra = members.first(where: { member in !fields.contains { $0.name == member.key } }) {
      throw .invalidParameter(path + extra.key)
    }
  }

  private func check(_ value: JSONValue, against type: ValueType, at path: String) throws(VarlinkError) {
    switch (type, value) {
    case (.bool, .bool), (.int, .int), (.float, .float), (.float, .int), (.string, .string), (.object, .object):
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
    case (.enumeration(let words), .string(let word)) where words.contains(word):
      break
    case (.named(let name), _):
      guard let named = types[name] else { preconditionFailure("the parser accepted the undeclared type \(name)") }
      try check(value, against: named.type, at: path)
    default:
      throw .invalidParameter(path)
    }
  }
}

/// The type of a value in an interface description.
package indirect enum ValueType: Sendable, Equatable {
  case bool
  case int
  /// A number, which may be whole.
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
  /// An object with any keys, whose values all have one type.
  case map(ValueType)
}

/// A member of a structure, or a parameter.
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

/// An error in an interface description, and its position.
package struct InterfaceSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  package let line: Int
  package let message: String

  package var description: String { "line \(line): \(message)" }
}

/// An interface that a server offers: its description, and the answers to its calls.
package protocol VarlinkInterface: Sendable {
  var description: InterfaceDescription { get }

  /// The methods, without the interface's name, that answer with a stream; without `more` they reply `ExpectedMore`.
  var streamingMethods: Set<String> { get }

  /// Answers a call whose method the description declares, with parameters that match the declaration.
  ///
  /// The calls of one connection are sequential; those of different connections are concurrent. The task is cancelled
  /// when the server stops, and must end soon after that.
  ///
  /// - Throws: `VarlinkError` for an error that is sent to the client. Any other error closes the connection, and the
  ///   server reports it to its caller.
  func answer(_ call: Call) async throws -> Answer
}

extension VarlinkInterface {
  package var streamingMethods: Set<String> { [] }
}

/// The answer of a service to a call.
package enum Answer: Sendable {
  /// The results of the method.
  case single(JSONValue.Object)

  /// Replies, all but the last of which have `continues` set.
  ///
  /// The sequence is iterated without waiting for the client. Its task is cancelled when the client disconnects. A
  /// sequence that ends without a last reply ends the connection; a `VarlinkError` that it throws is the last reply.
  case stream(any AsyncSequence<EncodedReply, any Error> & Sendable)
}
