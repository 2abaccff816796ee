import Glibc

/// What is done for a terminal when a crash or a signal ends the program that draws on it: text that is written, and a
/// mode that is set.
///
/// The handler calls nothing but write(2), tcsetattr(3), sigaction(2) and raise(3), which signal-safety(7) allows, with
/// what was put in place before; then the signal ends the process as it would have without it.
enum TerminalRescue {
  /// Puts a rescue in place, which takes the place of another.
  ///
  /// `text` is written to `output`, and the terminal of `input` is given the mode, if there is one.
  static func prepare(_ text: String, on output: CInt, mode: TerminalMode?, of input: CInt) {
    dismiss()
    let bytes = Array(text.utf8)
    // No handler is in place, and all memory was allocated here; what is in place is never freed, as a handler that
    // has begun on another thread may still read it.
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    unsafe memory.initialize(from: bytes, count: bytes.count)
    unsafe rescue.pointee = Rescue(
      text: memory, count: bytes.count, output: output, input: input, attributes: mode?.attributes ?? termios(),
      setsMode: mode != nil, isInPlace: true)
    // A zeroed sigaction is a valid one, and the calls read and write memory that outlives them.
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = rescueTerminal
    for number in signals {
      unsafe sigaction(number, &action, usualActions + Int(number))
      // What is ignored ends nothing.
      if unsafe usualActions[Int(number)].isIgnoring { unsafe sigaction(number, usualActions + Int(number), nil) }
    }
  }

  /// Leaves the signals to themselves again.
  static func dismiss() {
    guard unsafe rescue.pointee.isInPlace else { return }
    // The actions were written by sigaction(2) when the rescue was put in place.
    for number in signals { unsafe sigaction(number, usualActions + Int(number), nil) }
    unsafe rescue.pointee.isInPlace = false
  }

  /// Those of signal(7) that end a process, but for SIGPIPE, SIGKILL and what `TerminalSignal` receives.
  private static let signals =
    [
      SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT, SIGSYS, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2, SIGALRM,
      SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSTKFLT,
    ] + Array(__libc_current_sigrtmin()...__libc_current_sigrtmax())
}

extension sigaction {
  /// Whether it is SIG_IGN, which the C library defines as the address 1.
  fileprivate var isIgnoring: Bool {
    // A handler of any kind is an address, or none.
    unsafe unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}

/// The rescue in place, in memory that a handler may read.
@unsafe private struct Rescue {
  var text: UnsafeMutablePointer<UInt8>?
  var count = 0
  var output: CInt = -1
  var input: CInt = -1
  var attributes = termios()
  var setsMode = false
  var isInPlace = false
}

// The memory is initialized once, written by one thread at a time while no handler is in place, and never freed.
private nonisolated(unsafe) let rescue: UnsafeMutablePointer<Rescue> = {
  let memory = UnsafeMutablePointer<Rescue>.allocate(capacity: 1)
  unsafe memory.initialize(to: Rescue())
  return unsafe memory
}()

/// What each signal did before, by its number.
// As above.
private nonisolated(unsafe) let usualActions: UnsafeMutablePointer<sigaction> = {
  let memory = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
  unsafe memory.initialize(repeating: sigaction(), count: 65)
  return unsafe memory
}()

/// The handler: what it reads is initialized, as nothing else puts it in place than what initializes it.
private func rescueTerminal(_ number: CInt) {
  _ = unsafe write(rescue.pointee.output, rescue.pointee.text, rescue.pointee.count)
  if unsafe rescue.pointee.setsMode {
    _ = unsafe tcsetattr(rescue.pointee.input, TCSANOW, &rescue.pointee.attributes)
  }
  _ = unsafe sigaction(number, usualActions + Int(number), nil)
  // Blocked until the handler returns.
  raise(number)
}
