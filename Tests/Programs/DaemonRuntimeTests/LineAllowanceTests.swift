import Testing

@testable import DaemonRuntime

@Suite struct LineAllowanceTests {
  @Test func `ten lines go to the log, the last one says so, and a minute after the first there are more`() {
    var allowance = LineAllowance()
    let begin = ContinuousClock.now
    for minute in 0..<2 {
      let now = begin + LineAllowance.time * minute
      for _ in 0..<9 { #expect(allowance.take(at: now) == .line) }
      #expect(allowance.take(at: now) == .lastLine)
      for second in 0..<59 { #expect(allowance.take(at: now + .seconds(second)) == .nothing) }
    }
  }
}
