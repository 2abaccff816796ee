import Testing
import Text

@testable import intervalctl

@Suite struct RenderProgressTests {
  @Test(arguments: [
    (Duration.zero, 80, "                                           0%  0:00 of 43:12"),
    (.seconds(648), 80, "██████████                                25% 10:48 of 43:12"),
    (.seconds(2592), 80, "████████████████████████████████████████ 100% 43:12 of 43:12"),
    (.seconds(2600), 80, "████████████████████████████████████████ 100% 43:12 of 43:12"),
    (.seconds(1296), 30, "████▌      50% 21:36 of 43:12"), (.seconds(1296), 20, " 50%"),
  ])
  func `the progress is shown as a percentage, and as a bar and a time if they fit`(
    done: Duration, width: Int, line: String
  ) {
    #expect(RenderProgress.line(done, of: .seconds(2592), width: width) == line)
    #expect(line.columns < width)
  }
}
