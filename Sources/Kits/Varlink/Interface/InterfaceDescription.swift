/// A Varlink interface as its description declares it.
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

  /// The name in reverse-domain form, like `org.varlink.service`.
  package let name: String

  /// The text that was parsed, to the letter.
  package let text: String

  /// The comment above the interface, without its number signs.
  package let documentation: String

  package let types: [String: NamedType]
  package let methods: [String: Method]
  package let errors: [String: ErrorType]

  /// Reads a description.
  ///
  /// - Throws: `InterfaceSyntaxError` for text outside the grammar, a name declared twice and a type that is not
  ///   declared.
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

  /// Reads a description that is part of the program; one that cannot be read stops it.
  package init(builtIn text: String) {
    do {
      try self.init(parsing: text)
    } catch {
      preconditionFailure("built-in interface: \(error)")
    }
  }
}
