import Concurrency
import Testing

@Suite struct HangDetectorTests {
  private func isHanging(_ detector: HangDetector) -> Bool {
    var isHanging = false
    detector.reportHang { isHanging = true }
    return isHanging
  }

  @Test func `a call hangs from its time limit until its end`() {
    let detector = HangDetector(limit: .zero)
    #expect(!isHanging(detector))
    detector.begin()
    let start = ContinuousClock.now
    while .now == start {}
    #expect(isHanging(detector))
    #expect(detector.end())
    #expect(!detector.end())
    #expect(!isHanging(detector))
  }

  @Test func `a call within the limit does not hang`() {
    let detector = HangDetector(limit: .seconds(3600))
    detector.begin()
    #expect(!isHanging(detector))
    #expect(!detector.end())
    #expect(!isHanging(detector))
  }
}
