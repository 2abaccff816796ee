import Dates
import Testing

@Suite struct ClockTimeTests {
  @Test(arguments: [
    (0, 0, "00:00:00"), (7 * 3600, 341, "07:05:41"), (86_399, 1, "00:00:00"), (7 * 3600, 25 * 3600 + 61, "08:01:01"),
    (0, -1, "23:59:59"), (12 * 3600, 2 * 86_400, "12:00:00"), (-1, 0, "23:59:59"), (3 * 86_400 + 60, 0, "00:01:00"),
  ])
  func `the clock has 24 hours and begins again at midnight`(start: Int, seconds: Int, shown: String) {
    #expect(ClockTime(secondsAfterMidnight: start).adding(seconds: seconds).text == shown)
  }
}
