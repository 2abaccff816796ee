import Concurrency
import Glibc
import Testing

@Suite struct DurationUnitsTests {
  @Test(
    arguments: [
      (.zero, 0, 0), (.nanoseconds(1), 0, 1), (.microseconds(1), 1, 1), (.nanoseconds(1999), 1, 2),
      (.seconds(30), 30_000_000, 30_000_000), (.nanoseconds(-1999), -1, -1),
      (.seconds(Int64.max), .max, .max), (.seconds(Int64.min), .min, .min),
    ] as [(Duration, Int64, Int64)])
  func `microseconds are rounded towards zero or up, and limited to 64 bits`(
    duration: Duration, towardsZero: Int64, up: Int64
  ) {
    #expect(duration.inMicroseconds == towardsZero)
    #expect(duration.inMicrosecondsRoundedUp == up)
  }

  @Test(
    arguments: [
      (.zero, 0), (.nanoseconds(1), 1), (.milliseconds(2), 2), (.microseconds(2001), 3), (.seconds(-1), 0),
      (.seconds(1 << 40), .max),
    ] as [(Duration, CInt)])
  func `a timeout is rounded up to milliseconds, and limited to its type`(duration: Duration, milliseconds: CInt) {
    #expect(duration.inTimeoutMilliseconds(as: CInt.self) == milliseconds)
  }

  @Test func `a timeval has seconds and the rest in microseconds`() {
    let value = timeval(.nanoseconds(2_000_003_999))
    #expect(value.tv_sec == 2)
    #expect(value.tv_usec == 3)
  }
}
