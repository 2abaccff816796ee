package import FoundationEssentials
import JSON
package import WorkoutReports

/// A line of the history: a workout that has ended, or a later change of a workout.
package enum HistoryLine: Equatable, Sendable {
  case workout(Report.Summary)
  case change(HistoryChange)

  /// Reads a line without its newline; nil if the line is invalid or has impossible values.
  package init?(_ line: ArraySlice<UInt8>) {
    guard let value = try? JSONValue(parsing: Array(line)) else { return nil }
    if value.object?["change"] != nil {
      guard let change: HistoryChange = try? value.decoded(), change.isPossible else { return nil }
      self = .change(change)
    } else {
      guard var summary: Report.Summary = try? value.decoded() else { return nil }
      summary.laps = summary.possibleLaps
      guard summary.isPossible else { return nil }
      self = .workout(summary)
    }
  }

  /// The line with its newline.
  package var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and finite numbers can always be encoded, and JSON escapes the line ends in strings.
    let json =
      switch self {
      case .workout(let summary): try? encoder.encode(summary)
      case .change(let change): try? encoder.encode(change)
      }
    return Array(json ?? Data()) + [UInt8(ascii: "\n")]
  }

  package var isWorkout: Bool { if case .workout = self { true } else { false } }

  /// The workout that the line records or changes.
  package var workoutID: String {
    switch self {
    case .workout(let summary): summary.workoutId
    case .change(let change): change.workoutId
    }
  }
}

/// A change of a recorded workout, which is a line of its own, so that no line of the history is ever rewritten.
package struct HistoryChange: Codable, Equatable, Sendable {
  /// The time of the change in the format of RFC 3339, in UTC.
  package let at: String
  package let change: Action
  package let workoutId: String
  /// The measured distance, if the action is `correct`.
  package let distanceM: Double?
  /// The text, if the action is `note`; nil removes the note.
  package let note: String?

  package enum Action: String, Codable, Sendable {
    case remove
    case correct
    case note
    /// Cancels the last change of the workout that is not cancelled yet.
    case undo
  }

  private init(_ change: Action, _ workoutID: String, at: Date, distanceM: Double? = nil, note: String? = nil) {
    self.at = at.ISO8601Format()
    self.change = change
    workoutId = workoutID
    self.distanceM = distanceM
    self.note = note
  }

  package static func remove(_ workoutID: String, at: Date) -> HistoryChange {
    HistoryChange(.remove, workoutID, at: at)
  }

  package static func correct(_ workoutID: String, toMetres metres: Double, at: Date) -> HistoryChange {
    HistoryChange(.correct, workoutID, at: at, distanceM: metres)
  }

  package static func note(_ workoutID: String, _ note: String?, at: Date) -> HistoryChange {
    HistoryChange(.note, workoutID, at: at, note: note)
  }

  package static func undo(_ workoutID: String, at: Date) -> HistoryChange { HistoryChange(.undo, workoutID, at: at) }

  /// Whether a later correction of the same workout makes this correction unnecessary.
  package func isReplaced(by later: HistoryChange) -> Bool {
    change == .correct && later.change == .correct && workoutId == later.workoutId
  }

  fileprivate var isPossible: Bool {
    change != .correct || distanceM.map(Report.Corrected.possibleMetres.contains) == true
  }
}

extension Report.Summary {
  /// The summary after changes, in the order of the changes; `remove` and `undo` are not changes of a summary.
  func applying(_ changes: some Sequence<HistoryChange>) -> Report.Summary {
    var summary = self
    for change in changes {
      switch change.change {
      case .correct: if let metres = change.distanceM { summary.correct(toMetres: metres) }
      case .note: summary.note = change.note
      case .remove, .undo: break
      }
    }
    return summary
  }
}
