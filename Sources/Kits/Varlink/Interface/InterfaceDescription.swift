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
  /// - Throws: `InterfaceSyntaxError` if the text does not follow the grammar, declares a name twice, or uses a type that
  ///   it does not declare.
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
