import PlanNotation
import TerminalUI
import Text
import WorkoutModel
import WorkoutPresentation

/// A line of a training program.
enum ProgramLine {
  /// A session, or several equal ones, and its plan.
  case session(Session, ReadPlan)
  /// The beginning of a week with its label.
  case week(label: String?)
  case setting(String)

  /// One or more equal sessions.
  struct Session: Equatable, Sendable {
    /// The sessions in full notation, such as `3x session: 30m run`.
    let text: String
    /// The sessions as typed on the line of the planner.
    let line: String
    let count: Int
    /// The label and the plan.
    let summary: String
    /// The time of one session; nil if its end is unknown.
    let duration: Duration?
  }

  /// Reads a part of a line that a user adds to a draft; an open parenthesis counts as closed at the end of the part.
  ///
  /// A session can be a plan without a heading. See `ProgramLineType.parts` for the parts.
  init(_ line: String, in draft: ProgramDraft, settings: Settings) throws(DraftMistake) {
    let line = LineEditor(line).text
    switch ProgramLineType(line) {
    case .setting: self = try Self.setting(line, in: draft)
    case .week: self = try Self.week(line, in: draft)
    case .session: self = try Self.sessions(line, hasHeading: true, in: draft, settings: settings)
    case .other: self = try Self.sessions(line, hasHeading: false, in: draft, settings: settings)
    }
  }

  private static func sessions(
    _ line: String, hasHeading: Bool, in draft: ProgramDraft, settings: Settings
  ) throws(DraftMistake) -> ProgramLine {
    // The heading is on a line of its own, so that errors are located in the typed line.
    let before = draft.header + "week 1\n" + (hasHeading ? "" : "session:\n")
    return try closing(line) { (line) throws(NotationError) in
      let file = try ProgramFile(before + line)
      let workouts = try file.workouts(over: settings)
      let first = SessionID(week: 1, day: 1)
      guard let plan = file.plan(of: first), let workout = workouts[first] else {
        preconditionFailure("a program has a first session")
      }
      let sessions = file.program.weeks[0].sessions[0]
      return .session(
        Session(sessions, line: line, hasHeading: hasHeading, workout.timeline.totals.duration),
        ReadPlan(file: plan, workout: workout, title: nil))
    }
  }

  private static func week(_ line: String, in draft: ProgramDraft) throws(DraftMistake) -> ProgramLine {
    let isBegun = draft.weeks[draft.weeks.count - 1].sessions.isEmpty
    let before = (0..<(draft.weeks.count - (isBegun ? 1 : 0))).map { "week \($0 + 1)\nsession: 1s\n" }.joined()
    do throws(NotationError) {
      return .week(label: try ProgramFile("\(before)\(line)\nsession: 1s").program.weeks.last?.label)
    } catch {
      throw DraftMistake(error, in: line)
    }
  }

  private static func setting(_ line: String, in draft: ProgramDraft) throws(DraftMistake) -> ProgramLine {
    guard !draft.hasSessions else {
      throw DraftMistake(
        character: line.prefix(while: \.isWhitespace).count, message: "settings come before the first session",
        hints: ["save the program, and add the setting with: intervalctl edit NAME"])
    }
    do throws(NotationError) {
      _ = try ProgramFile("\(draft.header)\(line)\nweek 1\nsession: 1s")
      return .setting(line)
    } catch {
      throw DraftMistake(error, in: line)
    }
  }
}

extension ProgramLine.Session {
  /// Makes the sessions of a line that is valid; without a heading, the line is a plan.
  fileprivate init(_ sessions: TrainingProgram.Sessions, line: String, hasHeading: Bool, _ duration: Duration?) {
    let typed = line.trimmed(where: \.properties.isWhitespace)
    let isPlain = sessions.count == 1 && sessions.label == nil
    let plan = hasHeading ? Self.plan(in: typed) : typed
    text = hasHeading ? typed : "session: \(typed)"
    self.line = isPlain ? plan : text
    count = sessions.count
    summary = [sessions.label.map(quoted), plan].compactMap(\.self).joined(separator: ": ")
    self.duration = duration
  }

  /// The part of a session in full notation after the colon.
  private static func plan(in line: String) -> String {
    let characters = Array(line)
    let contexts = NotationContexts(characters)
    guard let colon = characters.indices.first(where: { characters[$0] == ":" && contexts.isNotation(at: $0) }) else {
      return line
    }
    return String(characters[(colon + 1)...]).trimmed(where: \.properties.isWhitespace)
  }
}

/// A line of a program that is not a session.
enum ProgramHeading: Equatable {
  /// The beginning of the week with this number.
  case week(Int)
  case setting

  /// The lists of keys, the longest first.
  var keys: [String] {
    let enter =
      switch self {
      case .week(let number): "Enter begin week \(number)"
      case .setting: "Enter add the setting"
      }
    return ["\(enter)   Tab complete   Ctrl-C leave", enter]
  }
}

extension ProgramDraft {
  /// Reads the present line of the planner.
  func draft(of line: String, settings: Settings) -> Draft {
    guard !line.isBlank else { return .empty }
    // The mistake of a line that does not fit into the program is also shown before Enter.
    var changed = self
    do throws(DraftMistake) {
      switch try changed.add(line, settings: settings) {
      case .session(_, let plan): return .plan(plan)
      case .week: return .heading(.week(changed.weeks.count))
      case .setting: return .heading(.setting)
      }
    } catch {
      return .mistake(error)
    }
  }
}
