import Synchronization
package import Systemd

/// The in-memory twin of `SystemdNotifier`: keeps what it was told, and can be made to fail.
package final class RecordingServiceNotifier: ServiceNotifier {
  private struct State {
    var messages: [[ServiceState]] = []
    var failure: SystemdError?
  }

  private let state = Mutex(State())

  package init() {}

  /// Everything told so far, a message each, including those that failed.
  package var messages: [[ServiceState]] {
    state.withLock { $0.messages }
  }

  /// What the next messages are answered with; `nil` to take them.
  package func fail(with error: SystemdError?) {
    state.withLock { $0.failure = error }
  }

  package func notify(_ states: [ServiceState]) throws(SystemdError) {
    let failure = state.withLock { state in
      state.messages.append(states)
      return state.failure
    }
    if let failure { throw failure }
  }

  package func tryNotify(_ states: [ServiceState]) throws(SystemdError) -> Bool {
    try notify(states)
    return true
  }
}
