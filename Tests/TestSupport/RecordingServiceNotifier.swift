import Synchronization
package import Systemd

/// A service notifier that records its messages, and fails on request.
package final class RecordingServiceNotifier: ServiceNotifier {
  private struct State {
    var messages: [[ServiceState]] = []
    var failure: SystemdError?
  }

  private let state = Mutex(State())

  package init() {}

  /// All messages so far, including the failed ones.
  package var messages: [[ServiceState]] {
    state.withLock { $0.messages }
  }

  /// Makes all further messages fail with an error; nil makes them succeed.
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
