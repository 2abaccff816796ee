import Testing

@testable import Desktop

@Suite struct NotificationMailboxTests {
  @Test func `it is empty until something is wanted, and after it was taken`() {
    var mailbox = NotificationMailbox()
    #expect(mailbox.isEmpty)
    mailbox.show(.cue("Run"))
    #expect(!mailbox.isEmpty)
    #expect(mailbox.take().latest == .cue("Run"))
    #expect(mailbox.isEmpty)
    mailbox.close()
    #expect(!mailbox.isEmpty)
  }

  enum Call: Sendable {
    case show(DesktopNotification)
    case close
  }

  /// Calls, and what is left of them.
  struct Outcome: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let calls: [Call]
    let closes: Bool
    let leaves: Bool
    let latest: DesktopNotification?

    init(_ description: String, _ calls: [Call], closes: Bool, leaves: Bool, latest: DesktopNotification?) {
      testDescription = description
      self.calls = calls
      self.closes = closes
      self.leaves = leaves
      self.latest = latest
    }
  }

  static let one = DesktopNotification.cue("1")
  static let two = DesktopNotification.cue("2")
  static let newStart = DesktopNotification.cue("new", replacement: .beside)
  static let fresh = DesktopNotification.cue("fresh", replacement: .anew)

  @Test(arguments: [
    Outcome("the latest wins", [.show(one), .show(two)], closes: false, leaves: false, latest: two),
    Outcome("what is closed is not shown", [.show(one), .close], closes: true, leaves: true, latest: nil),
    Outcome("what follows a closing takes no place", [.close, .show(one)], closes: true, leaves: true, latest: one),
    Outcome(
      "a new start outlasts what follows it", [.show(newStart), .show(two)], closes: false, leaves: true, latest: two),
    Outcome(
      "closing a new start leaves what was there before alone", [.show(newStart), .close],
      closes: false, leaves: true, latest: nil),
    Outcome("a new start after a closing", [.close, .show(newStart)], closes: true, leaves: true, latest: newStart),
    Outcome("what comes up anew takes away what is shown", [.show(fresh)], closes: true, leaves: true, latest: fresh),
    Outcome(
      "what comes up anew is replaced in place", [.show(fresh), .show(two)], closes: true, leaves: true, latest: two),
    Outcome(
      "what comes up anew takes the place of one not yet shown", [.show(newStart), .show(fresh)],
      closes: false, leaves: true, latest: fresh),
    Outcome("closing what was to come up anew", [.show(fresh), .close], closes: true, leaves: true, latest: nil),
  ])
  func `calls are reduced to their outcome`(outcome: Outcome) {
    var mailbox = NotificationMailbox()
    for call in outcome.calls {
      switch call {
      case .show(let notification): mailbox.show(notification)
      case .close: mailbox.close()
      }
    }
    #expect(mailbox.closesPresent == outcome.closes)
    #expect(mailbox.leavesPresent == outcome.leaves)
    #expect(mailbox.latest == outcome.latest)
  }
}
