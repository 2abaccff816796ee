import Concurrency
import Testing

@Suite(.timeLimit(.minutes(2))) struct AsyncStreamFirstTests {
  @Test func `a stream that ends is waited for, and no longer`() async {
    let (stream, end) = AsyncStream<Never>.makeStream()
    await withTaskGroup(of: Void.self) { group in
      // Longer than this suite may take.
      group.addTask { await stream.end(within: .seconds(1000)) }
      group.addTask { end.finish() }
    }
  }

  @Test func `one that does not is given up`() async {
    let (stream, end) = AsyncStream<Never>.makeStream()
    let taken = await ContinuousClock().measure { await stream.end(within: .milliseconds(10)) }
    #expect(taken >= .milliseconds(10))
    end.finish()
  }

  @Test func `the first element is waited for, and no second one`() async {
    let (elements, sink) = AsyncStream<Int?>.makeStream()
    sink.yield(nil)
    sink.yield(2)
    let first = await elements.first(within: .seconds(60))
    #expect(first == .some(nil))
  }

  @Test func `without an element it is nil, by the end of the stream or of the time`() async {
    let (ended, end) = AsyncStream<Int>.makeStream()
    end.finish()
    #expect(await ended.first(within: .seconds(60)) == nil)
    let (silent, sink) = AsyncStream<Int>.makeStream()
    #expect(await silent.first(within: .milliseconds(10)) == nil)
    sink.finish()
  }
}
