/// Makes a JSON value of what encodes itself: what `JSONEncoder` would write and a parser read, without the text between.
///
/// A number that is whole is an `int` where it fits one. Keys are taken as they are.
struct JSONValueEncoder: Encoder {
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  fileprivate let place: Place

  /// Where a value goes, and what it is so far.
  fileprivate final class Place {
    private enum Contents {
      case nothing
      case value(JSONValue)
      case elements([Place])
      case members([String: Place])
    }

    private var contents = Contents.nothing

    /// Null where nothing was put.
    var value: JSONValue {
      switch contents {
      case .nothing: .null
      case .value(let value): value
      case .elements(let places): .array(places.map(\.value))
      case .members(let places): .object(places.mapValues(\.value))
      }
    }

    var count: Int { if case .elements(let places) = contents { places.count } else { 0 } }

    func put(_ value: JSONValue) { contents = .value(value) }

    func becomeObject() { if case .nothing = contents { contents = .members([:]) } }

    func becomeArray() { if case .nothing = contents { contents = .elements([]) } }

    func place(of key: String) -> Place {
      var members: [String: Place] = [:]
      if case .members(let present) = contents { members = present }
      contents = .nothing
      let place = Place()
      members[key] = place
      contents = .members(members)
      return place
    }

    func nextPlace() -> Place {
      var elements: [Place] = []
      if case .elements(let present) = contents { elements = present }
      contents = .nothing
      let place = Place()
      elements.append(place)
      contents = .elements(elements)
      return place
    }
  }

  static func value(of encodable: some Encodable) throws -> JSONValue {
    let place = Place()
    try JSONValueEncoder(codingPath: [], place: place).encode(encodable)
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

  func encode(_ value: Double) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: codingPath, debugDescription: "JSON has no number \(value)"))
    }
    place.put(Int(exactly: value).map(JSONValue.int) ?? .float(value))
  }

  func encode(_ value: some Encodable) throws { try value.encode(to: self) }

  private func encodeInteger(_ value: some BinaryInteger) {
    place.put(Int(exactly: value).map(JSONValue.int) ?? .float(Double(value)))
  }
}

extension JSONValueEncoder {
  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: JSONValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) { place(of: key).encodeNil() }
    func encode(_ value: Bool, forKey key: Key) { place(of: key).encode(value) }
    func encode(_ value: String, forKey key: Key) { place(of: key).encode(value) }
    func encode(_ value: Int, forKey key: Key) { place(of: key).encode(value) }
    func encode(_ value: Double, forKey key: Key) throws { try place(of: key).encode(value) }
    func encode(_ value: some Encodable, forKey key: Key) throws { try place(of: key).encode(value) }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> { place(of: key).container(keyedBy: keyType) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { place(of: key).unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder.encoder(of: SuperKey()) }
    func superEncoder(forKey key: Key) -> any Encoder { place(of: key) }

    private func place(of key: Key) -> JSONValueEncoder { encoder.encoder(of: key) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let encoder: JSONValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.place.count }

    func encodeNil() { next.encodeNil() }
    func encode(_ value: some Encodable) throws { try next.encode(value) }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> { next.container(keyedBy: keyType) }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next.unkeyedContainer() }
    func superEncoder() -> any Encoder { next }

    private var next: JSONValueEncoder { JSONValueEncoder(codingPath: codingPath, place: encoder.place.nextPlace()) }
  }

  /// The key that `superEncoder` is for where none is given.
  private struct SuperKey: CodingKey {
    let stringValue = "super"
    let intValue: Int? = nil

    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  private func encoder(of key: any CodingKey) -> JSONValueEncoder {
    JSONValueEncoder(codingPath: codingPath + [key], place: place.place(of: key.stringValue))
  }
}
