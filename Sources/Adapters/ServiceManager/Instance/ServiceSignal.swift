package import Dispatch
import Glibc

/// A signal that a daemon answers.
package enum ServiceSignal: CaseIterable, Hashable, Sendable {
  /// `SIGTERM`: end.
  case terminate
  /// `SIGINT`: end, said by the person at the terminal.
  case interrupt
  /// `SIGHUP`: read the settings again.
  case hangUp

  /// The signal's number in `signal(7)`.
  package var number: CInt {
    switch self {
    case .terminate: SIGTERM
    case .interrupt: SIGINT
    case .hangUp: SIGHUP
    }
  }

  /// Begins to receive the process's signals on `queue`, and ignores `SIGPIPE`, so that a broken pipe is an error
  /// number.
  ///
  /// Returns once every handler is in place: only then is the service ready, since an earlier signal ends the process.
  /// A flood is cut to the sixteen oldest that wait to be read. When the stream is let go, signals are received no
  /// more.
  package static func received(on queue: DispatchQueue) async -> AsyncStream<ServiceSignal> {
    _ = signal(SIGPIPE, SIG_IGN)
    let (stream, continuation) = AsyncStream.makeStream(of: ServiceSignal.self, bufferingPolicy: .bufferingOldest(16))
    var sources: [any DispatchSourceSignal] = []
    for signal in allCases {
      let source = DispatchSource.makeSignalSource(signal: signal.number, queue: queue)
      source.setEventHandler { continuation.yield(signal) }
      await withCheckedContinuation { registration in
        source.setRegistrationHandler { registration.resume() }
        source.activate()
      }
      sources.append(source)
    }
    // Dispatch sources may be cancelled on any thread, and nothing else is done with them from here on.
    nonisolated(unsafe) let receiving = sources
    continuation.onTermination = { _ in
      for source in unsafe receiving { source.cancel() }
    }
    return stream
  }
}
