extension JSONValue {
  /// Makes a JSON value by encoding another value.
  ///
  /// A member that is nil is left out or, if `includingNulls` is true, written as null.
  ///
  /// - Throws: `EncodingError` for a number that is not finite; any error of the type's own `encode(to:)`.
  package init(encoding value: some Encodable, includingNulls: Bool = false) throws {
    let encoder = JSONValueEncoder(includingNulls: includingNulls)
    try value.encode(to: encoder)
    self = encoder.node.finish()
  }
}

/// Encodes types as a JSON value, like `JSONEncoder`, but without special formats for dates, data, URLs and decimals.
///
/// A whole number is an `int` if it fits in 64 bits. Keys are not converted.
struct JSONValueEncoder: Encoder {
  /// The part of the value that this encoder fills in.
  fileprivate let node: Node
  var codingPath: [any CodingKey] { node.path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  fileprivate init(includingNulls: Bool) {
    node = Node(includesNulls: includingNulls)
  }

  private init(partOf whole: Node, at key: (any CodingKey)? = nil) {
    node = Node(partOf: whole, at: key)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeObject()
    return KeyedEncodingContainer(Members<Key>(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeArray()
    return Elements(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONValueEncoder: SingleValueEncodingContainer {
  func encodeNil() { node.put(.null) }
  func encode(_ value: Bool) { node.put(.bool(value)) }
  func encode(_ value: String) { node.put(.string(value)) }
  func encode(_ value: Double) throws { node.put(try node.number(value)) }
  func encode(_ value: Float) throws { node.put(try node.number(Double(value))) }
  func encode(_ value: Int) { node.put(.int(value)) }
  func encode(_ value: Int8) { encodeInteger(value) }
  func encode(_ value: Int16) { encodeInteger(value) }
  func encode(_ value: Int32) { encodeInteger(value) }
  func encode(_ value: Int64) { encodeInteger(value) }
  func encode(_ value: UInt) { encodeInteger(value) }
  func encode(_ value: UInt8) { encodeInteger(value) }
  func encode(_ value: UInt16) { encodeInteger(value) }
  func encode(_ value: UInt32) { encodeInteger(value) }
  func encode(_ value: UInt64) { encodeInteger(value) }
  func encode(_ value: some Encodable) throws { try value.encode(to: self) }

  private func encodeInteger(_ value: some BinaryInteger) {
    node.put(
      Int(exactly: value).map(JSONValue.int) ?? UInt(exactly: value).map(JSONValue.uint) ?? .float(Double(value)))
  }
}

extension JSONValueEncoder {
  /// A value under construction.
  fileprivate final class Node {
    private enum Shape {
      case single
      case array
      case object
    }

    /// The number of members for which memory is allocated at once; most objects have fewer members.
    private static let usualMembers = 16

    /// Whether a member that is nil is written as null.
    let includesNulls: Bool
    /// The array or object that contains this value; nil for the outermost value.
    ///
    /// The array or object lives longer than this value.
    private unowned let whole: Node?
    private let key: (any CodingKey)?
    private var shape = Shape.single
    private var single = JSONValue.null
    private var elements: [JSONValue] = []
    private var members: JSONValue.Object = [:]
    /// The elements that are not complete.
    private var openElements: [(index: Int, node: Node)] = []
    /// The members that are not complete.
    private var openMembers: [(key: String, node: Node)] = []

    init(includesNulls: Bool) {
      self.includesNulls = includesNulls
      whole = nil
      key = nil
    }

    init(partOf whole: Node, at key: (any CodingKey)?) {
      includesNulls = whole.includesNulls
      self.whole = whole
      self.key = key
    }

    /// The path of keys to the value.
    var path: [any CodingKey] { (whole?.path ?? []) + (key.map { [$0] } ?? []) }

    var count: Int { elements.count }

    func put(_ value: JSONValue) { single = value }
    func becomeArray() { shape = .array }

    func becomeObject() {
      shape = .object
      members.reserveCapacity(Self.usualMembers)
    }

    func append(_ value: JSONValue) { elements.append(value) }
    func append(_ value: JSONValue, as key: String) {
      if !openMembers.isEmpty { openMembers.removeAll { $0.key.order(key) == 0 } }
      members[key] = value
    }

    /// Appends an element whose value is filled in later.
    ///
    /// Further elements may be appended before this value is complete.
    func append(_ part: Node) {
      openElements.append((elements.count, part))
      elements.append(.null)
    }

    /// Appends a member whose value is filled in later.
    ///
    /// Further members may be appended before this value is complete.
    func append(_ part: Node, as key: String) {
      openMembers.append((key, part))
      members[key] = .null
    }

    /// The JSON value of a number; `key` is the key of the number if the number is a member.
    func number(_ value: Double, at key: (any CodingKey)? = nil) throws -> JSONValue {
      guard value.isFinite else {
        let path = path + (key.map { [$0] } ?? [])
        throw EncodingError.invalidValue(
          value, .init(codingPath: path, debugDescription: "JSON has no number \(value)"))
      }
      return Int(exactly: value).map(JSONValue.int) ?? .float(value)
    }

    /// Completes the value; the value is null if nothing was encoded.
    ///
    /// If a key was encoded twice, the later value counts.
    func finish() -> JSONValue {
      switch shape {
      case .single: return single
      case .array:
        for (index, node) in openElements { elements[index] = node.finish() }
        return .array(elements)
      case .object:
        for (key, node) in openMembers { members[key] = node.finish() }
        return .object(members)
      }
    }
  }

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: Node
    var codingPath: [any CodingKey] { node.path }

    func encodeNil(forKey key: Key) { node.append(.null, as: key.stringValue) }
    func encode(_ value: Bool, forKey key: Key) { node.append(.bool(value), as: key.stringValue) }
    func encode(_ value: String, forKey key: Key) { node.append(.string(value), as: key.stringValue) }
    func encode(_ value: Int, forKey key: Key) { node.append(.int(value), as: key.stringValue) }
    func encode(_ value: Double, forKey key: Key) throws {
      node.append(try node.number(value, at: key), as: key.stringValue)
    }

    func encode(_ value: some Encodable, forKey key: Key) throws {
      let part = JSONValueEncoder(partOf: node, at: key)
      try value.encode(to: part)
      node.append(part.node.finish(), as: key.stringValue)
    }

    // The default implementations of these functions leave nil out.
    func encodeIfPresent(_ value: Bool?, forKey key: Key) {
      if let value { encode(value, forKey: key) } else { encodeAbsence(of: key) }
    }
    func encodeIfPresent(_ value: String?, forKey key: Key) {
      if let value { encode(value, forKey: key) } else { encodeAbsence(of: key) }
    }
    func encodeIfPresent(_ value: Int?, forKey key: Key) {
      if let value { encode(value, forKey: key) } else { encodeAbsence(of: key) }
    }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
      if let value { try encode(value, forKey: key) } else { encodeAbsence(of: key) }
    }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeAny(value, forKey: key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeAny(value, forKey: key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeAny(value, forKey: key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeAny(value, forKey: key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeAny(value, forKey: key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeAny(value, forKey: key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeAny(value, forKey: key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeAny(value, forKey: key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeAny(value, forKey: key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeAny(value, forKey: key) }
    func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws { try encodeAny(value, forKey: key) }

    private func encodeAny(_ value: (some Encodable)?, forKey key: Key) throws {
      if let value { try encode(value, forKey: key) } else { encodeAbsence(of: key) }
    }

    private func encodeAbsence(of key: Key) {
      if node.includesNulls { encodeNil(forKey: key) }
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> { member(key).container(keyedBy: keyType) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { member(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { member(JSONPathKey.name("super")) }
    func superEncoder(forKey key: Key) -> any Encoder { member(key) }

    /// An encoder for a member; further members may be encoded before this member is complete.
    private func member(_ key: any CodingKey) -> JSONValueEncoder {
      let part = JSONValueEncoder(partOf: node, at: key)
      node.append(part.node, as: key.stringValue)
      return part
    }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let node: Node
    var codingPath: [any CodingKey] { node.path }
    var count: Int { node.count }

    func encodeNil() { node.append(.null) }

    func encode(_ value: some Encodable) throws {
      let part = JSONValueEncoder(partOf: node, at: JSONPathKey.index(count))
      try value.encode(to: part)
      node.append(part.node.finish())
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> { element().container(keyedBy: keyType) }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }
    func superEncoder() -> any Encoder { element() }

    /// An encoder for an element; further elements may be encoded before this element is complete.
    private func element() -> JSONValueEncoder {
      let part = JSONValueEncoder(partOf: node, at: JSONPathKey.index(count))
      node.append(part.node)
      return part
    }
  }
}
