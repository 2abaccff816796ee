import Text
import ArgumentParser

extension Completion {
  /// Words as the script of a shell takes them; without those that would not be one line of text.
  ///
  /// That of bash hands them to `compgen -W`, which splits and expands them like a command line: names of files would
  /// be run. Those of fish and zsh take them as they are.
  static func words(_ words: [String], for shell: CompletionShell?) -> [String] {
    let words = words.filter { !$0.unicodeScalars.contains(where: \.affectsTerminal) }
    return shell == .bash ? words.map(escapedForBash) : words
  }

  private static func escapedForBash(_ word: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in word.unicodeScalars {
      if !isPlain(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "A"..."Z", "a"..."z", "0"..."9", "_", ".", "/", ":", "@", "%", "+", ",", "-": true
    default: false
    }
  }
}
