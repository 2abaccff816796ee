/// The value of a D-Bus property, by its type.
enum PropertyValue: Equatable, Sendable {
  case boolean(Bool)
  case int64(Int64)
  case double(Double)
  case string(String)
  case strings([String])
  /// A valid path: slashes, letters, digits, underscores.
  case objectPath(String)
  case dictionary([String: PropertyValue])
}
