import Glibc

/// How many characters a terminal shows.
struct TerminalSize: Equatable, Sendable {
  var columns: Int
  var rows: Int
}

extension TextStream {
  /// The size of the terminal, by TIOCGWINSZ of ioctl_tty(2); 80 columns or 24 rows where there is no telling.
  var size: TerminalSize {
    var size = winsize()
    // The call writes one winsize into the variable, which outlives it.
    let isTold = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    func count(_ told: UInt16, or usual: Int) -> Int { isTold && told > 0 ? Int(told) : usual }
    return TerminalSize(columns: count(size.ws_col, or: 80), rows: count(size.ws_row, or: 24))
  }
}
