extension InterfaceDescription {
  /// Validates the parameters of a method.
  ///
  /// - Throws: `org.varlink.service.InvalidParameter` with the path of the first member, in the order of the declaration,
  ///   that is missing or ill-typed, otherwise of one that is not declared; `MethodNotFound` with the method's full name.
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
