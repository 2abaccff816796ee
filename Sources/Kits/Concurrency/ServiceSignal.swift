package import Dispatch
import Glibc

/// A POSIX signal that a daemon handles.
package enum ServiceSignal: CaseIterable, Hashable, Sendable {
  /// `SIGTERM`: stop.
  case terminate
  /// `SIGINT`: stop, from the terminal.
  case interrupt
  /// `SIGHUP`: reload the settings.
  case hangUp

  /// The signal's number in `signal(7)`.
  package var number: CInt {
    switch self {
    case .terminate: SIGTERM
    case .interrupt: SIGINT
    case .hangUp: SIGHUP
    }
  }

  /// Starts to receive the process's signals on `queue`, and ignores `SIGPIPE`, so that a broken pipe is an error
  /// number.
  ///
  /// Returns when every handler is installed: an earlier signal ends the process, so the service is not ready before.
  /// At most sixteen signals wait to be read; further ones are dropped. Receiving ends with the stream.
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
    // Dispatch sources may be cancelled on any thread, and from here on they are only cancelled.
    nonisolated(unsafe) let receiving = sources
    continuation.onTermination = { _ in
      for source in unsafe receiving { source.cancel() }
    }
    return stream
  }
}
