/// The top-level members of a message, taken one by one until none may be left.
struct MessageMembers {
  private var members: JSONValue.Object

  /// Reads a message.
  ///
  /// - Throws: `TransportError` of code `malformedMessage`, as all methods here do.
  init(_ message: [UInt8]) throws(TransportError) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: message)
    } catch {
      throw TransportError(.malformedMessage, context: "no JSON: \(error)")
    }
    guard let members = value.object else {
      throw TransportError(.malformedMessage, context: "a message that is no object")
    }
    self.members = members
  }

  /// Takes a member; null is as good as absent.
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

  /// Refuses members that nobody took.
  func finish() throws(TransportError) {
    guard let key = members.first?.key else { return }
    throw TransportError(.malformedMessage, context: "unknown key \"\(key.prefix(40))\"")
  }
}
