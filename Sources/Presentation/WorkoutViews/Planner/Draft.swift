import PlanNotation
import WorkoutModel
import WorkoutPresentation

/// The result of reading a line of notation.
enum Draft {
  /// The line is blank.
  case empty
  case plan(ReadPlan)
  /// A line of a training program that is not a session.
  case heading(ProgramHeading)
  case mistake(DraftMistake)

  /// Parses a line with the settings of a configuration; an open parenthesis counts as closed at the end of the line.
  ///
  /// `header` contains the settings of the plan, and `name` is the name of the plan.
  init(_ line: String, header: String = "", name: String? = nil, settings: Settings) {
    guard !line.isBlank else {
      self = .empty
      return
    }
    do throws(DraftMistake) {
      guard !DraftMistake.beginsWithSetting(line) else { throw .setting(in: line) }
      self = .plan(
        try closing(line) { (line) throws(NotationError) in try Self.plan(header + line, name, settings) })
    } catch {
      self = .mistake(error)
    }
  }

  private static func plan(_ text: String, _ name: String?, _ settings: Settings) throws(NotationError) -> ReadPlan {
    let file = try PlanFile(text)
    return ReadPlan(file: file, workout: try file.workout(over: settings), title: file.settings.name ?? name)
  }
}

/// Parses a line; if this fails, parses the line with its open parentheses closed at the end.
func closing<Value>(
  _ line: String, parse: (String) throws(NotationError) -> Value
) throws(DraftMistake) -> Value {
  do throws(NotationError) {
    return try parse(line)
  } catch {
    let mistake = DraftMistake(error, in: line)
    let closed = closedText(line)
    guard closed != line else { throw mistake }
    do throws(NotationError) {
      return try parse(closed)
    } catch {
      // An error after the end of the typed line is only an effect of the added parentheses.
      let closedMistake = DraftMistake(error, in: line)
      throw closedMistake.character < line.count ? closedMistake : mistake
    }
  }
}

extension String {
  /// Whether the text consists of white space.
  var isBlank: Bool { !contains { !$0.isWhitespace } }
}

/// The error in a line that is not a plan.
struct DraftMistake: Error {
  /// The index of the character with the error.
  let character: Int
  let message: String
  let hints: [String]
  /// Whether the error is in or after the last word of the line; this word may be unfinished.
  let isAtEnd: Bool

  /// Describes the error of a line, which may be closed by added parentheses in the text that has the error.
  init(_ error: NotationError, in line: String) {
    let character = error.character
    self.init(
      character: character, message: error.message, hints: error.hints,
      isAtEnd: !line.dropFirst(character).drop { ",( ".contains($0) }.contains { ",()\"@ ".contains($0) })
  }

  init(character: Int, message: String, hints: [String], isAtEnd: Bool = false) {
    self.character = character
    self.message = message
    self.hints = hints
    self.isAtEnd = isAtEnd
  }

  /// The error of a plan that begins with a setting.
  static func setting(in line: String) -> DraftMistake {
    DraftMistake(
      character: line.prefix(while: \.isWhitespace).count, message: "settings do not fit on this line",
      hints: ["intervalctl new NAME < FILE takes a plan with settings"])
  }

  /// Whether the line begins with a setting that a plan may contain.
  ///
  /// False for a setting that only the configuration may contain, because the parser's own error is shown for it.
  static func beginsWithSetting(_ line: String) -> Bool {
    let word = line.drop(while: \.isWhitespace).prefix { $0.isLetter || $0 == "-" }.lowercased()
    return SettingName(rawValue: word).map { $0.scope != .configuration } ?? false
  }
}

extension NotationError {
  /// The index of the character with the error.
  fileprivate var character: Int {
    var scalars = 0
    for (index, character) in lineText.enumerated() {
      scalars += character.unicodeScalars.count
      if scalars >= column { return index }
    }
    return lineText.count
  }
}

/// A pasted text, such as a plan file, as one line of notation.
///
/// Line breaks between steps become commas. Comments are left out, because a comment would hide the rest of the line.
/// Settings also become part of the line, where they are an error.
struct PastedText {
  /// The text on one line; a text without a line break is not changed.
  let line: String

  init(_ text: String) {
    // Swift treats CR and LF together as one character.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.count > 1 else {
      line = text
      return
    }
    line = Self.joined(lines)
  }

  /// Joins lines to one line of notation.
  static func joined(_ lines: [Substring]) -> String {
    lines.map { step($0) }.filter { !$0.isEmpty }.reduce(into: "") { line, step in
      if let last = line.last, let first = step.first, last != "(", first != ")", first != ",", last != ":" {
        line += last == "," ? " " : ", "
      } else if line.last == ":" {
        line += " "
      }
      line += step
    }
  }

  /// Returns a line without its comment, and without leading and trailing spaces.
  static func step(_ line: Substring) -> Substring {
    let code = line.prefix(NotationContexts(line).commentStart ?? line.count)
    let start = code.drop(while: \.isWhitespace)
    let trailing = start.reversed().prefix(while: \.isWhitespace).count
    return start.dropLast(trailing)
  }
}

extension Planner {
  /// An existing plan as a line that can be edited.
  ///
  /// The type is a class to keep the client small: for a structure, each copy of a planner adds machine code.
  package final class Source: Sendable {
    /// The settings and comments before the steps, as written; a change of the line does not change them.
    package let header: String
    /// The steps on one line, without comments.
    package let line: String
    /// Whether the steps of the plan contain comments, which the line does not contain.
    package let hasLostComments: Bool

    /// Returns nil if the text of a plan has a mistake.
    package init?(_ text: String) {
      guard let file = try? PlanFile(text) else { return nil }
      let (header, steps) = file.headerAndSteps
      let line = PastedText(steps + "\n").line
      guard (try? PlanFile(header + line))?.plan == file.plan else { return nil }
      self.header = header
      self.line = line
      hasLostComments = steps.split(whereSeparator: \.isNewline).contains {
        NotationContexts($0).commentStart != nil
      }
    }
  }
}
