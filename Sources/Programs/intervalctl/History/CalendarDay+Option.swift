import Text
import Dates

extension CalendarDay {
  /// Reads the value of an option: a date, a day by its name, or how long before today.
  init(option name: String, _ value: String, today: CalendarDay) throws(Failure) {
    let text = value.lowercased()
    let day = Self.date(text) ?? Self.named(text, today: today) ?? Self.before(today, text)
    guard let day else { throw .noDate(option: name, value, hint: Self.hint(for: text)) }
    self = day
  }

  /// The words that are days.
  static let words = ["today", "yesterday"] + weekdays.map { $0.lowercased() }

  private static func date(_ text: String) -> CalendarDay? {
    let fields = text.split(separator: "-", omittingEmptySubsequences: false)
    guard fields.map(\.count) == [4, 2, 2] else { return nil }
    let numbers = fields.compactMap(number)
    guard numbers.count == 3 else { return nil }
    return CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// The last such day, which may be today.
  private static func named(_ text: String, today: CalendarDay) -> CalendarDay? {
    switch text {
    case "today": return today
    case "yesterday": return today.advanced(by: -1)
    default:
      guard let weekday = weekdays.firstIndex(where: { $0.lowercased() == text }) else { return nil }
      return today.advanced(by: -((today.weekday - weekday + 7) % 7))
    }
  }

  private static func before(_ today: CalendarDay, _ text: String) -> CalendarDay? {
    let digits = text.prefix { ("0"..."9").contains($0) }
    guard digits.count <= 5, let count = number(digits) else { return nil }
    return switch text.dropFirst(digits.count) {
    case "d": today.advanced(by: -count)
    case "w": today.advanced(by: -7 * count)
    // Nothing in the history is as short as minutes.
    case "m", "mo": today.earlier(byMonths: count)
    case "y": today.earlier(byMonths: 12 * count)
    default: nil
    }
  }

  /// The number in a text that is nothing but digits.
  private static func number(_ text: Substring) -> Int? {
    text.allSatisfy { ("0"..."9").contains($0) } ? Int(text) : nil
  }

  private static func hint(for text: String) -> String {
    nearestWord(to: text, in: words).map { "did you mean '\($0)'?" }
      ?? "write 10d, 2w, 3mo or 1y; today, yesterday or monday; or 2026-11-01"
  }
}
