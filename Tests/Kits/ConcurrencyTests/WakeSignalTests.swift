import Concurrency
import Dispatch
import TestSupport
import Testing

@Suite struct WakeSignalTests {
  @Test func `a signal that is set ends the wait until it is cleared`() {
    let signal = WakeSignal()
    #expect(!signal.wait(for: .zero))
    signal.set()
    signal.set()
    #expect(signal.wait(for: generousLimit))
    signal.clear()
    #expect(!signal.wait(for: .milliseconds(1)))
  }

  @Test func `another thread ends a wait`() {
    let signal = WakeSignal()
    DispatchQueue(label: "test").async { signal.set() }
    #expect(signal.wait(for: generousLimit))
  }
}
