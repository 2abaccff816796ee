import WorkoutModel

/// A unit of time, with all its spellings.
enum TimeUnit: Int, CaseIterable {
  case hour = 3_600_000
  case minute = 60_000
  case second = 1000

  /// How many milliseconds one of it is.
  var milliseconds: Int { rawValue }

  var spellings: [String] {
    switch self {
    case .hour: ["h", "hr", "hrs", "hour", "hours"]
    case .minute: ["m", "min", "mins", "minute", "minutes"]
    case .second: ["s", "sec", "secs", "second", "seconds"]
    }
  }

  init?(_ word: String) {
    guard let unit = Self.allCases.first(where: { $0.spellings.contains(word) }) else { return nil }
    self = unit
  }
}

extension Scanner {
  /// Reads the rest of a clock, `1:30` or `1:05:00`, after its first field.
  ///
  /// The first of two fields is minutes and reaches 599; the others reach 59.
  mutating func clock(after first: Number) throws(NotationError) -> Duration {
    guard first.decimals.isEmpty else { throw error(.clockField(found: first.quotation, .notWhole), at: first.offset) }
    var fields = [first.whole]
    var decimals = ""
    while skip(":") {
      let start = offset
      let field = digits()
      guard field.count == 2 else { throw unexpected("two digits after ':'", at: start) }
      guard fields.count < 3 else { throw error(.clockField(found: field, .fourth), at: start) }
      guard field <= "59" else { throw error(.clockField(found: field, .above59), at: start) }
      fields.append(field)
    }
    if isNext("."), var ahead = Optional(self), ahead.skip("."), ahead.next?.isDigit == true {
      decimals = ahead.digits()
      self = ahead
    }
    let isHours = fields.count == 3
    let limit = isHours ? 59 : 599
    guard let leading = Int(first.whole), leading <= limit else {
      throw error(.clockField(found: first.quotation, .firstAbove(limit, isHours: isHours)), at: first.offset)
    }
    guard decimals.count <= 3 else {
      throw error(.tooManyDecimals(duration: shortened(text(from: first.offset))), at: first.offset)
    }
    let seconds = fields.reduce(0) { $0 * 60 + (Int($1) ?? 0) }
    return .milliseconds(seconds * 1000 + (Int((decimals + "000").prefix(3)) ?? 0))
  }

  /// Reads the rest of a duration in units, `1h2m30s`, after its first number and unit.
  ///
  /// The error of a number that follows and does not continue it depends on what may follow.
  mutating func duration(
    after first: Number, _ firstUnit: TimeUnit, spelled spelling: String, then successor: Successor
  ) throws(NotationError) -> Duration {
    var total = try milliseconds(first, firstUnit, spelled: spelling)
    var unit = firstUnit
    while true {
      var ahead = self
      ahead.skipSpaces()
      guard let number = try ahead.number() else { break }
      ahead.skipSpaces()
      let word = ahead.word()
      guard let nextUnit = TimeUnit(word) else {
        if word.isEmpty, ahead.isAtValueEnd {
          throw missingUnit(number, of: .time)
        }
        ahead.offset = number.offset
        let isSmaller = Kind(rawValue: word) != nil && unit != .second && number.decimals.isEmpty && number.value < 60
        let time = "\(shortened(text(first.offset..<number.end)))\(unit == .hour ? "m" : "s")"
        throw ahead.error(successor, instead: isSmaller ? .oneOf([time]) : nil)
      }
      guard nextUnit.milliseconds < unit.milliseconds else {
        throw error(
          .unitsOutOfOrder(unit: shortened(ahead.text(from: number.offset)), inPlan: successor == .step),
          at: number.offset)
      }
      total += try ahead.milliseconds(number, nextUnit, spelled: word)
      unit = nextUnit
      self = ahead
    }
    if spelling == "m", unit == .minute, first.value >= 100 {
      throw error(
        .metresOrMinutes(number: first.quotation, time: Duration.milliseconds(total).notation), at: first.offset)
    }
    guard .milliseconds(total) <= PlanLimits.maxDuration else {
      throw error(.durationTooLong(duration: shortened(text(from: first.offset))), at: first.offset)
    }
    return .milliseconds(total)
  }

  private func milliseconds(_ number: Number, _ unit: TimeUnit, spelled word: String) throws(NotationError) -> Int {
    guard number.decimals.count <= 3 else {
      throw error(.tooManyDecimals(duration: number.quotation), at: number.offset)
    }
    guard let value = number.milliseconds(unit: unit.milliseconds), .milliseconds(value) <= PlanLimits.maxDuration else {
      let duration = shortened(text(from: number.offset))
      let metres = word == "m" ? number.quotation : nil
      throw error(.durationTooLong(duration: duration, orMetres: metres), at: number.offset)
    }
    return value
  }

  /// Whether a value ends here with all that is written of it.
  var isAtValueEnd: Bool { isAtLineEnd || isNext(",") || isNext(")") || isNext("@") || isNext("\"") }

  /// The way out of a number after a time, where a comma and a step may follow.
  private var insteadOfComma: NotationError.Instead {
    paceWithoutSign() ?? extentAfterSteps().map { .oneOf([$0]) } ?? .comma
  }

  /// What may follow a time.
  enum Successor: Equatable {
    /// A step, with a comma before it.
    case step
    case lineEnd
    /// A pace with its sign, or the end.
    case pace
    case nothing
  }

  /// The error of what is here, where only a successor may be; `instead` is the way out, if known.
  func error(_ successor: Successor, instead: NotationError.Instead? = nil) -> NotationError {
    switch successor {
    case .step: unexpected("a comma between steps", instead: instead ?? insteadOfComma)
    case .lineEnd: unexpected("the end of the line", instead: instead)
    case .pace: unexpected("'@' and a pace, or the end", instead: instead ?? paceWithoutSign())
    case .nothing: error(.afterValue(found: found(at: offset), .time))
    }
  }
}
