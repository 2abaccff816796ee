/// A place in a table: words, or a number.
enum Cell: Encodable {
  case text(String)
  case number(Double)

  /// As people read it.
  var shown: String {
    switch self {
    case .text(let text): text
    case .number(let number): number.shown
    }
  }

  /// Numbers go out with all their digits, and as null where there is none.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number.isFinite ? number : nil)
    }
  }
}

extension Sample {
  /// The readings that such parts of all do not exceed: 0 for the least, and 1 for the most.
  func cells(_ parts: Double...) -> [Cell] { parts.map { .number(quantile($0)) } }
}
