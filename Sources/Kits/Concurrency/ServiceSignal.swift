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
    let sources = await SignalSources(allCases.map(\.number), on: queue) { number in
      if let signal = allCases.first(where: { $0.number == number }) { continuation.yield(signal) }
    }
    continuation.onTermination = { _ in sources.cancel() }
    return stream
  }
}

/// The receivers of some signals of the process: dispatch_source_create(3).
///
/// `@unchecked Sendable`: dispatch sources may be cancelled on any thread, and nothing else is done with them.
package struct SignalSources: @unchecked Sendable {
  private let sources: [any DispatchSourceSignal]

  /// Starts to receive signals; returns when they no longer have their default effect.
  ///
  /// - Parameters:
  ///   - numbers: the signals' numbers in `signal(7)`.
  ///   - queue: the queue that handles them.
  ///   - handle: handles a signal, by its number.
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

  /// Stops receiving.
  package func cancel() {
    for source in sources { source.cancel() }
  }
}
