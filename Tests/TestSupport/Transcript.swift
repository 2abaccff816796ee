/// Command lines and their output in a document.
package struct Transcript: Sendable {
  package let entries: [Entry]

  package struct Entry: Sendable {
    /// The command line, as a user types it.
    package let command: String
    /// Lines of output; empty if the document shows no output.
    package let output: [String]
  }

  /// Reads commands and the output of each command; a command follows the prompt `$ `.
  ///
  /// A backslash at the end of a line continues the command on the next line.
  package init(_ lines: [String]) {
    var entries: [Entry] = []
    var rest = lines.drop { !$0.hasPrefix("$ ") }
    while let first = rest.popFirst() {
      var command = String(first.dropFirst(2))
      while command.hasSuffix("\\"), let next = rest.popFirst() { command = command.dropLast() + next }
      let output = rest.prefix { !$0.hasPrefix("$ ") }
      rest = rest.dropFirst(output.count)
      entries.append(Entry(command: command, output: output.reversed().drop { $0.isEmpty }.reversed()))
    }
    self.entries = entries
  }
}
