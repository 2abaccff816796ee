import Text

/// A number in a line, with all its digits: `30`, `6.02`, `11:30`, `1:05:00.5`.
struct DialledNumber: Equatable {
  /// Where it stands, in characters.
  let range: Range<Int>
  /// The digits before each colon and, of the last, before the point.
  let fields: [String]
  /// The digits behind the point; empty without one.
  let decimals: String

  /// Reads the number that a digit belongs to; nil for what the notation does not take for one.
  init?(_ characters: [Character], around digit: Int) {
    func isPart(_ character: Character) -> Bool { character.isDigit || character == ":" || character == "." }
    var start = digit
    while start > 0, isPart(characters[start - 1]) { start -= 1 }
    var end = digit + 1
    while end < characters.count, isPart(characters[end]) { end += 1 }
    while !characters[end - 1].isDigit { end -= 1 }
    let parts = characters[start..<end].split(separator: ".", omittingEmptySubsequences: false)
    let fields = parts[0].split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
    guard end - start <= Self.longest, parts.count <= 2, fields.count <= 3, !fields.contains(""),
      fields.dropFirst().allSatisfy({ $0.count == 2 })
    else { return nil }
    range = start..<end
    self.fields = fields
    decimals = parts.count == 2 ? String(parts[1]) : ""
  }

  /// The most characters: so few that no value overflows.
  private static let longest = 15

  /// The value in units of its last digit, clocks in base 60.
  var value: Int {
    fields.dropFirst().reduce(Int(fields[0]) ?? 0) { $0 * 60 + (Int($1) ?? 0) } * scale + (Int(decimals) ?? 0)
  }

  /// How many units of the last digit are one.
  var scale: Int { Self.power(decimals.count) }

  /// How many units of the last digit one at a digit is worth.
  func worth(ofDigitAt index: Int) -> Int {
    var right = range.upperBound - 1 - index
    guard right >= decimals.count else { return Self.power(right) }
    right -= decimals.isEmpty ? 0 : decimals.count + 1
    // Two digits and a colon are a field.
    let field = min(right / 3, fields.count - 1)
    return Self.power(right - field * 3) * Self.power(field, of: 60) * scale
  }

  /// How another value is written with as many fields and decimals.
  ///
  /// A leading zero that was typed stays; otherwise the first field takes the digits that it needs, `width` at least.
  func text(of value: Int, width: Int = 1) -> String {
    var rest = value / scale
    var texts: [String] = []
    for _ in fields.dropFirst() {
      texts.insert(twoDigits(rest % 60), at: 0)
      rest /= 60
    }
    texts.insert(String(rest).zeroPadded(to: max(width, fields[0].hasPrefix("0") ? fields[0].count : 1)), at: 0)
    let decimals = decimals.isEmpty ? "" : "." + String(value % scale).zeroPadded(to: decimals.count)
    return texts.joined(separator: ":") + decimals
  }

  private static func power(_ exponent: Int, of base: Int = 10) -> Int {
    (0..<exponent).reduce(1) { power, _ in power * base }
  }
}
