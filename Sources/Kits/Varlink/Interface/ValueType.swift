/// The type of a value in an interface description.
package indirect enum ValueType: Sendable, Equatable {
  case bool
  case int
  /// A number, whole ones included.
  case float
  case string
  /// Any object, not looked into.
  case object
  /// Any value at all.
  case any
  /// A type declared in the same interface.
  case named(String)
  case structure([Field])
  case enumeration([String])
  /// A value, or null, or none.
  case optional(ValueType)
  case array(ValueType)
  /// An object with any keys, whose values have the one type.
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
