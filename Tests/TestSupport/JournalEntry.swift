import FoundationEssentials

/// A record of the journal.
package struct JournalEntry: Decodable, Sendable {
  /// Text fields by name.
  package let fields: [String: String]

  /// Reads a line of `journalctl --output=json`.
  package init(json line: String) throws {
    self = try JSONDecoder().decode(JournalEntry.self, from: Data(line.utf8))
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    var fields: [String: String] = [:]
    for name in container.allKeys {
      // A field that occurs twice or is not UTF-8 is left out, because its value is an array.
      fields[name.stringValue] = try? container.decode(String.self, forKey: name)
    }
    self.fields = fields
  }

  package subscript(name: String) -> String? {
    fields[name]
  }

  private struct FieldName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) {
      nil
    }
  }
}
