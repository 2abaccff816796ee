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

  @Test func `only the latest notification is shown, unless it was closed`() {
    var requests = NotificationRequests()
    requests.show(.cue("1"))
    requests.show(.cue("2"))
    #expect(requests.latest == .cue("2"))
    requests.close()
    #expect(requests.latest == nil)
    requests.show(.cue("3"))
    #expect(requests.closesPresent && requests.latest == .cue("3"))
  }
}
