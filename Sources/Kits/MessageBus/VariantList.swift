/// The values of a message, of a structure or of an array.
///
/// Another process has sent them, so there may be any number of them, of any type. Therefore, a position beyond the end
/// is nil, and `Variant` has no function that requires a type.
package struct VariantList: Sequence, Equatable, Sendable, ExpressibleByArrayLiteral {
  let values: [Variant]

  package init(_ values: [Variant]) {
    self.values = values
  }

  package init(arrayLiteral values: Variant...) {
    self.init(values)
  }

  /// The value at a position; nil if there are fewer values.
  package subscript(position: Int) -> Variant? {
    values.indices.contains(position) ? values[position] : nil
  }

  package func makeIterator() -> IndexingIterator<[Variant]> { values.makeIterator() }
}

/// The contents of a value if it has a type; nil if it has another type.
extension Variant {
  /// The string if the value is a string or an object path.
  package var string: String? {
    switch self {
    case .string(let string), .objectPath(let string): string
    default: nil
    }
  }

  package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

  package var uint32: UInt32? { if case .uint32(let value) = self { value } else { nil } }

  /// The properties or other values by their names.
  package var dictionary: [String: Variant]? { if case .dictionary(let values) = self { values } else { nil } }

  /// The values of an array or of a structure; empty if the value is neither.
  package var elements: VariantList {
    switch self {
    case .array(let values, _), .structure(let values): values
    default: []
    }
  }

  /// The value in a variant, at any depth; the value itself if it is not a variant.
  package var unwrapped: Variant { if case .variant(let value) = self { value.unwrapped } else { self } }
}
