import ControlInterface
import Testing

@testable import intervalctl

@Suite struct ExtendTests {
  @Test(arguments: [
    ("30s", 30_000), ("-10s", -10_000), ("1m 30s", 90_000), ("-0:10", -10_000), ("1.5s", 1500), ("-1h", -3_600_000),
    ("+10s", 10_000),
  ])
  func `a time can have a sign`(text: String, milliseconds: Int) throws {
    #expect(try Extend.milliseconds(text) == milliseconds)
  }

  @Test(arguments: ["30", "30s run", "5km", "open", "30s, 30s", "", "-", "--10s", "ten", "4x30s"])
  func `a text that is not a single time is a usage error`(text: String) throws {
    #expect { try Extend.milliseconds(text) } throws: { ($0 as? Failure)?.status == .usage }
  }

  @Test(arguments: [
    (["extend", "-10s"], ["extend", "--", "-10s"]),
    (["extend", "-1h", "30m"], ["extend", "--", "-1h", "30m"]),
    (["extend", "-1h", "--json", "30m"], ["extend", "--json", "--", "-1h", "30m"]),
    (["extend", "--", "-10s"], ["extend", "--", "-10s"]),
    (["extend", "--help"], ["extend", "--help"]),
    (["correct", "-1km"], ["correct", "--", "-1km"]),
    (["start", "-10s"], ["start", "-10s"]),
    ([], []),
  ])
  func `a negative value is not parsed as an option`(arguments: [String], protected: [String]) {
    #expect(Intervalctl.protectingNegativeValues(in: arguments) == protected)
  }
}
