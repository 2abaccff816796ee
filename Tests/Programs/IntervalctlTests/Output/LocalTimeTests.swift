import Testing

@testable import intervalctl

@Suite struct LocalTimeTests {
  @Test(arguments: [
    (1_795_282_927, 3600, "2026-11-21T18:42:07+01:00"), (0, 0, "1970-01-01T00:00:00+00:00"),
    (0, -12_600, "1969-12-31T20:30:00-03:30"), (-1, 0, "1969-12-31T23:59:59+00:00"),
    (-86_400, 20_700, "1969-12-31T05:45:00+05:45"), (1_795_305_599, 50_400, "2026-11-22T13:59:59+14:00"),
  ])
  func `a moment is what clock and calendar show where the person is`(seconds: Int, offset: Int, text: String) {
    #expect(LocalTime(secondsSince1970: seconds, offset: offset).rfc3339 == text)
  }
}
