import Concurrency
import Dispatch
import Glibc
import TestSupport
import TestTraits
import Testing

/// Tests of signals, in a separate process that sends the signals to itself.
@Suite(.ownProcess) struct ServiceSignalTests {
  @Test func `signals are received as soon as the stream exists`() async {
    await #expect(processExitsWith: .success) {
      let signals = await ServiceSignal.received(on: DispatchQueue(label: "signals"))
      var iterator = signals.makeAsyncIterator()
      for signal in ServiceSignal.allCases {
        kill(getpid(), signal.number)
        #expect(await iterator.next() == signal)
      }
    }
  }

  @Test func `a process survives a flood of signals`() async {
    await #expect(processExitsWith: .success) {
      let signals = await ServiceSignal.received(on: DispatchQueue(label: "signals"))
      for _ in 0..<10_000 { kill(getpid(), SIGHUP) }
      #expect(await signals.first { _ in true } == .hangUp)
    }
  }

  @Test func `a broken pipe is an error number, not a signal`() async {
    await #expect(processExitsWith: .success) {
      _ = await ServiceSignal.received(on: DispatchQueue(label: "signals"))
      var ends: [CInt] = [0, 0]
      // The call writes two descriptors, and `ends` has two elements.
      #expect(unsafe pipe(&ends) == 0)
      close(ends[0])
      #expect(unsafe write(ends[1], "x", 1) == -1)
      #expect(errno == EPIPE)
    }
  }
}
