import Concurrency
import Dispatch
import Testing

@Suite struct WakeSignalTests {
  @Test func `a signal that is set ends the wait until it is cleared`() {
    let signal = WakeSignal()
    #expect(!signal.wait(for: .zero))
    signal.set()
    signal.set()
    #expect(signal.wait(for: .seconds(60)))
    signal.clear()
    #expect(!signal.wait(for: .milliseconds(1)))
  }

  @Test func `another thread ends a wait`() {
    let signal = WakeSignal()
    DispatchQueue(label: "test").async { signal.set() }
    #expect(signal.wait(for: .seconds(60)))
  }
}
