import Text
import WorkoutModel

/// Values whose kind is unknown or not the expected kind.
extension Scanner {
  /// The kind of the next value, which the unit after the first number determines; nil if unknown.
  var valueKind: ValueKind? { valueHead.kind }

  /// The kind of the next value, and the offset at which the head of the value ends.
  ///
  /// The head is the first number with its unit, or a word such as `marathon`.
  private var valueHead: (kind: ValueKind?, end: Int) {
    var ahead = self
    guard next?.isDigit == true else { return (Self.raceWords.contains(ahead.word()) ? .distance : nil, ahead.offset) }
    while let next = ahead.next, next.isDigit || ".:".utf8.contains(next) { ahead.offset += 1 }
    let numberEnd = ahead.offset
    let isClock = ahead.text(from: offset).contains(":")
    ahead.skipSpaces()
    let unit = ahead.word()
    if ahead.skip("/") {
      ahead.skipSpaces()
      _ = ahead.word()
      return (.pace, ahead.offset)
    }
    if isClock { return (.time, numberEnd) }
    if Self.hourlySpeeds.contains(unit) { return (.pace, ahead.offset) }
    if TimeUnit(unit) != nil { return (.time, ahead.offset) }
    let isDistance = Self.metreSpellings.contains(unit) || DistanceUnit(spelling: unit) != nil
    return (isDistance ? .distance : nil, ahead.offset)
  }

  /// Throws an error if the next value is of another kind; does nothing if the text is not a value.
  ///
  /// `sign` is the sign that the hint shows before a pace.
  func requireKind(_ needed: ValueKind, sign: String? = nil) throws(NotationError) {
    let head = valueHead
    guard let kind = head.kind, kind != needed else { return }
    let clocks = needed == .pace ? clocksHere : []
    // For a pace such as `5'30/km`, the function that reads paces throws a better error.
    guard clocks.count != 1 else { return }
    var ahead = self
    var fixes: [String] = []
    var end = head.end
    do {
      try ahead.skipValue(of: kind)
      end = ahead.offset
    } catch {
      // An error in the clock time of a pace is more helpful than an error about the kind.
      if needed == .pace, case .clockField = error.reason { throw error }
    }
    let found = text(offset..<end).quotation
    switch (kind, needed) {
    case (.time, .distance):
      if let number = metres(before: head.end) { fixes = ["\(number)mtr for metres", "\(number)mi for miles"] }
    case (.time, .pace):
      let isClock = found.count { $0 == ":" } == 1
      fixes = isClock ? DistanceUnit.allCases.map { "\(found)/\($0.rawValue)" } : clocks
    case (.pace, .time): if let sign { fixes = ["\(sign)\(found)"] }
    default: break
    }
    throw error(.wrongKind(found: found, kind: kind, needed: needed, fixes: fixes))
  }

  /// The error for a text that does not begin with a value.
  func missingValue() throws(NotationError) -> NotationError {
    var ahead = self
    guard let number = try ahead.number() else {
      return unexpected(
        "a time such as 1:05:00, a distance such as 10km or a pace such as 11:30/mi", words: Self.raceWords)
    }
    ahead.skipSpaces()
    guard ahead.next?.isLetter == true else { return ahead.missingUnit(number, of: .any) }
    let words = Self.goalUnits + Self.hourlySpeeds
    let isYards = ["yd", "yds", "yard", "yards"].contains(ahead.peekWord())
    let metres = isYards ? shortestText((number.value * 9144).rounded() / 10_000) : nil
    return ahead.unexpected(
      "a unit of time (s, m, h), distance (km, mi, mtr) or pace (/mi, /km, mph, kph, m/s)",
      words: words.filter { $0.count > 2 }, fix: metres.map { .oneOf(["\($0)mtr"]) })
  }

  private mutating func skipValue(of kind: ValueKind) throws(NotationError) {
    switch kind {
    case .time: _ = try duration()
    case .distance: _ = try distance()
    case .pace: _ = try pace()
    }
  }

  private var clocksHere: [String] {
    var ahead = self
    return (try? ahead.number()).flatMap(clocks(startingWith:)) ?? []
  }

  /// The number before the unit `m`, which may mean metres; nil if the text up to `end` is not a number with `m`.
  private func metres(before end: Int) -> String? {
    var ahead = self
    guard let number = try? ahead.number() else { return nil }
    ahead.skipSpaces()
    return ahead.word() == "m" && ahead.offset == end ? number.quotation : nil
  }
}
