import Glibc

extension TextStream {
  /// Asks the terminal for its background.
  ///
  /// Waits until the terminal replies, at most for `timeLimit`. If the terminal does not reply, the result is the
  /// background of `style`. The terminal is not asked if the stream is not coloured, if `input` is another terminal or
  /// not a terminal, if the program is in the background, or if tmux or screen may intercept the request.
  ///
  /// - Returns: the stream in a style for the background, and the bytes that the user has typed during the wait.
  package func askingForBackground(
    input: CInt, environment: [String: String], timeLimit: Duration = .milliseconds(250)
  ) -> (stream: TextStream, typed: [UInt8]) {
    guard style.isColoured, canRedraw, Self.canAsk(environment), Self.isSameTerminal(input, descriptor),
      isInForeground(on: input), let mode = TerminalMode(of: input)
    else { return (self, []) }
    mode.forReplies.setAtOnce(on: input)
    var reply = BackgroundReply()
    if (try? write(BackgroundReply.request)) != nil { Self.read(&reply, from: input, timeLimit: timeLimit) }
    mode.setAtOnce(on: input)
    reply.end()
    // In this mode, Ctrl-C does not send its signal, so the signal is sent here.
    if reply.typed.contains(Self.interruptByte) { raise(SIGINT) }
    let stream = reply.background == .unknown ? self : with(style.on(reply.background))
    return (stream, reply.typed)
  }

  /// Puts bytes into the input of a terminal, as if the user typed them; see TIOCSTI of ioctl_tty(2).
  ///
  /// Linux permits this only if the setting `dev.tty.legacy_tiocsti` is on. Otherwise, the bytes are lost.
  package static func putBack(_ bytes: [UInt8], into input: CInt) {
    for var byte in bytes {
      // The call reads one byte, which outlives the call.
      guard unsafe ioctl(input, UInt(TIOCSTI), &byte) == 0 else { return }
    }
  }

  private static func read(_ reply: inout BackgroundReply, from input: CInt, timeLimit: Duration) {
    let end = ContinuousClock.now + timeLimit
    while !reply.isComplete, !reply.typed.contains(interruptByte) {
      let left = end - ContinuousClock.now
      var polled = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      // The variable outlives the call.
      let count = unsafe poll(&polled, 1, CInt(max(0, left / .milliseconds(1))))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      var buffer = [UInt8](repeating: 0, count: 256)
      // The buffer outlives the call, and the call writes at most the size of the buffer.
      let length = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(input, $0.baseAddress, $0.count) }
      guard length > 0 else { return }
      reply.take(buffer[..<length])
    }
  }

  /// Whether the terminal itself receives a request; tmux and screen replace the terminal.
  private static func canAsk(_ environment: [String: String]) -> Bool {
    let term = environment["TERM"] ?? ""
    return environment["TMUX"] == nil && environment["STY"] == nil && !term.isEmpty && term != "linux"
      && !term.hasPrefix("screen") && !term.hasPrefix("tmux")
  }

  private static func isSameTerminal(_ first: CInt, _ second: CInt) -> Bool {
    guard isatty(first) == 1, isatty(second) == 1 else { return false }
    // Zeroed structures are valid. The calls write into the variables, which outlive the calls.
    var (one, other) = (stat(), stat())
    return unsafe fstat(first, &one) == 0 && fstat(second, &other) == 0 && one.st_rdev == other.st_rdev
  }

  private static let interruptByte: UInt8 = 0x03
}

extension TerminalMode {
  /// The mode in which the bytes of a reply are delivered at once and are not echoed, and no key sends a signal.
  fileprivate var forReplies: TerminalMode { forKeys.withoutSignals }
}
