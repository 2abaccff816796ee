import Testing

@testable import Dates

@Suite struct ClockTimeTests {
  @Test(arguments: [
    ("7:00", "07:00:00"), ("07:00", "07:00:00"), ("0:00", "00:00:00"), ("23:59", "23:59:00"), ("18:30:15", "18:30:15"),
  ])
  func `a time of day is read with or without seconds`(text: String, shown: String) throws {
    #expect(try #require(ClockTime(text)).text == shown)
  }

  @Test(arguments: [
    "", "7", "7:0", "7:000", "24:00", "7:60", "7:00:60", "7:00:00:00", "-1:00", "7:00 ", "7pm", "7:00pm", "007:00",
    ":00",
    "٧:٠٠",
  ])
  func `any other text is not a time of day`(text: String) {
    #expect(ClockTime(text) == nil)
  }

  @Test(arguments: [
    ("23:59:59", 1, "00:00:00"), ("7:00", 25 * 3600 + 61, "08:01:01"), ("0:00", -1, "23:59:59"),
    ("12:00", 2 * 86_400, "12:00:00"),
  ])
  func `the clock begins again at midnight`(text: String, seconds: Int, shown: String) throws {
    #expect(try #require(ClockTime(text)).adding(seconds: seconds).text == shown)
  }
}
