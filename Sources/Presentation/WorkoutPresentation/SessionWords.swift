import Text
package import WorkoutModel
package import WorkoutReports

/// The words for a session of a training program.
package struct SessionWords {
  private let session: Report.Session

  package init(_ session: Report.Session) {
    self.session = session
  }

  /// The place of the session in its program: `week 3, day 2 of 3`.
  package var place: String { "week \(session.week), day \(session.day) of \(session.days)" }

  /// The title of a workout with the place and the label of its session.
  ///
  /// An example is `Couch to 5K, week 5, day 1 of 3: Three times five`.
  package func title(_ title: String?) -> String {
    let name = title ?? session.program
    return ["\(name), \(place)", session.label].compactMap(\.self).joined(separator: ": ")
  }

  /// The title of a file with the session, such as `w3d2 Couch to 5K`.
  ///
  /// The session comes first, because watches show only the beginning of a title.
  package func fileTitle(_ title: String?) -> String { "\(session.id) \(title ?? session.program)" }

  /// The sentences about the session that is due after a workout, or about the end of the program.
  ///
  /// Nil if the workout is not a session, or if the session that is due is unknown. An example is `Next: week 3, day 3.
  /// Rest a day.`
  /// The advice to rest is given if the week of the finished session has at most `maxDaysWithRest` sessions, so that a
  /// day without a session can follow each of them.
  static func next(after summary: Report.Summary) -> String? {
    guard let session = summary.session else { return nil }
    guard let next = summary.dueSession else {
      return summary.isSessionDone && session.next == nil ? "That was the last session of the program." : nil
    }
    let place = "Next: \(next.words)"
    guard summary.isSessionDone else {
      guard next == session.id else { return "\(place)." }
      let reason = summary.plannedMs == nil ? "it was not finished" : "less than four fifths were done"
      return "\(place) again, because \(reason)."
    }
    return session.days <= maxDaysWithRest ? "\(place). Rest a day." : "\(place)."
  }

  private static let maxDaysWithRest = 3
}

extension SessionID {
  /// The session in words: `week 3, day 2`.
  package var words: String { "week \(week), day \(day)" }
}

extension Report.Summary {
  /// The sentences about the next session of the program; nil if the workout is not a session of a program.
  package var nextSessionWords: String? { SessionWords.next(after: self) }
}
