/// A manual page in docs/man, read from its mdoc(7) source.
package struct ManualPage: Sendable {
  /// File names of all pages.
  package static let names = ["intervalctl.1", "intervald.1", "intervald.conf.5", "intervald.plan.5"]

  package let path: String
  private let lines: [String]

  package init(_ name: String) throws {
    path = "\(packageRoot)/docs/man/\(name)"
    lines = try textFile(path).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// An item of a list: a line such as `.It Ic lead-in Ar time | Cm off`, and the text up to the next item.
  package struct Entry: Sendable {
    /// Macro of the described term: `Ic` for a word of the notation, `Cm` for a command, `Fl` for an option.
    package let macro: String
    /// The words after this macro, including further macros but not `,` and `|`.
    package let words: [String]
    package fileprivate(set) var text: [String] = []
  }

  /// Returns the entries of all lists in a section, or in the whole page.
  package func entries(in section: String? = nil) -> [Entry] {
    var entries: [Entry] = []
    for line in section.map(self.lines(in:)) ?? lines {
      if line.hasPrefix(".It ") {
        let words = line.split(separator: " ").dropFirst().filter { $0 != "," && $0 != "|" }.map(Self.plain)
        entries.append(Entry(macro: words[0], words: Array(words.dropFirst())))
      } else if !entries.isEmpty {
        entries[entries.count - 1].text.append(line)
      }
    }
    return entries
  }

  /// Returns the rows of the table whose columns are `cue` and the given columns.
  package func table(after columns: [String]) -> [[String]] {
    let head = ".It Sy cue" + columns.map { " Ta Sy \($0)" }.joined()
    return lines.drop { $0 != head }.dropFirst().prefix { $0.hasPrefix(".It ") }.map { line in
      line.dropFirst(4).split(separator: " ").filter { $0 != "Ta" }.map(Self.plain)
    }
  }

  /// Returns the literal displays in a section.
  package func displays(in section: String) -> [String] {
    lines(in: section).split { $0 == ".Ed" }.compactMap { part in
      part.firstIndex { $0.hasPrefix(".Bd -literal") }
        .map { part[part.index(after: $0)...].map(Self.plain).joined(separator: "\n") }
    }
  }

  /// Returns the lines of the section with this heading.
  package func lines(in section: String) -> [String] {
    lines.drop { $0 != ".Sh \(section)" }.dropFirst().prefix { !$0.hasPrefix(".Sh ") }.map { $0 }
  }

  /// Replaces the escape sequences of roff(7) in a text.
  private static func plain(_ text: some StringProtocol) -> String {
    var plain = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "\\" else {
        plain.append(character)
        continue
      }
      switch rest.popFirst() {
      case "e": plain.append("\\")
      case "(":
        plain += characters[String(rest.prefix(2))] ?? ""
        rest = rest.dropFirst(2)
      case "[":
        // The code of a character, such as \[u251C].
        let code = UInt32(rest.prefix { $0 != "]" }.dropFirst(), radix: 16).flatMap(Unicode.Scalar.init)
        if let code { plain.unicodeScalars.append(code) }
        rest = rest.drop { $0 != "]" }.dropFirst()
      default: break  // \& has no width.
      }
    }
    return plain
  }

  /// The characters in mandoc_char(7) that the pages use.
  private static let characters = ["aq": "'", "dq": "\"", "en": "–", "ha": "^", "mu": "×", "ti": "~"]
}
