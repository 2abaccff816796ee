import TestSupport
import Testing

/// The newest entry of debian/changelog.
struct Release {
  let version: String
  /// Date of the entry, such as `2026-11-21`.
  let date: String
  /// Whether the version is released.
  let isReleased: Bool

  static var newest: Release {
    get throws {
      let changes = try packageFile("debian/changelog")
      let title = try #require(changes.firstMatch(of: /^intervald \((.*?)\) (\w+);/))
      let day = try #require(changes.firstMatch(of: #/\n -- .*?>  \w+, (\d\d) (\w+) (\d{4}) /#))
      let month = try #require(months.firstIndex(of: String(day.2))) + 1
      return Release(
        version: String(title.1), date: "\(day.3)-\(month < 10 ? "0" : "")\(month)-\(day.1)",
        isReleased: title.2 != "UNRELEASED")
    }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
