/// What a person did on the keyboard.
enum Key: Equatable, Sendable {
  /// Something that shows.
  case character(Unicode.Scalar)
  /// What came in one piece from a clipboard, of any number of lines.
  case pasted(String)
  case enter
  case tab
  case left
  case right
  case up
  case down
  case home
  case end
  case wordLeft
  case wordRight
  case backspace
  case delete
  case deleteWordLeft
  case deleteWordRight
  case deleteToStart
  case deleteToEnd
  /// Ctrl-D: delete, or at an empty line the end.
  case endOfInput
  /// Ctrl-L: draw all anew.
  case redraw
  /// Ctrl-Z.
  case suspend
  /// Esc by itself, which only the time that nothing follows in tells from the beginning of a sequence.
  case escape
}
