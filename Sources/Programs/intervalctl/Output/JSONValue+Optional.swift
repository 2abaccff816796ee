import Varlink

extension JSONValue {
  /// A value, or null where there is none.
  init<Value>(_ value: Value?, _ make: (Value) -> JSONValue) {
    self = value.map(make) ?? .null
  }
}
