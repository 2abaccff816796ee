import Text
import WorkoutModel

/// A number as written: digits, perhaps a point and more digits.
struct Number {
  let whole: String
  /// The digits after the point; empty without one.
  let decimals: String
  /// Where it stands.
  let offset: Int

  /// The number for an error.
  var quotation: String { text.quotation }
  private var text: String { decimals.isEmpty ? whole : "\(whole).\(decimals)" }
  /// Where it has ended.
  var end: Int { offset + text.utf8.count }
  /// The nearest double; infinite where there is none.
  var value: Double { Double(text) ?? .infinity }

  /// The number of milliseconds in so many of a unit, exactly; nil where that is above any limit.
  func milliseconds(unit: Int) -> Int? {
    // Three decimals at most: digits + "000" cut to thousandths of the unit, whose milliseconds are whole thousands.
    guard let thousandths = Int(whole + (decimals + "000").prefix(3)) else { return nil }
    let (product, overflow) = thousandths.multipliedReportingOverflow(by: unit)
    return overflow ? nil : product / 1000
  }
}

extension Scanner {
  /// Reads a number; nil where no digit stands here.
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
  func missingUnit(_ number: Number, of measured: NotationError.Measured) -> NotationError {
    var ahead = self
    var decimal: NotationError.NumberMeaning?
    // In many countries decimals have a comma.
    if offset == number.end, ahead.skip(","), ahead.next?.isDigit == true {
      decimal = .decimal("\(number.whole).\(ahead.digits())".quotation)
    }
    return error(.missingUnit(number: number.quotation, of: measured, meant: decimal), at: number.offset)
  }
}
