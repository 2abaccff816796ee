/// Command lines and what they print, as a document shows them.
package struct Transcript: Sendable {
  package let entries: [Entry]

  package struct Entry: Sendable {
    /// The line as it is typed.
    package let command: String
    /// What it prints; nothing where the document shows nothing.
    package let output: [String]
  }

  /// Reads what stands behind prompts, `$ `; a backslash at its end goes on with a command.
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
