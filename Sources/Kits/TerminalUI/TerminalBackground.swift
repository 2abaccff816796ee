import Glibc

extension TextStream {
  /// Asks the terminal for its background.
  ///
  /// Waits until the terminal replies, at most for `timeLimit`. If the terminal does not reply, the result is the
  /// background of `style`. A reply that arrives later is an unknown key for the caller, so the caller must read keys.
  /// The terminal is not asked if the stream is not coloured, if `input` is another terminal or
  /// not a terminal, if the program is in the background, or if tmux or screen may intercept the request.
  ///
  /// - Returns: the stream in a style for the background, and the bytes that the user has typed during the wait.
  package func askingForBackground(
    input: CInt, environment: [String: String], timeLimit: Duration = .milliseconds(250)
  ) -> (stream: TextStream, typed: [UInt8]) {
    guard style.isColoured, canRedraw, Self.canAsk(environment), Self.isSameTerminal(input, descriptor),
      isInForeground(on: input), let mode = TerminalMode(of: input)
    else { return (self, []) }
    TerminalRescue.prepare(
      "", on: descriptor, mode: mode, of: input, including: TerminalSignal.allCases.filter(\.isEnding))
    mode.forKeys.setAtOnce(on: input)
    var reply = BackgroundReply()
    if (try? write(BackgroundReply.request)) != nil { Self.read(&reply, from: input, timeLimit: timeLimit) }
    mode.setAtOnce(on: input)
    TerminalRescue.dismiss()
    reply.end()
    let stream = reply.background == .unknown ? self : with(style.on(reply.background))
    return (stream, reply.typed)
  }

  private static func read(_ reply: inout BackgroundReply, from input: CInt, timeLimit: Duration) {
    let end = ContinuousClock.now + timeLimit
    while !reply.isComplete, reply.typed.count < maxTyped {
      let left = end - ContinuousClock.now
      guard left > .zero else { return }
      var polled = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      // The variable outlives the call.
      let count = unsafe poll(&polled, 1, CInt((left / .milliseconds(1)).rounded(.up)))
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

  /// The number of typed bytes that ends the wait; further bytes stay in the terminal.
  private static let maxTyped = 1024
}
