import Concurrency
import Dispatch
import Synchronization
import TestSupport
import Testing

@Suite struct MailboxTests {
  @Test func `a mailbox handles its messages in order`() async {
    let dealt = Mutex<[Int]>([])
    let mailbox = Mailbox<Int>(label: "test", capacity: 1000) { number in dealt.withLock { $0.append(number) } }
    for number in 0..<1000 { mailbox.send(number) }
    await mailbox.drain(within: generousLimit)
    #expect(dealt.withLock { $0 } == Array(0..<1000))
  }

  @Test func `a full mailbox drops the oldest messages, and sending never blocks`() async throws {
    let dealt = Recording<Int>()
    let gate = DispatchGroup()
    let open = Mutex(false)
    gate.enter()
    let mailbox = Mailbox<Int>(label: "test", capacity: 4) { number in
      dealt.append(number)
      if !open.withLock({ $0 }) { gate.wait() }
    }
    mailbox.send(0)
    _ = try await dealt.first("the first message") { $0 == 0 }
    for number in 1...100 { mailbox.send(number) }
    open.withLock { $0 = true }
    gate.leave()
    await mailbox.drain(within: generousLimit)
    #expect(dealt.elements == [0, 97, 98, 99, 100])
  }

  @Test func `a message that need not block is handled at once, unless others wait`() async throws {
    let dealt = Recording<String>()
    let gate = DispatchGroup()
    gate.enter()
    let mailbox = Mailbox<Int>(label: "test", capacity: 4) { number in
      guard number != 2 else { return false }
      dealt.append("\(number) at once")
      return true
    } deal: { number in
      dealt.append("\(number)")
      gate.wait()
    }
    mailbox.send(1)
    #expect(dealt.elements == ["1 at once"])
    mailbox.send(2)
    _ = try await dealt.first("the second message") { $0 == "2" }
    mailbox.send(3)
    gate.leave()
    await mailbox.drain(within: generousLimit)
    #expect(dealt.elements == ["1 at once", "2", "3"])
  }
}
