import Testing

@testable import Desktop

@Suite struct NotificationRequestsTests {
  @Test func `requests are delivered once`() {
    var requests = NotificationRequests()
    #expect(requests.next() == nil)
    requests.show(.cue("Run"))
    #expect(requests.next()?.latest == .cue("Run"))
    #expect(requests.next() == nil)
    requests.close()
    #expect(requests.next()?.closesPresent == true)
    #expect(requests.next() == nil)
  }

  @Test func `a request to show a pressed notification again is delivered once`() {
    var requests = NotificationRequests()
    requests.showAgainAfterPress()
    #expect(requests.next()?.showsAgainAfterPress == true)
    #expect(requests.next() == nil)
  }

  enum Call: Sendable {
    case show(DesktopNotification)
    case close
  }

  /// A sequence of calls, and the combined effect of these calls.
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
  static let afterClosing = DesktopNotification.cue("after", replacement: .afterClosing)

  @Test(arguments: [
    Outcome(
      "the latest notification replaces the earlier one", [.show(one), .show(two)], closes: false, leaves: false,
      latest: two),
    Outcome(
      "a notification that is closed is not shown", [.show(one), .close], closes: true, leaves: true, latest: nil),
    Outcome(
      "a notification after a close request replaces nothing", [.close, .show(one)], closes: true, leaves: true,
      latest: one),
    Outcome(
      "a notification after a new start is shown beside the earlier one", [.show(newStart), .show(two)], closes: false,
      leaves: true, latest: two),
    Outcome(
      "closing a new start leaves the earlier notification on the screen", [.show(newStart), .close],
      closes: false, leaves: true, latest: nil),
    Outcome(
      "a new start after a close request replaces nothing", [.close, .show(newStart)], closes: true, leaves: true,
      latest: newStart),
    Outcome(
      "a notification after closing closes the current one", [.show(afterClosing)], closes: true, leaves: true,
      latest: afterClosing),
    Outcome(
      "the current notification is closed even if a later notification replaces the waiting one",
      [.show(afterClosing), .show(two)], closes: true, leaves: true,
      latest: two),
    Outcome(
      "a notification after closing replaces a waiting one, and closes nothing",
      [.show(newStart), .show(afterClosing)], closes: false, leaves: true, latest: afterClosing),
    Outcome(
      "a waiting notification that is closed is not shown, and the current one is closed",
      [.show(afterClosing), .close], closes: true, leaves: true, latest: nil),
  ])
  func `waiting calls are combined into one request`(outcome: Outcome) {
    var requests = NotificationRequests()
    for call in outcome.calls {
      switch call {
      case .show(let notification): requests.show(notification)
      case .close: requests.close()
      }
    }
    #expect(requests.closesPresent == outcome.closes)
    #expect(requests.leavesPresent == outcome.leaves)
    #expect(requests.latest == outcome.latest)
  }
}
