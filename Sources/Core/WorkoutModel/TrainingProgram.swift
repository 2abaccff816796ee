/// A training program: weeks of sessions, each of which is a plan.
package struct TrainingProgram: Equatable, Sendable {
  /// The weeks in order; the first week has the number 1.
  package var weeks: [Week]

  package init(_ weeks: [Week]) {
    self.weeks = weeks
  }

  /// A week of a program.
  package struct Week: Equatable, Sendable {
    package var label: String?
    package var sessions: [Sessions]

    package init(label: String? = nil, _ sessions: [Sessions]) {
      self.label = label
      self.sessions = sessions
    }

    /// Number of sessions in the week.
    package var days: Int { sessions.reduce(0) { $0 + $1.count } }
  }

  /// One or more sessions with the same plan, which are written once, such as `3x session: 30m run`.
  package struct Sessions: Equatable, Sendable {
    package var count: Int
    package var label: String?
    package var plan: Plan

    package init(count: Int = 1, label: String? = nil, _ plan: Plan) {
      self.count = count
      self.label = label
      self.plan = plan
    }
  }

  /// Maximum number of sessions in a program.
  package static let maxSessions = 1000
}

/// The sessions of a program, by their IDs.
extension TrainingProgram {
  /// The IDs of all sessions, in order.
  package var sessionIDs: [SessionID] {
    weeks.enumerated().flatMap { index, week in (1...max(1, week.days)).map { SessionID(week: index + 1, day: $0) } }
  }

  /// The session with an ID; nil if the program has no such session.
  package subscript(id: SessionID) -> Sessions? {
    guard weeks.indices.contains(id.week - 1) else { return nil }
    var day = id.day
    guard day > 0 else { return nil }
    for sessions in weeks[id.week - 1].sessions {
      if day <= sessions.count { return sessions }
      day -= sessions.count
    }
    return nil
  }

  /// The session that follows an ID, even if the program has no session with this ID; nil after the last session.
  package func session(after id: SessionID) -> SessionID? {
    let next = SessionID(week: id.week, day: id.day + 1)
    if self[next] != nil { return next }
    let nextWeek = SessionID(week: max(1, id.week + 1), day: 1)
    return self[nextWeek] == nil ? nil : nextWeek
  }

  /// The existing session that is nearest to an ID: the same day of the nearest week, or the last day of that week.
  package func nearestSession(to id: SessionID) -> SessionID {
    let week = min(max(1, id.week), weeks.count)
    return SessionID(week: week, day: min(max(1, id.day), weeks[week - 1].days))
  }
}

/// The week and the day of a session in a program.
///
/// The text of an ID is `w5d3` for the third session of week 5.
package struct SessionID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Number of the week, from 1.
  package let week: Int
  /// Number of the session in its week, from 1.
  package let day: Int

  package init(week: Int, day: Int) {
    self.week = week
    self.day = day
  }

  /// Reads an ID in lower or upper case; nil if the text is not an ID.
  package init?(_ text: String) {
    // The size is checked first, because the comparison of a long character can take quadratic time.
    guard text.utf8.count <= "w9999d9999".utf8.count else { return nil }
    let parts = text.lowercased().dropFirst().split(separator: "d", omittingEmptySubsequences: false)
    guard text.first == "w" || text.first == "W", parts.count == 2, let week = Self.number(parts[0]),
      let day = Self.number(parts[1])
    else { return nil }
    self.init(week: week, day: day)
  }

  /// Reads a number from 1 to 9999.
  private static func number(_ digits: Substring) -> Int? {
    guard (1...4).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(digits), number > 0
    else { return nil }
    return number
  }

  package var description: String { "w\(week)d\(day)" }

  package static func < (first: SessionID, second: SessionID) -> Bool {
    (first.week, first.day) < (second.week, second.day)
  }
}
