/// Cell of a table: text or a number.
enum Cell: Encodable {
  case text(String)
  case number(Double)

  /// Text of the cell in the document.
  var shown: String {
    switch self {
    case .text(let text): text
    case .number(let number): number.shown
    }
  }

  /// Encodes a number with all its digits, and as null if it is not finite.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number.isFinite ? number : nil)
    }
  }
}

extension Sample {
  /// Cells of quantiles: 0 is the minimum, and 1 is the maximum.
  func cells(_ parts: Double...) -> [Cell] { parts.map { .number(quantile($0)) } }
}
