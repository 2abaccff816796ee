package import Dispatch
import Glibc

/// POSIX signal that a daemon handles.
package enum ServiceSignal: CaseIterable, Hashable, Sendable {
  /// `SIGTERM`: stops the daemon.
  case terminate
  /// `SIGINT`: stops the daemon from the terminal.
  case interrupt
  /// `SIGHUP`: reloads the settings.
  case hangUp

  /// The signal's number in `signal(7)`.
  package var number: CInt {
    switch self {
    case .terminate: SIGTERM
    case .interrupt: SIGINT
    case .hangUp: SIGHUP
    }
  }

  /// Starts to receive the process's signals on `queue`.
  ///
  /// Also ignores `SIGPIPE`, so that a write to a broken pipe returns an error number.
  ///
  /// Returns when every handler is installed. A signal that arrives earlier ends the process, so the service must
  /// report that it is ready only after this function has returned. At most 16 signals wait to be read; further signals
  /// are dropped. When the stream ends, the process stops receiving signals.
  package static func received(on queue: DispatchQueue) async -> AsyncStream<ServiceSignal> {
    _ = signal(SIGPIPE, SIG_IGN)
    let (stream, continuation) = AsyncStream.makeStream(of: ServiceSignal.self, bufferingPolicy: .bufferingOldest(16))
    let sources = await SignalSources(allCases.map(\.number), on: queue) { number in
      if let signal = allCases.first(where: { $0.number == number }) { continuation.yield(signal) }
    }
    continuation.onTermination = { _ in sources.cancel() }
    return stream
  }
}

/// Receivers of some signals of the process; see dispatch_source_create(3).
///
/// `@unchecked Sendable`: the only operation on the dispatch sources is to cancel them, which any thread may do.
package struct SignalSources: @unchecked Sendable {
  private let sources: [any DispatchSourceSignal]

  /// Starts to receive signals; returns when the signals no longer have their default effect.
  ///
  /// - Parameters:
  ///   - numbers: the signals' numbers in `signal(7)`.
  ///   - queue: the queue that handles the signals.
  ///   - handle: handles a signal; the argument is the number of the signal.
  package init(_ numbers: [CInt], on queue: DispatchQueue, handle: @escaping @Sendable (CInt) -> Void) async {
    var sources: [any DispatchSourceSignal] = []
    for number in numbers {
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { handle(number) }
      await withCheckedContinuation { registration in
        source.setRegistrationHandler { registration.resume() }
        source.activate()
      }
      sources.append(source)
    }
    self.sources = sources
  }

  /// Stops receiving signals.
  package func cancel() {
    for source in sources { source.cancel() }
  }
}
