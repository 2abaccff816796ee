import Concurrency
import TestSupport
import TestTraits
import Testing

@Suite(.hangLimit) struct TimeLimitTests {
  @Test func `a wait for the end of a stream ends with the stream`() async {
    let (stream, end) = AsyncStream<Never>.makeStream()
    await withTaskGroup(of: Void.self) { group in
      // This limit exceeds the time limit of the suite, so the test passes only if the wait ends with the stream.
      group.addTask { await stream.end(within: .seconds(1000)) }
      group.addTask { end.finish() }
    }
  }

  @Test func `a wait for a stream that does not end ends at the time limit`() async {
    let (stream, end) = AsyncStream<Never>.makeStream()
    let duration = await ContinuousClock().measure { await stream.end(within: .milliseconds(10)) }
    #expect(duration >= .milliseconds(10))
    end.finish()
  }

  @Test func `a wait for the first element returns the element, even if it is nil`() async {
    let (elements, sink) = AsyncStream<Int?>.makeStream()
    sink.yield(nil)
    sink.yield(2)
    let first = await elements.first(within: generousLimit)
    #expect(first == .some(nil))
  }

  @Test func `a wait without an element returns nil at the end of the stream or at the time limit`() async {
    let (ended, end) = AsyncStream<Int>.makeStream()
    end.finish()
    #expect(await ended.first(within: generousLimit) == nil)
    let (silent, sink) = AsyncStream<Int>.makeStream()
    #expect(await silent.first(within: .milliseconds(10)) == nil)
    sink.finish()
  }
}
