import TerminalUI

/// The keys that have another effect while a user writes a training program.
///
/// | key | line | effect |
/// | --- | --- | --- |
/// | Enter | valid | adds the line, and clears it |
/// | Enter | empty, in a week with sessions | begins the next week |
/// | Enter | empty, in a week without sessions | asks for the name, if the program has sessions |
/// | Ctrl-D | empty | asks for the name, if the program has sessions |
/// | Backspace | empty | moves the last session or the beginning of the week back to the line |
/// | paste | empty | adds all lines, if there are several and all are valid |
extension Planner {
  /// Handles a key of this table; returns false for any other key.
  mutating func writeProgram(_ key: Key) -> Bool {
    switch key {
    case .enter: addLine()
    case .endOfInput where line.isEmpty && program?.hasSessions == true: ask(.naming(nil))
    case .backspace where line.isEmpty: takeBack()
    case .pasted(let text) where line.isEmpty && text.contains(where: \.isNewline):
      guard let changed = program?.adding(text, settings: settings) else { return false }
      program = changed
      read()
    default: return false
    }
    return true
  }

  private mutating func addLine() {
    guard var changed = program else { return }
    guard !line.text.isBlank else {
      if changed.beginWeek() { program = changed } else if changed.hasSessions { ask(.naming(nil)) }
      return
    }
    do throws(DraftMistake) {
      try changed.add(line.text, settings: settings)
      program = changed
      line.replace("", cursor: 0)
      read()
    } catch {
      line.move(to: error.character)
      draft = .mistake(error)
    }
  }

  private mutating func takeBack() {
    guard let text = program?.takeBack() else { return }
    line.replace(text, cursor: text.count)
    read()
  }

  /// The text that remains on the terminal if a signal ends the planner; empty if nothing was written.
  ///
  /// The text of a program includes the present line, as a comment if it is not a session.
  package var writtenText: String {
    guard var program else { return line.text }
    guard !line.text.isBlank else { return program.hasSessions ? program.text : program.header }
    do throws(DraftMistake) {
      try program.add(line.text, settings: settings)
      return program.hasSessions ? program.text : program.header
    } catch {
      return program.text + "# \(line.text)"
    }
  }
}
