import Glibc

/// Restores the terminal when a crash or a signal ends the program.
///
/// A signal handler writes a text to the terminal, and sets the mode of the terminal. The handler calls only write(2),
/// tcsetattr(3), sigaction(2) and raise(3), which signal-safety(7) allows. It uses only memory that was allocated
/// before the signal. After the handler, the signal ends the process, as it would without the handler.
package enum TerminalRescue {
  /// Installs the handler, and replaces a handler that was installed earlier.
  ///
  /// The handler writes `text` to `output`. If `mode` is not nil, the handler also sets the terminal `input` to `mode`.
  /// The handler handles all signals that end a process and that `TerminalSignal` does not receive. `others` are
  /// further signals to handle.
  package static func prepare(
    _ text: String, on output: CInt, mode: TerminalMode?, of input: CInt, including others: [TerminalSignal] = []
  ) {
    dismiss()
    let bytes = Array(text.utf8)
    let signals = signals + others.map(\.number)
    // No handler is installed at this point, and all memory is allocated here. The memory is never freed, because a
    // handler that has started on another thread may still read it.
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    unsafe memory.initialize(from: bytes, count: bytes.count)
    unsafe rescue.pointee = Rescue(
      text: memory, count: bytes.count, output: output, input: input, attributes: mode?.attributes ?? termios(),
      setsMode: mode != nil, signals: signals)
    // A zeroed sigaction is valid, and the memory that the calls read and write outlives the calls.
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = rescueTerminal
    for number in signals {
      unsafe sigaction(number, &action, originalActions + Int(number))
      // An ignored signal does not end the process, so its action is restored.
      if unsafe originalActions[Int(number)].isIgnoring { unsafe sigaction(number, originalActions + Int(number), nil) }
    }
  }

  /// Removes the handler.
  package static func dismiss() {
    // sigaction(2) wrote these actions when the handler was installed.
    for number in unsafe rescue.pointee.signals { unsafe sigaction(number, originalActions + Int(number), nil) }
    unsafe rescue.pointee.signals = []
  }

  /// The signals of signal(7) that end a process, except SIGPIPE, SIGKILL and the signals that `TerminalSignal`
  /// receives.
  private static let signals =
    [
      SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT, SIGSYS, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2, SIGALRM,
      SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSTKFLT,
    ] + Array(__libc_current_sigrtmin()...__libc_current_sigrtmax())
}

extension sigaction {
  /// Whether the handler is SIG_IGN, which the C library defines as the address 1.
  fileprivate var isIgnoring: Bool {
    // The handler is a pointer or null, and `Int` has the size of a pointer.
    unsafe unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}

/// The memory that the handler reads.
@unsafe private struct Rescue {
  var text: UnsafeMutablePointer<UInt8>?
  var count = 0
  var output: CInt = -1
  var input: CInt = -1
  var attributes = termios()
  var setsMode = false
  /// The signals for which the handler is installed; the handler does not read them.
  var signals: [CInt] = []
}

// The memory is initialized once and never freed. One thread at a time writes it, while no handler is installed.
private nonisolated(unsafe) let rescue: UnsafeMutablePointer<Rescue> = {
  let memory = UnsafeMutablePointer<Rescue>.allocate(capacity: 1)
  unsafe memory.initialize(to: Rescue())
  return unsafe memory
}()

/// The original action of each signal, by its number.
// The memory is initialized once and never freed. One thread at a time writes it, while no handler is installed.
private nonisolated(unsafe) let originalActions: UnsafeMutablePointer<sigaction> = {
  let memory = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
  unsafe memory.initialize(repeating: sigaction(), count: 65)
  return unsafe memory
}()

/// The signal handler; only `prepare` installs it, after the memory that the handler reads has been initialized.
private func rescueTerminal(_ number: CInt) {
  _ = unsafe write(rescue.pointee.output, rescue.pointee.text, rescue.pointee.count)
  if unsafe rescue.pointee.setsMode {
    _ = unsafe tcsetattr(rescue.pointee.input, TCSANOW, &rescue.pointee.attributes)
  }
  _ = unsafe sigaction(number, originalActions + Int(number), nil)
  // The signal is blocked until the handler returns; then it ends the process.
  raise(number)
}
