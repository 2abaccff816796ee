import Systemd
import Testing

@Suite struct ServiceStateTests {
  @Test(arguments: [
    (ServiceState.ready, "READY=1"),
    (.reloading, "RELOADING=1"),
    (.stopping, "STOPPING=1"),
    (.keepAlive, "WATCHDOG=1"),
    (.watchdog(.seconds(10)), "WATCHDOG_USEC=10000000"),
    (.watchdog(.milliseconds(1_500)), "WATCHDOG_USEC=1500000"),
    (.watchdog(.nanoseconds(1)), "WATCHDOG_USEC=1"),
    (.watchdog(nil), "WATCHDOG_USEC=0"),
    (.status("Run 30 s, round 3 of 8"), "STATUS=Run 30 s, round 3 of 8"),
    (.status("Run\nREADY=1\u{1B}[2J"), "STATUS=Run\\nREADY=1\\u{1B}[2J"),
  ])
  func `each state is one line of the protocol`(state: ServiceState, line: String) {
    #expect(state.assignment == line)
  }

  @Test func `a long status is cut`() {
    let state = ServiceState.status(String(repeating: "é", count: 10_000))
    #expect(state.assignment == "STATUS=\(String(repeating: "é", count: 256))…")
  }
}
