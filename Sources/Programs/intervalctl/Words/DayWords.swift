import Dates
import Text
import WorkoutModel

/// The words for days.
extension CalendarDay {
  /// `20 Nov`, and of another year than the present one `20 Nov 2025`.
  func text(in year: Int) -> String {
    self.year == year ? dayAndMonth : "\(dayAndMonth) \(self.year)"
  }

  /// `Fri 20 Nov`, and of another year than the present one `20 Nov 2025`.
  func weekdayText(in year: Int) -> String {
    self.year == year ? "\(weekdayName) \(dayAndMonth)" : text(in: year)
  }

  /// The same for a column in which days stand below each other: `Mon  2 Nov`.
  func weekdayColumn(in year: Int) -> String {
    self.year == year ? "\(weekdayName) \(dayAndMonth.padded(to: 6, rightAligned: true))" : text(in: year)
  }

  /// Its week: `16–22 Nov`, `30 Nov–6 Dec`, and of another year `21–27 Dec 2025`.
  func weekText(in year: Int) -> String {
    let sunday = monday.advanced(by: 6)
    let first = monday.date.month == sunday.date.month ? "\(monday.date.day)" : monday.dayAndMonth
    let isOfYear = monday.year == year || sunday.year == year
    return "\(first)–\(sunday.dayAndMonth)" + (isOfYear ? "" : " \(sunday.year)")
  }

  private var weekdayName: Substring { Self.weekdays[weekday].prefix(3) }

  private var dayAndMonth: String {
    let (_, month, day) = date
    return "\(day) \(Self.months[month - 1])"
  }

  /// The names of the days, from Monday on.
  static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
