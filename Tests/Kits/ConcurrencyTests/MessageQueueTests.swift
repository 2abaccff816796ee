import Concurrency
import Dispatch
import Synchronization
import TestSupport
import Testing

@Suite struct MessageQueueTests {
  @Test func `messages are delivered in order`() async {
    let delivered = Mutex<[Int]>([])
    let queue = MessageQueue<Int>(label: "test", capacity: 1000) { number in delivered.withLock { $0.append(number) } }
    for number in 0..<1000 { queue.send(number) }
    await queue.drain(within: generousLimit)
    #expect(delivered.withLock { $0 } == Array(0..<1000))
  }

  @Test func `a slow delivery drops the oldest messages, and does not block the sender`() async throws {
    let delivered = Recording<Int>()
    let gate = DispatchGroup()
    let open = Mutex(false)
    gate.enter()
    let queue = MessageQueue<Int>(label: "test", capacity: 4) { number in
      delivered.append(number)
      if !open.withLock({ $0 }) { gate.wait() }
    }
    queue.send(0)
    _ = try await delivered.first("the first message") { $0 == 0 }
    for number in 1...100 { queue.send(number) }
    open.withLock { $0 = true }
    gate.leave()
    await queue.drain(within: generousLimit)
    #expect(delivered.elements == [0, 97, 98, 99, 100])
  }

  @Test func `a message that does not block is delivered at once, unless others are queued`() async throws {
    let delivered = Recording<String>()
    let gate = DispatchGroup()
    gate.enter()
    let queue = MessageQueue<Int>(label: "test", capacity: 4) { number in
      guard number != 2 else { return false }
      delivered.append("\(number) at once")
      return true
    } deliver: { number in
      delivered.append("\(number)")
      gate.wait()
    }
    queue.send(1)
    #expect(delivered.elements == ["1 at once"])
    queue.send(2)
    _ = try await delivered.first("the second message") { $0 == "2" }
    queue.send(3)
    gate.leave()
    await queue.drain(within: generousLimit)
    #expect(delivered.elements == ["1 at once", "2", "3"])
  }
}
