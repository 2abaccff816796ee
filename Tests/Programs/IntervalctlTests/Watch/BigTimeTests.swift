import Text
import Testing

@testable import intervalctl

@Suite struct BigTimeTests {
  @Test func `digits are drawn in half blocks and in whole ones`() {
    #expect(BigTime("0:27", .small).lines == ["█▀█ ▄ ▀▀█ ▀▀█", "█ █ ▄ █▀▀   █", "▀▀▀   ▀▀▀   ▀"])
    #expect(
      BigTime("1:4", .large(1), ink: "#").lines == [
        "  ##        ##  ##", "####    ##  ##  ##", "  ##        ######", "  ##    ##      ##", "######          ##",
      ])
  }

  @Test(arguments: ["0:00", "12:34", "1:23:45", "99:59:59", "67:89"])
  func `all rows are as wide as each other, and as many as are said`(time: String) {
    for size in [BigTime.Size.small, .large(1), .large(2), .large(4)] {
      let lines = BigTime(time, size).lines
      #expect(lines.count == size.rows && Set(lines.map(\.columns)).count == 1)
    }
  }

  @Test func `no two digits look alike`() {
    let shapes = (0...9).map { BigTime("\($0)", .small).lines.joined(separator: "\n") }
    #expect(Set(shapes).count == 10)
  }
}
