/// A value in a D-Bus message, without its type.
package enum BusValue: Decodable, Equatable, Sendable {
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  case array([BusValue])
  case dictionary([String: BusValue])
  case null

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let boolean = try? value.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let integer = try? value.decode(Int64.self) {
      self = .integer(integer)
    } else if let real = try? value.decode(Double.self) {
      self = .real(real)
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let array = try? value.decode([BusValue].self) {
      self = .array(array)
    } else {
      self = .dictionary(try value.decode([String: BusValue].self))
    }
  }

  package var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  package var integer: Int64? {
    if case .integer(let integer) = self { integer } else { nil }
  }

  package var array: [BusValue]? {
    if case .array(let array) = self { array } else { nil }
  }

  /// Content of a variant; the value itself if the value is not a variant.
  package var content: BusValue {
    if case .dictionary(let fields) = self, let data = fields["data"], fields["type"] != nil { data } else { self }
  }

  package subscript(key: String) -> BusValue? {
    if case .dictionary(let fields) = self { fields[key]?.content } else { nil }
  }
}
