import Glibc

/// How a terminal treats what is typed on it, in the attributes of termios(3).
struct TerminalMode {
  private(set) var attributes: termios

  /// The present mode of a terminal, by tcgetattr(3); nil for what is no terminal.
  init?(of descriptor: CInt) {
    // A zeroed termios is a valid one, and the call writes into the variable, which outlives it.
    var attributes = termios()
    guard unsafe tcgetattr(descriptor, &attributes) == 0 else { return nil }
    self.attributes = attributes
  }

  /// The same mode, but each key comes at once, is not echoed, and means nothing to the terminal itself.
  ///
  /// Ctrl-C still sends its signal, which ends the program whatever it is at.
  var forKeys: TerminalMode {
    var mode = self
    mode.attributes.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | ISTRIP | IXON)
    mode.attributes.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    // A read waits for one byte, and no longer.
    mode.set(VMIN, 1)
    mode.set(VTIME, 0)
    // _POSIX_VDISABLE: no character is the one that stops the program, or ends it with a core dump.
    mode.set(VSUSP, 0)
    mode.set(VQUIT, 0)
    return mode
  }

  /// Gives a terminal this mode when all that was written to it is out, by tcsetattr(3).
  ///
  /// What was typed before and not read is kept, or dropped so that no other program takes it for its own.
  func set(on descriptor: CInt, droppingInput: Bool = false) {
    set(on: descriptor, droppingInput ? TCSAFLUSH : TCSADRAIN)
  }

  /// Gives a terminal this mode, whatever is not out yet.
  func setAtOnce(on descriptor: CInt) { set(on: descriptor, TCSANOW) }

  private func set(on descriptor: CInt, _ moment: CInt) {
    // The call reads the variable, which outlives it. It fails for a terminal that is gone, which needs no mode.
    var attributes = attributes
    _ = unsafe tcsetattr(descriptor, moment, &attributes)
  }

  private mutating func set(_ index: CInt, _ value: cc_t) {
    // The array is as long as its tuple, whose elements have one type and no gaps.
    unsafe withUnsafeMutableBytes(of: &attributes.c_cc) { unsafe $0[Int(index)] = value }
  }
}
