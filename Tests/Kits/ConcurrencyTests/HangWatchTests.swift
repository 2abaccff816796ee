import Concurrency
import Testing

@Suite struct HangWatchTests {
  @Test func `only a call under way for longer than the limit hangs`() {
    let (strict, lenient) = (HangWatch(limit: .zero), HangWatch(limit: .seconds(3600)))
    func isHanging(_ watch: HangWatch) -> Bool {
      var isHanging = false
      watch.ifHanging { isHanging = true }
      return isHanging
    }
    #expect(!isHanging(strict))
    for watch in [strict, lenient] { watch.begin() }
    let began = ContinuousClock.now
    while .now == began {}
    #expect(isHanging(strict) && !isHanging(lenient))
    #expect(strict.end() && !lenient.end())
    #expect(!strict.end())
    #expect(!isHanging(strict) && !isHanging(lenient))
  }
}
