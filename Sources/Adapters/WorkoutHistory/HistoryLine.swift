import Dates
package import FoundationEssentials
import JSON
package import WorkoutModel
package import WorkoutReports

/// A line of the history: a workout that has ended, a later change of a workout, or a move in a training program.
package enum HistoryLine: Equatable, Sendable {
  case workout(Report.Summary)
  case change(HistoryChange)

  /// Reads a line without its newline; nil if it is neither a workout nor a change.
  ///
  /// A member of a workout whose value is impossible is left out. If `hasLaps` is false, the laps are also left out,
  /// because decoding many laps is slow.
  package init?(_ line: ArraySlice<UInt8>, hasLaps: Bool = true) {
    guard let value = try? JSONValue(parsing: Array(line), omitting: hasLaps ? nil : "laps") else { return nil }
    if value.object?["change"] != nil {
      guard let change: HistoryChange = try? value.decoded(), change.isPossible else { return nil }
      self = .change(change)
    } else {
      guard let summary = Self.summary(value), Report.secondsSince1970(summary.startedAt) != nil else { return nil }
      self = .workout(summary)
    }
  }

  /// Reads a summary without its impossible members; nil if a required member is missing or has another type.
  private static func summary(_ value: JSONValue) -> Report.Summary? {
    do {
      return try value.decoded(as: Report.Summary.self).bounded
    } catch {
      // The path begins with the member that has another type.
      guard var members = value.object, let path = (error as? DecodingError)?.path,
        members.removeValue(forKey: path.prefix { $0 != "." }.description) != nil
      else { return nil }
      return summary(.object(members))
    }
  }

  /// The line with its newline; reading it returns the same change, or the same workout without impossible values.
  ///
  /// If the line would be too long, the oldest laps are left out.
  package var bytes: [UInt8] {
    guard case .workout(let summary) = self else { return encoded }
    var possible = summary.bounded
    while true {
      let line = HistoryLine.workout(possible)
      let bytes = line.encoded
      guard bytes.count > LineReader.maxLineLength || HistoryLine(bytes.dropLast()) != line, let laps = possible.laps
      else { return bytes }
      possible.laps = laps.laps.count > 1 ? laps.last(laps.laps.count / 2) : nil
    }
  }

  private var encoded: [UInt8] {
    // Strings and finite numbers can always be encoded, and JSON escapes the line ends in strings.
    let json =
      switch self {
      case .workout(let summary): try? JSONValue(encoding: summary)
      case .change(let change): try? JSONValue(encoding: change)
      }
    return (json?.text ?? []) + [UInt8(ascii: "\n")]
  }

  package var isWorkout: Bool { if case .workout = self { true } else { false } }
}

/// A change of a recorded workout, or a move in a training program.
///
/// A change is a line of its own, so that no line of the history is ever rewritten.
package struct HistoryChange: Codable, Equatable, Sendable {
  /// The time of the change in the format of RFC 3339, in UTC.
  package let at: String
  package let change: Action
  /// The workout that is changed; nil for a program.
  package let workoutId: String?
  /// The name of the program; nil for a workout.
  package let program: String?
  /// The measured distance, if the action is `correct`.
  package let distanceM: Double?
  /// The text, if the action is `note`; nil removes the note.
  package let note: String?
  /// The session that is due from now on, if the action is `move`.
  package let session: String?

  package enum Action: String, Codable, Sendable {
    case remove
    case correct
    case note
    case move
    /// Cancels the last change of the same subject that is not cancelled yet.
    case undo
  }

  /// The subject of a change.
  package enum Subject: Hashable, Sendable {
    /// The workout with an ID.
    case workout(String)
    /// The program with a name.
    case program(String)
  }

  /// Makes a change that was read.
  init(
    at: String, change: Action, workoutId: String?, program: String?, distanceM: Double?, note: String?,
    session: String?
  ) {
    self.at = at
    self.change = change
    self.workoutId = workoutId
    self.program = program
    self.distanceM = distanceM
    self.note = note
    self.session = session
  }

  private init(
    _ change: Action, _ subject: Subject, at: Date, distanceM: Double? = nil, note: String? = nil,
    session: SessionID? = nil
  ) {
    self.at = at.rfc3339
    self.change = change
    switch subject {
    case .workout(let id): (workoutId, program) = (id, nil)
    case .program(let name): (workoutId, program) = (nil, name)
    }
    self.distanceM = distanceM
    self.note = note
    self.session = session?.description
  }

  package static func remove(_ workoutID: String, at: Date) -> HistoryChange {
    HistoryChange(.remove, .workout(workoutID), at: at)
  }

  package static func correct(_ workoutID: String, toMetres metres: Double, at: Date) -> HistoryChange {
    HistoryChange(.correct, .workout(workoutID), at: at, distanceM: metres)
  }

  package static func note(_ workoutID: String, _ note: String?, at: Date) -> HistoryChange {
    HistoryChange(.note, .workout(workoutID), at: at, note: note)
  }

  /// Makes a session of a program the session that is due.
  package static func move(_ program: String, to session: SessionID, at: Date) -> HistoryChange {
    HistoryChange(.move, .program(program), at: at, session: session)
  }

  package static func undo(_ subject: Subject, at: Date) -> HistoryChange { HistoryChange(.undo, subject, at: at) }

  package var subject: Subject { program.map(Subject.program) ?? .workout(workoutId ?? "") }

  /// Whether a later correction of the same workout makes this correction unnecessary.
  package func isReplaced(by later: HistoryChange) -> Bool {
    change == .correct && later.change == .correct && subject == later.subject
  }

  fileprivate var isPossible: Bool {
    guard (workoutId == nil) != (program == nil) else { return false }
    return switch change {
    case .correct: workoutId != nil && distanceM.map(Report.Corrected.possibleMetres.contains) == true
    case .move:
      program != nil && session.flatMap(SessionID.init) != nil && Report.secondsSince1970(at) != nil
    case .remove, .note: workoutId != nil
    case .undo: true
    }
  }
}

extension Report.Summary {
  /// The summary after changes, in the order of the changes; other actions than `correct` and `note` have no effect.
  func applying(_ changes: some Sequence<HistoryChange>) -> Report.Summary {
    var summary = self
    for change in changes {
      switch change.change {
      case .correct: if let metres = change.distanceM { summary.correct(toMetres: metres) }
      case .note: summary.note = change.note
      case .remove, .move, .undo: break
      }
    }
    return summary
  }
}
