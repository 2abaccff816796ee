import Dates

/// A time zone whose daylight saving time is correct only in 2026.
enum SampleTimeZone: CaseIterable {
  case berlin
  case newYork
  case auckland

  /// The offsets from UTC in seconds.
  private var offsets: (winter: Int, summer: Int) {
    switch self {
    case .berlin: (3600, 7200)
    case .newYork: (-18_000, -14_400)
    case .auckland: (43_200, 46_800)
    }
  }

  func localTime(_ seconds: Int) -> LocalTime {
    LocalTime(secondsSince1970: seconds, offset: isSummer(seconds) ? offsets.summer : offsets.winter)
  }

  private func isSummer(_ seconds: Int) -> Bool {
    switch self {
    // Daylight saving time lasts from 29 March, 01:00 UTC, to 25 October, 01:00 UTC.
    case .berlin: (1_774_746_000..<1_792_890_000).contains(seconds)
    // Daylight saving time lasts from 8 March, 07:00 UTC, to 1 November, 06:00 UTC.
    case .newYork: (1_772_953_200..<1_793_512_800).contains(seconds)
    // Standard time lasts from 4 April, 14:00 UTC, to 26 September, 14:00 UTC.
    case .auckland: !(1_775_311_200..<1_790_431_200).contains(seconds)
    }
  }
}
