/// A JSON value whose shape nothing is known about.
///
/// Whole numbers that fit 64 bits are `int`, all others `float`; where an interface asks for a float either will do.
package enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case float(Double)
  case string(String)
  case array([JSONValue])
  case object(Object)

  /// The members of an object; their order is not kept.
  package typealias Object = [String: JSONValue]

  /// The levels that arrays and objects may nest; deeper text is refused, so that no text can exhaust the stack.
  package static let maximumDepth = 128
}

extension JSONValue {
  /// The members, where this is an object.
  package var object: Object? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The text, where this is a string.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The truth value, where this is one.
  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .int(value) }
  package init(floatLiteral value: Double) { self = .float(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Object(uniqueKeysWithValues: elements))
  }
}
