import Concurrency
package import Dispatch
import Glibc

/// Signal that a program handles while it draws on a terminal.
package enum TerminalSignal: CaseIterable, Sendable {
  case interrupt
  case terminate
  case hangUp
  /// The window has been resized.
  case resize
  /// The program continues after Ctrl-Z.
  case resume

  /// The number of the signal in signal(7).
  package var number: CInt {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .resize: SIGWINCH
    case .resume: SIGCONT
    }
  }

  /// Whether the signal requests the end of the program.
  package var isEnding: Bool { self == .interrupt || self == .terminate || self == .hangUp }

  /// The signals that arrive after this function has returned; an earlier signal has its default effect.
  ///
  /// At most eight signals wait to be read; further signals are dropped.
  ///
  /// A signal that requests the end of the program starts a timer. If the program is still running after `grace`, the
  /// original mode of the terminal of `input` is restored, and the process is ended. This happens, for example, if a
  /// write is blocked because the terminal accepts no output.
  package static func received(
    restoring originalMode: TerminalMode?, of input: CInt, grace: DispatchTimeInterval = .seconds(2)
  ) async -> AsyncStream<TerminalSignal> {
    let (stream, continuation) = AsyncStream.makeStream(of: TerminalSignal.self, bufferingPolicy: .bufferingOldest(8))
    let queue = DispatchQueue(label: "TerminalSignal")
    let sources = await SignalSources(allCases.map(\.number), on: queue) { number in
      guard let signal = allCases.first(where: { $0.number == number }) else { return }
      guard signal != .resume else {
        // A shell may send `resume` together with a signal that ends the process. `resume` is delayed, so that the
        // ending signal is handled first.
        return queue.asyncAfter(deadline: .now() + resumption) { continuation.yield(signal) }
      }
      continuation.yield(signal)
      guard signal.isEnding else { return }
      queue.asyncAfter(deadline: .now() + grace) {
        originalMode?.setAtOnce(on: input)
        signal.endProcess()
      }
    }
    continuation.onTermination = { _ in sources.cancel() }
    return stream
  }

  /// Ends the process with the signal, so that a shell sees the signal as the cause; see signal(2).
  package func endProcess() -> Never {
    _ = signal(number, SIG_DFL)
    Self.raiseUnblocked(number)
    // The status that a shell reports for a program ended by a signal.
    exit(128 + number)
  }

  private static let resumption = DispatchTimeInterval.milliseconds(50)

  /// Stops the process, as Ctrl-Z does, until it is continued.
  ///
  /// Has no effect if no shell could continue the process.
  package static func stopProcess() { raiseUnblocked(SIGTSTP) }

  /// Sends a signal to the current thread; see pthread_sigmask(3) and raise(3).
  private static func raiseUnblocked(_ number: CInt) {
    // This thread may block the signal. Dispatch blocks signals on its own threads, and on other threads the signals
    // for which a dispatch source exists. sigemptyset(3) initializes `set`, and `set` outlives the other calls.
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, number)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    _ = raise(number)
  }
}

/// Error of a command that a signal ended.
package struct Interrupted: Error, Equatable {
  package let signal: TerminalSignal

  package init(signal: TerminalSignal) {
    self.signal = signal
  }
}
