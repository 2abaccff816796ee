import Glibc

/// How a terminal processes its input: the attributes of termios(3).
package struct TerminalMode {
  private(set) var attributes: termios

  /// The current mode of a terminal, by tcgetattr(3); nil if the descriptor is not a terminal.
  package init?(of descriptor: CInt) {
    // A zeroed termios is valid, and the call writes into the variable, which outlives it.
    var attributes = termios()
    guard unsafe tcgetattr(descriptor, &attributes) == 0 else { return nil }
    self.attributes = attributes
  }

  /// The mode in which each key is delivered at once and not echoed, and has no effect on the terminal.
  ///
  /// Ctrl-C still sends its signal, so that it always ends the program.
  package var forKeys: TerminalMode {
    var mode = self
    mode.attributes.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | ISTRIP | IXON)
    mode.attributes.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    // A read returns as soon as there is a byte.
    mode.set(VMIN, 1)
    mode.set(VTIME, 0)
    // _POSIX_VDISABLE: no character suspends the program, or ends it with a core dump.
    mode.set(VSUSP, 0)
    mode.set(VQUIT, 0)
    return mode
  }

  /// Sets the mode of a terminal when all output has been transmitted, by tcsetattr(3).
  ///
  /// `droppingInput` discards unread input, so that no other program reads it.
  package func set(on descriptor: CInt, droppingInput: Bool = false) {
    set(on: descriptor, droppingInput ? TCSAFLUSH : TCSADRAIN)
  }

  /// Sets the mode of a terminal without waiting for its output.
  package func setAtOnce(on descriptor: CInt) { set(on: descriptor, TCSANOW) }

  private func set(on descriptor: CInt, _ moment: CInt) {
    // The call reads the variable, which outlives it. It fails if the terminal is gone; then there is no mode to set.
    var attributes = attributes
    _ = unsafe tcsetattr(descriptor, moment, &attributes)
  }

  private mutating func set(_ index: CInt, _ value: cc_t) {
    // The array is as long as its tuple, whose elements have one type and no gaps.
    unsafe withUnsafeMutableBytes(of: &attributes.c_cc) { unsafe $0[Int(index)] = value }
  }
}
