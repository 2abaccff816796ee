import Glibc

/// How many characters a terminal shows.
struct TerminalSize: Equatable, Sendable {
  var columns: Int
  var rows: Int
}

extension TextStream {
  /// The size of the terminal, by TIOCGWINSZ of ioctl_tty(2); 80 by 24 where there is no telling.
  var size: TerminalSize {
    var size = winsize()
    // The call writes one winsize into the variable, which outlives it.
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
