import Concurrency
import Testing

@Suite struct MailboxTests {
  /// Contents that combine messages: the latest number, and the sum of all numbers since the last delivery.
  private struct Numbers: MailboxContents {
    var latest: Int?
    var sum = 0

    mutating func put(_ number: Int) {
      latest = number
      sum += number
    }

    mutating func next() -> [Int]? {
      guard let latest else { return nil }
      defer { self = Self() }
      return [latest, sum]
    }
  }

  private let mailbox = Mailbox(Numbers(), hangs: HangDetector(limit: .zero))

  @Test func `several messages start one delivery, which takes their combined contents`() {
    var deliveries = 0
    for number in 1...3 { mailbox.put({ $0.put(number) }, startDelivery: { deliveries += 1 }) }
    #expect(deliveries == 1)
    #expect(mailbox.contents.sum == 6)
    #expect(mailbox.next() == [3, 6])
    #expect(mailbox.next() == nil)
  }

  @Test func `a message that arrives during a delivery belongs to that delivery`() {
    mailbox.put({ $0.put(1) }, startDelivery: {})
    #expect(mailbox.next() == [1, 1])
    mailbox.put({ $0.put(2) }, startDelivery: { Issue.record("two deliveries at the same time") })
    #expect(mailbox.next() == [2, 2])
    #expect(mailbox.next() == nil)
  }

  @Test func `a message after the end of a delivery starts another delivery`() {
    #expect(mailbox.isIdle)
    mailbox.put({ $0.put(1) }, startDelivery: {})
    #expect(!mailbox.isIdle)
    while mailbox.next() != nil {}
    #expect(mailbox.isIdle)
    var isStarted = false
    mailbox.put({ $0.put(2) }, startDelivery: { isStarted = true })
    #expect(isStarted)
  }

  @Test func `a new message detects that the current delivery hangs`() {
    var isHanging = false
    mailbox.put({ $0.put(1) }, startDelivery: {}, onHang: { isHanging = true })
    #expect(!isHanging)
    mailbox.hangs.begin()
    let start = ContinuousClock.now
    while .now == start {}
    mailbox.put({ $0.put(2) }, startDelivery: {}, onHang: { isHanging = true })
    #expect(isHanging)
  }

  @Test func `the result of a change is returned`() {
    #expect(mailbox.put({ $0.sum + 1 }, startDelivery: {}) == 1)
  }
}
