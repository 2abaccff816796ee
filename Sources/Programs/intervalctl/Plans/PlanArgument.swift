import Text
import Glibc
import PlanNotation
import SystemPackage
import UserFiles
import WorkoutFiles
import PlanLibrary

/// The meaning of the words of a PLAN.
enum PlanArgument: Equatable {
  /// A plan of the plan folders.
  case named(String)
  /// A file by its path; `-` is standard input.
  case file(String)
  /// A plan in notation.
  case text(PlanText)

  /// Reads words as they stand on the command line, joined; nil for none.
  ///
  /// In this order they are: a file, if they look like one at first sight; a plan's name; notation; a file, if there is
  /// such a file or it looks like a path. Anything else is notation with a mistake, unless it looks like a name.
  ///
  /// - Throws: `Failure` for a name that is notation too, for one that no plan has, and for a file of a type that holds
  ///   no plans.
  init?(words: [String], in plans: PlanFolders) throws(Failure) {
    let text = words.joined(separator: " ")
    guard !words.isEmpty else { return nil }
    let isLine = !text.contains(where: \.isNewline)
    if isLine, text.fileExtension == "gpx" { throw .trackFile }
    if Self.isFileForm(text) {
      self = .file(text)
      return
    }
    let typed = PlanText(text: text)
    if let entry = plans.entry(typed: text) {
      guard typed.mistake != nil else { throw .ambiguousPlan(text, path: entry.path) }
      self = .named(entry.name)
    } else if let mistake = typed.mistake {
      if isLine, Self.isFile(text) || Self.isPath(text) {
        self = .file(text)
        return
      }
      // Where the mistake is behind the word, the word begins a plan.
      let isName = Self.isPlainWord(text) && mistake.column <= text.unicodeScalars.count
      let isStep = text.first?.isNumber == true && text.contains(" ")
      let similar = isStep ? nil : plans.similar(to: text)
      guard similar == nil, !isName else { throw .noPlan(named: text, similar: similar) }
      self = .text(typed)
    } else {
      self = .text(typed)
    }
  }

  /// Whether a text is a word such as plans have for names, rather than a value.
  static func isPlainWord(_ text: String) -> Bool {
    text.first?.isLetter == true && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }

  /// Whether a text is a file for its form alone: `-`, a beginning that no plan has, an ending of plan or workout files.
  private static func isFileForm(_ text: String) -> Bool {
    if text == "-" || ["/", "./", "../"].contains(where: text.hasPrefix) { return true }
    guard !text.contains(where: \.isNewline) else { return false }
    return text.hasSuffix(PlanName.fileExtension) || WorkoutFormat(path: text) != nil
  }

  /// Whether there is a file of that path, which is not a folder: stat(2).
  private static func isFile(_ path: String) -> Bool {
    (try? Stat(at: path)).map { $0.type != .directory } ?? false
  }

  /// Whether a text that is no file looks like the path of one, `plans/hills`, rather than like steps, `30/30`.
  private static func isPath(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count > 1 && !parts.allSatisfy { $0.first?.isNumber == true }
      && text.allSatisfy { $0.isLetter || $0.isNumber || "/._-+~%".contains($0) }
  }
}
