import Glibc
import ServiceManager
import TestSupport
import Testing

@Suite struct RecordingServiceNotifierTests {
  @Test func `what is told together stays together`() throws {
    let notifier = RecordingServiceNotifier()
    try notifier.notify(.ready, .status("No workout"))
    try notifier.notify(.keepAlive)
    #expect(notifier.messages == [[.ready, .status("No workout")], [.keepAlive]])
  }

  @Test func `it fails as it is told to`() throws {
    let notifier = RecordingServiceNotifier()
    let failure = ServiceManagerError(.notNotified, errno: ENOBUFS, subject: "READY=1")
    notifier.fail(with: failure)
    #expect(throws: failure) { try notifier.notify(.ready) }
    notifier.fail(with: nil)
    try notifier.notify(.ready)
    #expect(notifier.messages == [[.ready], [.ready]])
  }
}
