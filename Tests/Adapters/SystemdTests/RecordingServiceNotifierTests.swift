import Glibc
import Systemd
import TestSupport
import Testing

@Suite struct RecordingServiceNotifierTests {
  @Test func `states that are sent together stay together`() throws {
    let notifier = RecordingServiceNotifier()
    try notifier.notify(.ready, .status("No workout"))
    try notifier.notify(.keepAlive)
    #expect(notifier.messages == [[.ready, .status("No workout")], [.keepAlive]])
  }

  @Test func `the notifier fails with the given error`() throws {
    let notifier = RecordingServiceNotifier()
    let failure = SystemdError(.notNotified, errno: ENOBUFS, subject: "READY=1")
    notifier.fail(with: failure)
    #expect(throws: failure) { try notifier.notify(.ready) }
    notifier.fail(with: nil)
    try notifier.notify(.ready)
    #expect(notifier.messages == [[.ready], [.ready]])
  }
}
