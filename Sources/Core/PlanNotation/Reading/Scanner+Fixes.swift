import Text
import WorkoutModel

/// Corrections of texts in other notations.
extension Scanner {
  /// The correction of a typographic quote or an invisible character; nil for any other character.
  func fixForCharacter(at offset: Int) -> NotationError.Fix? {
    var end = offset + 1
    while end < bytes.count, bytes[end].isContinuation { end += 1 }
    guard offset < bytes.count, let scalar = text(offset..<end).unicodeScalars.first else { return nil }
    if "“”„‟‘’‚«»'".unicodeScalars.contains(scalar) {
      let closings = "“”‟‘’«»'\"".unicodeScalars
      let text = text(end..<min(end + 200, bytes.count)).unicodeScalars
        .prefix { !closings.contains($0) && $0 != "\n" && $0 != "," && $0 != ")" }
      let label = String(text).quotation
      guard !label.isEmpty else { return nil }
      return scalar == "'" ? .oneOf([quoted(label)]) : .straightQuotes(quoted(label))
    }
    return scalar.isVisible || " \t\r\n".unicodeScalars.contains(scalar) ? nil : .deleteInvisible
  }

  // MARK: Paces

  /// The correction of a pace without `@`; nil if the next text is not a pace.
  func fixForPaceWithoutSign() -> NotationError.Fix? {
    var ahead = self
    if ["at", "pace"].contains(ahead.peekWord()) {
      _ = ahead.word()
      ahead.skipSpaces()
    }
    let start = ahead.offset
    guard ahead.next?.isDigit == true else { return nil }
    if ahead.valueKind == .pace {
      do throws(NotationError) {
        _ = try ahead.pace()
        return .oneOf(["@\(ahead.text(from: start).quotation)"])
      } catch {
        guard case .paceWithoutSeconds(_, let number, let unit) = error.reason else { return nil }
        return NotationError.clock(meantBy: number).map { .oneOf(["@\($0)/\(unit)"]) }
      }
    }
    guard let number = try? ahead.number(), let clock = ahead.clocks(startingWith: number), clock.count == 1 else {
      return nil
    }
    return .oneOf(["@\(clock[0])"])
  }

  /// The possible meanings of a pace in another notation, such as `5'30/km` or `5m30s/km`; nil for any other text.
  ///
  /// `number` is the first number of the pace. The result contains the pace in each possible unit. If the text contains
  /// a unit, the result has one element.
  func clocks(startingWith number: Number) -> [String]? {
    guard number.decimals.isEmpty, (1...2).contains(number.whole.count) else { return nil }
    var ahead = self
    ahead.offset = number.end
    ahead.skipSpaces()
    guard ahead.skipAny(of: ["'", "′", "’", "min", "m"]) else { return nil }
    ahead.skipSpaces()
    let seconds = ahead.digits()
    guard seconds.count == 2, seconds <= "59" else { return nil }
    _ = ahead.skipAny(of: ["''", "\"", "″", "’’", "”", "sec", "s"])
    ahead.skipSpaces()
    return ahead.unitsMeant().map { "\(number.whole):\(seconds)/\($0.rawValue)" }
  }

  /// The possible units of a pace, according to the text that follows the time of the pace.
  ///
  /// Examples of this text are `min/km`, `km` and `per mile`. If the text names no unit, all units are possible.
  func unitsMeant() -> [DistanceUnit] {
    var ahead = self
    if ["min", "per", "a"].contains(ahead.peekWord()) { _ = ahead.word() }
    ahead.skipSpaces()
    _ = ahead.skip("/")
    ahead.skipSpaces()
    return DistanceUnit(spelling: ahead.word()).map { [$0] } ?? DistanceUnit.allCases
  }

  /// The correction of a count that is not followed by `x`, as in `3 sessions: 30m run`; nil for any other text.
  func fixForSessionCount() -> NotationError.Fix? {
    var ahead = self
    _ = ahead.skipAny(of: ["x", "×"])
    let digits = ahead.digits()
    ahead.skipSpaces()
    if ahead.skipAny(of: ["x", "×", "*"]) { ahead.skipSpaces() }
    guard !digits.isEmpty, ahead.word().hasPrefix("session") else { return nil }
    return .oneOf(["\(digits.quotation)x session\(ahead.textToLineEnd.quotation)"])
  }

  /// Whether the opening bracket of a list is next; brackets of other notations count.
  var isAtList: Bool { isNext("(") || isNext("[") || isNext("{") }

  /// Reads one of `texts` if it is next, ignoring case; returns false if none of them is next.
  mutating func skipAny(of texts: [String]) -> Bool {
    for text in texts {
      let end = offset + text.utf8.count
      guard end <= bytes.count, self.text(offset..<end).lowercased() == text.lowercased() else { continue }
      offset = end
      return true
    }
    return false
  }

  /// The fix for the second pace of a range such as `@5:30/km-6:00/km`.
  var fixForRange: NotationError.Fix? {
    let value = textToLineEnd.prefix { !" ,)".contains($0) }
    guard value.first == "-" || value.first == "–", value.dropFirst().first?.isNumber == true,
      value.contains(where: { ":/h".contains($0) })
    else { return nil }
    return .leaveOut(String(value).quotation)
  }
}
