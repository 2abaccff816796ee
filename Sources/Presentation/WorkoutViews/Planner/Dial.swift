import PlanNotation
import TerminalUI
import Text
import WorkoutModel

/// A line of notation whose numbers can be changed digit by digit.
struct Dial {
  let characters: [Character]
  /// The number of characters before the cursor.
  let cursor: Int

  /// A line and its cursor after a digit was changed.
  struct Turned: Equatable {
    let text: String
    /// The cursor after the change.
    ///
    /// The cursor stays at the same place value. If the number has become too short for that place value, the cursor
    /// is at the first digit.
    let cursor: Int
  }

  enum Direction: Int, CaseIterable {
    case up = 1
    case down = -1
  }

  init(_ line: LineEditor) {
    characters = line.characters
    cursor = line.cursor
  }

  /// Changes the digit at the cursor by one, and returns the changed line.
  ///
  /// A carry also changes the digits on the left. If no digit is at the cursor, the digit before the cursor is changed.
  /// The result is nil if no number is at the cursor, if the cursor is in a label or a comment, or if a valid number
  /// would become invalid.
  func turned(_ direction: Direction) -> Turned? {
    guard let digit = digitAtCursor, NotationContexts(characters).isNotation(at: digit),
      let number = DialledNumber(characters, around: digit)
    else { return nil }
    let chain = DialledChain(number, in: characters)
    guard let turned = chain.turned(at: digit, direction) else { return nil }
    guard isAllowed(turned, for: chain) || !isAllowed(chain, for: chain) else { return nil }
    let before = String(characters[..<chain.range.lowerBound])
    let after = String(characters[chain.range.upperBound...])
    let end = chain.range.lowerBound + turned.text.count
    let start = end - turned.lastText.count
    return Turned(
      text: before + turned.text + after, cursor: min(max(end - (number.range.upperBound - cursor), start), end))
  }

  private var digitAtCursor: Int? {
    [cursor, cursor - 1].first { characters.indices.contains($0) && characters[$0].isDigit }
  }

  /// Whether the notation allows `value` in the line in place of `chain`; the unit after `chain` stays the same.
  private func isAllowed(_ value: DialledChain, for chain: DialledChain) -> Bool {
    let rest = characters[chain.range.upperBound...].drop { $0 == " " }
    let unit = String(characters[chain.range.upperBound...].prefix { $0 == " " } + rest.prefix(while: \.isLetter))
    let afterUnit = rest.drop(while: \.isLetter)
    if let first = rest.first, "xX×".contains(first), let count = value.wholeNumber {
      return PlanLimits.counts.contains(count)
    }
    let isPace =
      characters[..<chain.range.lowerBound].last { $0 != " " } == "@" || afterUnit.first == "/"
      || Self.speedUnits.contains(unit.filter { $0 != " " }.lowercased())
    guard !isPace else {
      let per = afterUnit.first == "/" ? String("/" + afterUnit.dropFirst().prefix { $0 == " " || $0.isLetter }) : ""
      return (try? PlanFile("1s @\(value.text)\(unit)\(per.prefix(Self.maxUnitLength))")) != nil
    }
    guard case .interval(let interval)? = try? PlanFile(value.text + unit).plan.steps.first else { return false }
    guard case .time(let time) = interval.goal else { return true }
    return time >= PlanLimits.minInterval
  }

  private static let speedUnits = ["mph", "kph", "kmh"]
  private static let maxUnitLength = 16
}

extension Character {
  /// Whether the character is a digit in the notation.
  var isDigit: Bool { ("0"..."9").contains(self) }
}

/// A number in a line, including its colons and decimals: `30`, `6.02`, `11:30`, `1:05:00.5`.
struct DialledNumber: Equatable {
  /// The range of the number's characters in the line.
  let range: Range<Int>
  /// The groups of digits that colons separate, without the decimals.
  let fields: [String]
  /// The digits after the point; empty without a point.
  let decimals: String

  /// Reads the number around a digit; nil if the notation does not allow the number.
  init?(_ characters: [Character], around digit: Int) {
    func isPart(_ character: Character) -> Bool { character.isDigit || character == ":" || character == "." }
    var start = digit
    while start > 0, isPart(characters[start - 1]) { start -= 1 }
    var end = digit + 1
    while end < characters.count, isPart(characters[end]) { end += 1 }
    while !characters[end - 1].isDigit { end -= 1 }
    let parts = characters[start..<end].split(separator: ".", omittingEmptySubsequences: false)
    let fields = parts[0].split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
    guard end - start <= Self.maxCharacters, parts.count <= 2, fields.count <= 3, !fields.contains(""),
      fields.dropFirst().allSatisfy({ $0.count == 2 })
    else { return nil }
    range = start..<end
    self.fields = fields
    decimals = parts.count == 2 ? String(parts[1]) : ""
  }

  /// The maximum number of characters of a number; a value with this many characters does not overflow.
  private static let maxCharacters = 15

  /// The value as a multiple of the place value of the last digit: 602 for `6.02`, 690 for `11:30`.
  var value: Int {
    fields.dropFirst().reduce(Int(fields[0]) ?? 0) { $0 * 60 + (Int($1) ?? 0) } * scale + (Int(decimals) ?? 0)
  }

  /// The power of ten that makes the decimals an integer: 100 for two decimals.
  var scale: Int { Self.power(decimals.count) }

  /// Returns the amount by which `value` increases if the digit at an index increases by one.
  func worth(ofDigitAt index: Int) -> Int {
    var right = range.upperBound - 1 - index
    guard right >= decimals.count else { return Self.power(right) }
    right -= decimals.isEmpty ? 0 : decimals.count + 1
    // Each field after the first is a colon and two digits.
    let field = min(right / 3, fields.count - 1)
    return Self.power(right - field * 3) * Self.power(field, of: 60) * scale
  }

  /// Returns the text of another value, with the same number of fields and decimals.
  ///
  /// The first field has at least `width` digits. If the old first field begins with a zero, the new first field is not
  /// shorter than the old first field.
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
