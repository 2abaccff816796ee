internal import FoundationEssentials

extension JSONValue {
  /// Takes the value that another one encodes as.
  ///
  /// - Throws: what the encoding throws; `EncodingError` for a number that is not finite.
  package init(encoding value: some Encodable) throws {
    self = try JSONValueEncoder.value(of: value)
  }

  /// Decodes the value as a type that knows its shape; object keys that the type does not know are passed over.
  package func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text))
  }
}
