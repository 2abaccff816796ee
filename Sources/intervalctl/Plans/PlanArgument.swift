import PlanNotation
import WorkoutFiles
import WorkoutSettings

/// What a person means by the words of a PLAN.
enum PlanArgument: Equatable {
  /// A plan of the plan folders.
  case named(String)
  /// A file by its path; `-` is standard input.
  case file(String)
  /// A plan in notation.
  case text(String)

  /// Reads words as they stand on the command line; nil for none.
  ///
  /// They are joined. What looks like a path is a file, a plan's name that plan, and anything else notation.
  ///
  /// - Throws: `Failure` for a name that is notation too, and for a word that is neither but nearly a name.
  init?(words: [String], in plans: PlanFolders) throws(Failure) {
    let text = words.joined(separator: " ")
    guard !words.isEmpty else { return nil }
    if Self.isPath(text) {
      self = .file(text)
      return
    }
    let isNotation = (try? PlanFile(text)) != nil
    guard let entry = plans.entry(named: text) else {
      if !isNotation, let similar = plans.similar(to: text) {
        throw .noPlan(named: text, similar: similar, searched: plans.paths)
      }
      self = .text(text)
      return
    }
    guard !isNotation else { throw .ambiguousPlan(text, path: entry.path) }
    self = .named(text)
  }

  /// Whether a text is a path: `-`, or ending in `.plan` or as a workout file does, or with a slash in it.
  ///
  /// A plan in notation has a slash only in a pace, behind an `@`, in a label's quotes, or in settings on lines of
  /// their own; and none begins with a slash or a dot.
  private static func isPath(_ text: String) -> Bool {
    if text == "-" || text.hasPrefix("/") || text.hasPrefix("./") || text.hasPrefix("../") { return true }
    guard !text.contains(where: \.isNewline) else { return false }
    if text.hasSuffix(PlanFolders.fileExtension) || WorkoutFormat(path: text) != nil { return true }
    return text.contains("/") && !text.contains { $0 == "@" || $0 == "\"" }
  }
}
