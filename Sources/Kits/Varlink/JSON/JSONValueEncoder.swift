/// Makes a JSON value of what encodes itself: what `JSONEncoder` would write and a parser read, without the text
/// between, but for dates, data, URLs and decimals, which it treats in ways of its own.
///
/// A number that is whole is an `int` where it fits one. Keys are taken as they are.
struct JSONValueEncoder: Encoder {
  var codingPath: [any CodingKey] { place.path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  fileprivate let place: Place
  /// Whether a nil member is written as null.
  fileprivate let includesNulls: Bool

  /// Where a value goes, and what it is so far.
  fileprivate final class Place {
    private enum Shape {
      case single
      case array
      case object
    }

    /// A value that is there, or one that is still being put.
    enum Part {
      case value(JSONValue)
      case place(Place)

      var value: JSONValue {
        switch self {
        case .value(let value): value
        case .place(let place): place.value
        }
      }
    }

    /// What it is a part of, which is there for as long as this.
    private unowned let whole: Place?
    private let key: (any CodingKey)?
    private var shape = Shape.single
    private var single = JSONValue.null
    private var elements: [Part] = []
    private var members: [(key: String, part: Part)] = []

    init(in whole: Place? = nil, as key: (any CodingKey)? = nil) {
      self.whole = whole
      self.key = key
    }

    /// The keys on the way to it.
    var path: [any CodingKey] { (whole?.path ?? []) + (key.map { [$0] } ?? []) }

    /// Null where nothing was put; of a key that was put twice the later one.
    var value: JSONValue {
      switch shape {
      case .single: return single
      case .array: return .array(elements.map(\.value))
      case .object:
        var object = JSONValue.Object(minimumCapacity: members.count)
        for member in members { object[member.key] = member.part.value }
        return .object(object)
      }
    }

    var count: Int { elements.count }

    func put(_ value: JSONValue) { single = value }

    func becomeArray() { shape = .array }

    func becomeObject() { shape = .object }

    func add(_ part: Part) { elements.append(part) }

    func add(_ part: Part, as key: String) { members.append((key, part)) }
  }

  static func value(of encodable: some Encodable, includingNulls: Bool) throws -> JSONValue {
    let place = Place()
    try JSONValueEncoder(place: place, includesNulls: includingNulls).encode(encodable)
    return place.value
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.becomeObject()
    return KeyedEncodingContainer(Members<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.becomeArray()
    return Elements(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONValueEncoder: SingleValueEncodingContainer {
  func encodeNil() { place.put(.null) }
  func encode(_ value: Bool) { place.put(.bool(value)) }
  func encode(_ value: String) { place.put(.string(value)) }
  func encode(_ value: Float) throws { try encode(Double(value)) }
  func encode(_ value: Int) { place.put(.int(value)) }
  func encode(_ value: Int8) { encodeInteger(value) }
  func encode(_ value: Int16) { encodeInteger(value) }
  func encode(_ value: Int32) { encodeInteger(value) }
  func encode(_ value: Int64) { encodeInteger(value) }
  func encode(_ value: UInt) { encodeInteger(value) }
  func encode(_ value: UInt8) { encodeInteger(value) }
  func encode(_ value: UInt16) { encodeInteger(value) }
  func encode(_ value: UInt32) { encodeInteger(value) }
  func encode(_ value: UInt64) { encodeInteger(value) }

  func encode(_ value: Double) throws { place.put(try number(value)) }

  func encode(_ value: some Encodable) throws { try value.encode(to: self) }

  private func number(_ value: Double, as key: (any CodingKey)? = nil) throws -> JSONValue {
    guard value.isFinite else {
      let path = inner(key).codingPath
      throw EncodingError.invalidValue(value, .init(codingPath: path, debugDescription: "JSON has no number \(value)"))
    }
    return Int(exactly: value).map(JSONValue.int) ?? .float(value)
  }

  private func encodeInteger(_ value: some BinaryInteger) {
    place.put(Int(exactly: value).map(JSONValue.int) ?? .float(Double(value)))
  }
}

extension JSONValueEncoder {
  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: JSONValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) { add(.null, as: key) }
    func encode(_ value: Bool, forKey key: Key) { add(.bool(value), as: key) }
    func encode(_ value: String, forKey key: Key) { add(.string(value), as: key) }
    func encode(_ value: Int, forKey key: Key) { add(.int(value), as: key) }
    func encode(_ value: Double, forKey key: Key) throws { add(try encoder.number(value, as: key), as: key) }

    func encode(_ value: some Encodable, forKey key: Key) throws {
      let inner = encoder.inner(key)
      try inner.encode(value)
      add(inner.place.value, as: key)
    }

    // Each of these has a default that leaves nil out.
    func encodeIfPresent(_ value: Bool?, forKey key: Key) {
      if let value { encode(value, forKey: key) } else { addNull(as: key) }
    }
    func encodeIfPresent(_ value: String?, forKey key: Key) {
      if let value { encode(value, forKey: key) } else { addNull(as: key) }
    }
    func encodeIfPresent(_ value: Int?, forKey key: Key) {
      if let value { encode(value, forKey: key) } else { addNull(as: key) }
    }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
      if let value { try encode(value, forKey: key) } else { addNull(as: key) }
    }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try addIfPresent(value, as: key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try addIfPresent(value, as: key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try addIfPresent(value, as: key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try addIfPresent(value, as: key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try addIfPresent(value, as: key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try addIfPresent(value, as: key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try addIfPresent(value, as: key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try addIfPresent(value, as: key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try addIfPresent(value, as: key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try addIfPresent(value, as: key) }
    func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws { try addIfPresent(value, as: key) }

    private func addIfPresent(_ value: (some Encodable)?, as key: Key) throws {
      if let value { try encode(value, forKey: key) } else { addNull(as: key) }
    }

    private func addNull(as key: Key) {
      if encoder.includesNulls { add(.null, as: key) }
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> { encoder.member(key).container(keyedBy: keyType) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.member(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.member(SuperKey()) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key) }

    private func add(_ value: JSONValue, as key: Key) { encoder.place.add(.value(value), as: key.stringValue) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let encoder: JSONValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.place.count }

    func encodeNil() { encoder.place.add(.value(.null)) }

    func encode(_ value: some Encodable) throws {
      let inner = encoder.inner()
      try inner.encode(value)
      encoder.place.add(.value(inner.place.value))
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> { encoder.element().container(keyedBy: keyType) }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.element().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder.element() }
  }

  /// The key that `superEncoder` is for where none is given.
  private struct SuperKey: CodingKey {
    let stringValue = "super"
    let intValue: Int? = nil

    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  /// An encoder of what is a part of this one's value, and belongs to it only when it is added.
  private func inner(_ key: (any CodingKey)? = nil) -> JSONValueEncoder {
    JSONValueEncoder(place: Place(in: place, as: key), includesNulls: includesNulls)
  }

  /// An encoder of a member that others may be put beside before it is whole.
  private func member(_ key: any CodingKey) -> JSONValueEncoder {
    let encoder = inner(key)
    place.add(.place(encoder.place), as: key.stringValue)
    return encoder
  }

  /// An encoder of an element that others may be put beside before it is whole.
  private func element() -> JSONValueEncoder {
    let encoder = inner()
    place.add(.place(encoder.place))
    return encoder
  }
}
