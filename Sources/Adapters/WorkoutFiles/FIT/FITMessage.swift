/// A message of a FIT file, as far as workouts have such fields: numbers of no sign, and texts.
struct FITMessage {
  /// What the message is, by the number of the profile.
  let number: UInt16
  /// Where its record begins, in bytes from the start of the file.
  let offset: Int
  private var numbers: [UInt8: UInt64] = [:]
  private var texts: [UInt8: String] = [:]

  /// Reads the fields of a record.
  ///
  /// What a field's size or type makes no sense of is left out, as are fields of other types.
  ///
  /// - Parameters:
  ///   - definition: the fields.
  ///   - bytes: what they hold, of the size that the definition has.
  ///   - offset: where the record begins.
  init(_ definition: FITDefinition, _ bytes: ArraySlice<UInt8>, offset: Int) {
    number = definition.messageNumber
    self.offset = offset
    var rest = bytes
    for field in definition.fields {
      let content = rest.prefix(field.size)
      rest = rest.dropFirst(field.size)
      guard let type = field.type else { continue }
      if type == .string {
        let text = String(decoding: content.prefix { $0 != 0 }, as: UTF8.self)
        if !text.isEmpty { texts[field.number] = text }
      } else if let none = type.none, content.count >= type.size {
        // Of a list it is the first.
        let first = content.prefix(type.size)
        let value = (definition.isBigEndian ? Array(first) : first.reversed()).reduce(0) { $0 << 8 | UInt64($1) }
        // No field of a workout takes more than 32 bits.
        if value != none, value <= UInt32.max { numbers[field.number] = value }
      }
    }
  }

  /// The number in a field, of 32 bits at most; nil where it has none.
  func number(_ field: UInt8) -> Int? { numbers[field].map(Int.init) }

  /// The text in a field; nil where it has none.
  func text(_ field: UInt8) -> String? { texts[field] }
}
