import Dispatch
import Glibc

/// A signal that a program meets that draws on a terminal.
enum TerminalSignal: CaseIterable, Sendable {
  case interrupt
  case terminate
  case hangUp
  /// The window has another size.
  case resize
  /// The program goes on after Ctrl-Z.
  case resume

  /// The number in signal(7).
  var number: CInt {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .resize: SIGWINCH
    case .resume: SIGCONT
    }
  }

  /// Whether the program ends with it.
  var isEnding: Bool { self == .interrupt || self == .terminate || self == .hangUp }

  /// Begins to receive the signals, of which at most eight wait to be taken; an earlier one ends the process.
  ///
  /// Who is told to end and is still there after `grace`, as is whoever writes to a terminal that takes nothing, is
  /// ended all the same, and the terminal of `input` has its usual mode again.
  static func received(
    restoring usualMode: TerminalMode?, of input: CInt, grace: DispatchTimeInterval = .seconds(2)
  ) async -> AsyncStream<TerminalSignal> {
    let (stream, continuation) = AsyncStream.makeStream(of: TerminalSignal.self, bufferingPolicy: .bufferingOldest(8))
    let queue = DispatchQueue(label: "org.intervald.signals")
    var sources: [any DispatchSourceSignal] = []
    for signal in allCases {
      let source = DispatchSource.makeSignalSource(signal: signal.number, queue: queue)
      source.setEventHandler {
        guard signal != .resume else {
          // Where a shell sends one that ends the process as well, that comes first.
          return queue.asyncAfter(deadline: .now() + resumption) { continuation.yield(signal) }
        }
        continuation.yield(signal)
        guard signal.isEnding else { return }
        queue.asyncAfter(deadline: .now() + grace) {
          usualMode?.setAtOnce(on: input)
          signal.endProcess()
        }
      }
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

  /// Ends the process the way the signal would have, so that a shell sees what happened: signal(2).
  func endProcess() -> Never {
    _ = signal(number, SIG_DFL)
    Self.raiseUnblocked(number)
    // What a shell makes of a program that a signal ended.
    exit(128 + number)
  }

  private static let resumption = DispatchTimeInterval.milliseconds(50)

  /// Stops the process as Ctrl-Z does, until somebody lets it go on; nothing happens where there is nobody to do so.
  static func stopProcess() { raiseUnblocked(SIGTSTP) }

  /// Sends a signal to the thread that runs: pthread_sigmask(3) and raise(3).
  private static func raiseUnblocked(_ number: CInt) {
    // Dispatch blocks signals on its threads, and those that it receives everywhere. The set is made by the first call,
    // and outlives the others.
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, number)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    _ = raise(number)
  }
}

/// The error of a command that a signal ended.
struct Interrupted: Error, Equatable {
  let signal: TerminalSignal
}
