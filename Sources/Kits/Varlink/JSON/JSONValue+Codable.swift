internal import FoundationEssentials

extension JSONValue {
  /// Takes the value that another one encodes as.
  ///
  /// A nil member is left out, or null with `includingNulls`.
  ///
  /// - Throws: what the encoding throws; `EncodingError` for a number that is not finite.
  package init(encoding value: some Encodable, includingNulls: Bool = false) throws {
    self = try JSONValueEncoder.value(of: value, includingNulls: includingNulls)
  }

  /// Decodes the value as a type that knows its shape; object keys that the type does not know are passed over.
  package func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text))
  }
}
