import Neighbours
import Testing

@Suite struct AsyncStreamEndTests {
  @Test func `a stream that ends is waited for`() async {
    let (stream, end) = AsyncStream<Never>.makeStream()
    let taken = await ContinuousClock().measure {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await stream.end(within: .seconds(60)) }
        group.addTask { end.finish() }
      }
    }
    #expect(taken < .seconds(30))
  }

  @Test func `one that does not is given up`() async {
    let (stream, end) = AsyncStream<Never>.makeStream()
    let taken = await ContinuousClock().measure { await stream.end(within: .milliseconds(10)) }
    #expect(taken >= .milliseconds(10))
    end.finish()
  }
}
