import PlanNotation
import TerminalUI
import Text
import WorkoutModel

/// The Tab key, which completes words as a shell does.
extension Planner {
  /// The result of the Tab key that is shown until the next key.
  enum Completion: Equatable {
    /// The words that begin with the typed letters.
    case words([String])
    /// The typed word is the name of a plan.
    case plan(String)

    /// The result on one line of at most `width` columns.
    func text(width: Int) -> String {
      switch self {
      case .words(let words): words.map(\.safeForTerminal).joined(separator: "   ").cut(to: width)
      case .plan(let name): "Tab: insert the steps of \(name.safeForTerminal)".cut(to: width)
      }
    }
  }

  /// Completes the word before the cursor: a word of the notation, or the name of a plan if the line has no other word.
  ///
  /// The name of a plan on the line is replaced by the steps of this plan.
  mutating func completeLine() {
    let name = line.text
    if completion == .plan(name), let plan = choices.plan(name) {
      completion = nil
      // A session has the settings of its program.
      if program == nil { source = plan }
      return line.replace(plan.line, cursor: plan.line.count)
    }
    completion = nil
    guard line.cursor == 0 || NotationContexts(line.characters).isNotation(at: line.cursor - 1) else { return }
    let names = line.isAtEnd && !name.isEmpty ? choices.planNames().filter { $0.hasPrefix(name) } : []
    let word = Self.word(before: line)
    let notation = (program == nil ? [] : ["week ", "session"]) + Self.notationWords
    let words = word.isEmpty ? [] : notation.filter { $0.hasPrefix(word.lowercased()) }
    // A name is longer than a word of the notation, because the name is the whole line.
    let typed = names.isEmpty ? word : name
    let matches = (name == word || names.isEmpty ? words : []) + names
    line.complete(typed, with: matches)
    if names.contains(line.text), choices.plan(line.text) != nil {
      completion = .plan(line.text)
    } else if matches.count > 1 {
      completion = .words(matches)
    }
  }

  /// Completes the name of an existing plan, or of an existing program if the planner writes a program.
  mutating func completeName() {
    let names = (program == nil ? choices.planNames : choices.programNames)().filter { $0.hasPrefix(name.text) }
    guard name.isAtEnd, !names.isEmpty else { return }
    name.complete(name.text, with: names)
    completion = names.count > 1 ? .words(names) : nil
  }

  /// The words of the notation; a space follows words that never end a step.
  private static let notationWords =
    ["until ", "forever ", "open", "half", "marathon"] + Kind.allCases.map(\.rawValue)

  /// The letters before the cursor, without the `x` of a count such as `4x`.
  private static func word(before line: LineEditor) -> String {
    let before = line.characters[..<line.cursor]
    let letters = before.reversed().prefix(while: \.isLetter).reversed()
    let isAfterDigit = before.dropLast(letters.count).last?.isDigit == true
    guard isAfterDigit else { return String(letters) }
    return letters.first.map { "xX×".contains($0) } == true ? String(letters.dropFirst()) : ""
  }
}

extension LineEditor {
  /// Completes the typed letters before the cursor with the letters that all matches have in common.
  ///
  /// Each match must begin with the typed letters, in upper or lower case.
  fileprivate mutating func complete(_ typed: String, with matches: [String]) {
    guard var common = matches.first else { return }
    for match in matches {
      while !match.hasPrefix(common) { common.removeLast() }
    }
    insert(String(common.dropFirst(typed.count)))
  }
}
