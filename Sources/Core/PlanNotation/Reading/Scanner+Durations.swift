import Text
import WorkoutModel

/// Number as written: digits, possibly followed by a point and more digits.
struct Number {
  let whole: String
  /// Digits after the point; empty if the number has no point.
  let decimals: String
  let offset: Int

  /// The number as an error message quotes it.
  var quotation: String { text.quotation }
  private var text: String { decimals.isEmpty ? whole : "\(whole).\(decimals)" }
  /// The offset after the number.
  var end: Int { offset + text.utf8.count }
  /// The nearest double; infinity if the number is too large.
  var value: Double { Double(text) ?? .infinity }

  /// Converts the number from a unit of time to milliseconds; returns nil if the result overflows.
  ///
  /// `unit` is the length of the unit in milliseconds, a multiple of 1000. Only the first three decimals count.
  func milliseconds(unit: Int) -> Int? {
    guard let thousandths = Int(whole + (decimals + "000").prefix(3)) else { return nil }
    let (product, overflow) = thousandths.multipliedReportingOverflow(by: unit)
    return overflow ? nil : product / 1000
  }
}

extension Scanner {
  /// Reads a number; returns nil if no digit is next.
  mutating func number() throws(NotationError) -> Number? {
    let start = offset
    let whole = digits()
    guard !whole.isEmpty else { return nil }
    guard skip(".") else { return Number(whole: whole, decimals: "", offset: start) }
    let decimals = digits()
    guard !decimals.isEmpty else { throw unexpected("a digit after the point") }
    return Number(whole: whole, decimals: decimals, offset: start)
  }

  /// The error for a number without a unit.
  func missingUnit(_ number: Number, of quantity: NotationError.Quantity) -> NotationError {
    var ahead = self
    var decimal: NotationError.NumberMeaning?
    // In many countries, the decimal separator is a comma.
    if offset == number.end, ahead.skip(","), ahead.next?.isDigit == true {
      let text = "\(number.whole).\(ahead.digits())".quotation
      ahead.skipSpaces()
      let unit = ahead.word()
      decimal = (Self.goalUnits + Self.hourlySpeeds).contains(unit) ? .value("\(text)\(unit)") : .decimal(text)
    }
    return error(.missingUnit(number: number.quotation, of: quantity, meant: decimal), at: number.offset)
  }
}

/// Unit of time; the raw value is the length of the unit in milliseconds.
enum TimeUnit: Int, CaseIterable {
  case hour = 3_600_000
  case minute = 60_000
  case second = 1000

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
  /// Reads the rest of a clock time, such as `1:30` or `1:05:00`, after its first field.
  ///
  /// A clock time with two fields has at most 599 minutes. All other fields are at most 59.
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
      throw error(.tooManyDecimals(duration: text(from: first.offset).quotation), at: first.offset)
    }
    let seconds = fields.reduce(0) { $0 * 60 + (Int($1) ?? 0) }
    return .milliseconds(seconds * 1000 + (Int((decimals + "000").prefix(3)) ?? 0))
  }

  /// Reads the rest of a duration with units, such as `1h2m30s`, after its first number and unit.
  ///
  /// If the next number is not part of the duration, `successor` determines the error.
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
        // In `1m 3x session: 2m`, the number begins the next session.
        if isInProgram, successor == .step, ahead.isAtProgramHeading { break }
        throw ahead.error(successor)
      }
      guard nextUnit.milliseconds < unit.milliseconds else {
        throw error(
          .unitsOutOfOrder(unit: ahead.text(from: number.offset).quotation, inPlan: successor == .step),
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
      throw error(.durationTooLong(duration: text(from: first.offset).quotation), at: first.offset)
    }
    return .milliseconds(total)
  }

  private func milliseconds(_ number: Number, _ unit: TimeUnit, spelled word: String) throws(NotationError) -> Int {
    guard number.decimals.count <= 3 else {
      throw error(.tooManyDecimals(duration: number.quotation), at: number.offset)
    }
    guard let value = number.milliseconds(unit: unit.milliseconds), .milliseconds(value) <= PlanLimits.maxDuration
    else {
      let duration = text(from: number.offset).quotation
      let metres = word == "m" ? number.quotation : nil
      throw error(.durationTooLong(duration: duration, orMetres: metres), at: number.offset)
    }
    return value
  }

  /// Whether a character that ends a value is next.
  var isAtValueEnd: Bool { isAtLineEnd || isNext(",") || isNext(")") || isNext("@") || isNext("\"") }

  /// Text that may follow a time.
  enum Successor: Equatable {
    /// A step after a comma.
    case step
    case lineEnd
    /// The sign `@` and a pace, or the end of the text.
    case pace
    case nothing
  }

  /// The error for a text that is not the expected successor.
  func error(_ successor: Successor) -> NotationError {
    switch successor {
    case .step: unexpected("a comma between steps", fix: .comma)
    case .lineEnd: unexpected("the end of the line")
    case .pace: unexpected("'@' and a pace, or the end", fix: fixForPaceWithoutSign())
    case .nothing: error(.afterValue(found: found(at: offset), .time))
    }
  }
}
