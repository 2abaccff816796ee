extension JSONValue {
  /// Decodes the value as a type, and ignores object keys that the type does not declare.
  ///
  /// - Throws: `DecodingError` with the path of the member that does not match the type; any error of the type's own
  ///   initializer.
  package func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try Value(from: JSONValueDecoder(value: self, codingPath: []))
  }
}

extension DecodingError {
  /// The path of the member that does not match its type: keys and indices, separated by dots.
  package var path: String {
    let keys: [any CodingKey] =
      switch self {
      case .keyNotFound(let key, let context): context.codingPath + [key]
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
        context.codingPath
      @unknown default: []
      }
    return keys.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".")
  }
}

/// Decodes types from a JSON value, like `JSONDecoder`, but without special formats for dates, data, URLs and decimals.
///
/// A number decodes as any numeric type that can represent the number: 2.0 can be an `Int`, but 2.5 and 1e300 cannot.
/// Null decodes as nil, like an absent member. Keys are not converted.
struct JSONValueDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw mismatch([String: JSONValue].self) }
    return KeyedDecodingContainer(Members(members: members, decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([JSONValue].self) }
    return Elements(elements: elements, decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// A decoder for a part of the value.
  private func part(_ value: JSONValue, at key: any CodingKey) -> JSONValueDecoder {
    JSONValueDecoder(value: value, codingPath: codingPath + [key])
  }

  /// The error for a value that cannot be decoded as `type`.
  private func mismatch(_ type: Any.Type) -> DecodingError {
    guard value != .null else { return .valueNotFound(type, context("null is not a \(type)")) }
    return .typeMismatch(type, context("not a \(type)"))
  }

  private func context(_ description: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath, debugDescription: description)
  }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let value) = value else { throw mismatch(type) }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let text) = value else { throw mismatch(type) }
    return text
  }

  func decode(_ type: Double.Type) throws -> Double { try float(type) }
  func decode(_ type: Float.Type) throws -> Float { try float(type) }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    let number: Integer? =
      switch value {
      case .int(let number): Integer(exactly: number)
      case .uint(let number): Integer(exactly: number)
      case .float(let number): Integer(exactly: number)
      default: throw mismatch(type)
      }
    guard let number else { throw DecodingError.dataCorrupted(context("a number that does not fit \(type)")) }
    return number
  }

  private func float<Float: BinaryFloatingPoint>(_ type: Float.Type) throws -> Float {
    let number: Float =
      switch value {
      case .int(let number): Float(number)
      case .uint(let number): Float(number)
      case .float(let number): Float(number)
      default: throw mismatch(type)
      }
    guard number.isFinite else { throw DecodingError.dataCorrupted(context("a number that does not fit \(type)")) }
    return number
  }
}

extension JSONValueDecoder {
  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: JSONValue.Object
    let decoder: JSONValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    /// The keys that the type declares.
    ///
    /// A key of more than 256 bytes is left out, because the comparison with a declared key could take quadratic time.
    var allKeys: [Key] { members.compactMap { $0.key.utf8.count > 256 ? nil : Key(stringValue: $0.key) } }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key).value == .null }

    // Most members are strings or whole numbers. They have no decoder of their own, because making its path takes time.

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
      if case .string(let text) = members[key.stringValue] { text } else { try member(key).decode(type) }
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
      if case .int(let number) = members[key.stringValue] { number } else { try member(key).decode(type) }
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
      switch members[key.stringValue] {
      case nil, .null: nil
      case .string(let text): text
      case let value?: try decoder.part(value, at: key).decode(type)
      }
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
      switch members[key.stringValue] {
      case nil, .null: nil
      case .int(let number): number
      case let value?: try decoder.part(value, at: key).decode(type)
      }
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try Value(from: member(key))
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
      guard let value = members[key.stringValue], value != .null else { return nil }
      return try Value(from: decoder.part(value, at: key))
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> { try member(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
      decoder.part(members["super"] ?? .null, at: JSONPathKey.name("super"))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
      decoder.part(members[key.stringValue] ?? .null, at: key)
    }

    private func member(_ key: Key) throws -> JSONValueDecoder {
      guard let value = members[key.stringValue] else {
        throw DecodingError.keyNotFound(key, decoder.context("no \(key.stringValue)"))
      }
      return decoder.part(value, at: key)
    }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    let decoder: JSONValueDecoder
    private(set) var currentIndex = 0

    init(elements: [JSONValue], decoder: JSONValueDecoder) {
      self.elements = elements
      self.decoder = decoder
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
      guard try element().value == .null else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let value = try Value(from: element())
      currentIndex += 1
      return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
      let container = try element().container(keyedBy: type)
      currentIndex += 1
      return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      let container = try element().unkeyedContainer()
      currentIndex += 1
      return container
    }

    mutating func superDecoder() throws -> any Decoder {
      let decoder = try element()
      currentIndex += 1
      return decoder
    }

    private func element() throws -> JSONValueDecoder {
      let key = JSONPathKey.index(currentIndex)
      guard !isAtEnd else {
        throw DecodingError.valueNotFound(
          JSONValue.self, .init(codingPath: codingPath + [key], debugDescription: "the array has no more elements"))
      }
      return decoder.part(elements[currentIndex], at: key)
    }
  }
}

/// A coding key that no type declares: the index of an array element, or the default key of a superclass.
enum JSONPathKey: CodingKey {
  case index(Int)
  case name(String)

  init(intValue: Int) { self = .index(intValue) }
  init(stringValue: String) { self = .name(stringValue) }

  var intValue: Int? { if case .index(let index) = self { index } else { nil } }

  var stringValue: String {
    switch self {
    case .index(let index): "\(index)"
    case .name(let name): name
    }
  }
}
