import PlanNotation
import WorkoutModel

/// A line of notation whose numbers can be dialled digit by digit, as on a picker.
struct Dial {
  let characters: [Character]
  /// How many characters stand before the cursor.
  let cursor: Int

  /// A line and its cursor after a turn.
  struct Turned: Equatable {
    let text: String
    /// At the same place value as before, or at the first digit where the number has got too short for that.
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

  /// The line with the digit under the cursor, or else the one just before it, turned by one, carried to the digits
  /// before it.
  ///
  /// Nil where there is no number, in a label or a comment, and where the notation allows nothing beyond: a number that
  /// is right as it stands stays right.
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

  /// Whether the notation allows a value in the place of another.
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
      return (try? PlanFile("1s @\(value.text)\(unit)\(per.prefix(Self.longestUnit))")) != nil
    }
    guard case .interval(let interval)? = try? PlanFile(value.text + unit).plan.steps.first else { return false }
    guard case .time(let time) = interval.goal else { return true }
    return time >= PlanLimits.minInterval
  }

  private static let speedUnits = ["mph", "kph", "kmh"]
  private static let longestUnit = 16
}

extension Character {
  /// Whether it is a digit of the notation.
  var isDigit: Bool { ("0"..."9").contains(self) }
}
