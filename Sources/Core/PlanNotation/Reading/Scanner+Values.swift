import Text
import WorkoutModel

/// Values whose kind is unknown, or another than the one that is needed.
extension Scanner {
  /// The kind of the value here, by the unit after its first number; nil if that does not tell.
  var valueKind: ValueKind? { valueHead.kind }

  /// The kind of the value that begins with the number and unit here, or with the word; and where these end.
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

  /// Refuses a value of another kind than the one that is needed; anything that is not a value is left to its reader.
  ///
  /// `sign` is what a pace follows here.
  func refuse(otherThan needed: ValueKind, sign: String? = nil) throws(NotationError) {
    let head = valueHead
    guard let kind = head.kind, kind != needed else { return }
    let clocks = needed == .pace ? clocksHere : []
    // A pace in another notation.
    guard clocks.count != 1 else { return }
    var ahead = self
    var instead: [String] = []
    var end = head.end
    do {
      try ahead.skipValue(of: kind)
      end = ahead.offset
    } catch {
      // A mistake in the clock of a pace is reported as such.
      if needed == .pace, case .clockField = error.reason { throw error }
    }
    let found = text(offset..<end).quotation
    switch (kind, needed) {
    case (.time, .distance):
      if let number = metres(before: head.end) { instead = ["\(number)mtr for metres", "\(number)mi for miles"] }
    case (.time, .pace):
      let isClock = found.count { $0 == ":" } == 1
      instead = isClock ? DistanceUnit.allCases.map { "\(found)/\($0.rawValue)" } : clocks
    case (.pace, .time): if let sign { instead = ["\(sign)\(found)"] }
    default: break
    }
    throw error(.wrongKind(found: found, kind: kind, needed: needed, instead: instead))
  }

  /// The error of a text that does not begin a value.
  func noValue() throws(NotationError) -> NotationError {
    var ahead = self
    guard let number = try ahead.number() else {
      return unexpected(
        "a time such as 1:05:00, a distance such as 10km or a pace such as 11:30/mi", words: Self.raceWords)
    }
    ahead.skipSpaces()
    guard ahead.next?.isLetter == true else { return ahead.missingUnit(number, of: .any) }
    let words = Self.goalUnits + Self.hourlySpeeds
    return ahead.unexpected(
      "a unit of time (s, m, h), distance (km, mi, mtr) or pace (/mi, /km, mph, kph, m/s)",
      words: words.filter { $0.count > 2 })
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

  /// The number of probable metres if the text up to `end` is a number and `m`; otherwise nil.
  private func metres(before end: Int) -> String? {
    var ahead = self
    guard let number = try? ahead.number() else { return nil }
    ahead.skipSpaces()
    return ahead.word() == "m" && ahead.offset == end ? number.quotation : nil
  }
}
