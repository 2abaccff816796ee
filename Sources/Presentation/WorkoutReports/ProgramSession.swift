import PlanNotation
package import WorkoutModel

extension Report {
  /// The session of a training program to which a workout belongs.
  ///
  /// The values describe the program when the workout started, because the program may change later.
  /// The type is a class, because a large structure in each status would make each copy of a status slower.
  package final class Session: Codable, Equatable, Sendable {
    /// The name of the program's file.
    package let program: String
    /// The absolute path of the program's file; nil if the program was started by its name.
    package let path: String?
    package let week: Int
    /// The number of the session in its week, from 1.
    package let day: Int
    /// The number of weeks in the program.
    package let weeks: Int
    /// The number of sessions in the week.
    package let days: Int
    package let label: String?
    /// The session that follows this one; nil after the last session.
    package let next: String?
    /// The session that was due when the workout started.
    ///
    /// Nil if the last session was done, or if the history could not be read.
    package let due: String?

    package init(
      program: String, path: String? = nil, week: Int, day: Int, weeks: Int, days: Int, label: String? = nil,
      next: String? = nil, due: String? = nil
    ) {
      self.program = program
      self.path = path
      self.week = week
      self.day = day
      self.weeks = weeks
      self.days = days
      self.label = label
      self.next = next
      self.due = due
    }

    package static func == (one: Session, other: Session) -> Bool {
      one.program == other.program && one.path == other.path && one.id == other.id && one.weeks == other.weeks
        && one.days == other.days && one.label == other.label && one.next == other.next && one.due == other.due
    }
  }
}

extension Report.Session {
  /// Describes a session of a program; nil if the program has no such session.
  package convenience init?(
    _ id: SessionID, of program: TrainingProgram, named name: String, path: String? = nil, due: SessionID?
  ) {
    guard let sessions = program[id] else { return nil }
    self.init(
      program: name, path: path, week: id.week, day: id.day, weeks: program.weeks.count,
      days: program.weeks[id.week - 1].days, label: sessions.label, next: program.session(after: id)?.description,
      due: due?.description)
  }

  /// The session, for a time at which the session that is due is unknown.
  package var withoutDueSession: Report.Session {
    Report.Session(
      program: program, path: path, week: week, day: day, weeks: weeks, days: days, label: label, next: next)
  }

  package var id: SessionID { SessionID(week: week, day: day) }

  /// Whether the values can belong to a program.
  package var isPossible: Bool {
    let numbers = 1...TrainingProgram.maxSessions
    return numbers.contains(weeks) && numbers.contains(days) && (1...weeks).contains(week) && (1...days).contains(day)
      && program.utf8.count <= Self.maxNameBytes && path.map(Self.isPossible) ?? true
      && label?.unicodeScalars.count ?? 0 <= LimitedText.label.maxCharacters
      && [next, due].compactMap(\.self).allSatisfy { SessionID($0) != nil }
  }

  private static func isPossible(_ path: String) -> Bool {
    // The size is checked first, because the comparison of a long text can take quadratic time.
    path.utf8.count < maxPathBytes && path.hasPrefix("/") && path.hasSuffix(PlanName.programExtension)
  }

  /// The maximum number of bytes in the name of a file.
  private static let maxNameBytes = 255
  /// The maximum number of bytes in a path, with a null byte at its end.
  private static let maxPathBytes = 4096
}

extension Report.Summary {
  /// Whether the workout counts as a done session, which requires at least four fifths of its planned time.
  ///
  /// A workout that is too short to be recorded does not count.
  /// If the distance was corrected, four fifths of the planned distance are also enough. A session without a planned
  /// time counts as done if it was finished.
  package var isSessionDone: Bool {
    doneMetres.map { $0 == 0 || corrected == true && distance.reaches($0) } ?? false
  }

  /// The corrected distance with which the session counts as done: 0 if its time is enough; nil if no distance is enough.
  package var doneMetres: Double? {
    guard session != nil, !isTooShort else { return nil }
    if isTimeDone { return 0 }
    guard plannedMs != nil, let planned = plannedDistance.wholeMetres, planned > 0 else { return nil }
    return planned * 0.8
  }

  /// Whether four fifths of the planned time are done; without a planned time, whether the workout was finished.
  package var isTimeDone: Bool { plannedMs.map { elapsedMs * 5 >= $0 * 4 } ?? completed }

  /// The session that is due after the workout.
  ///
  /// Nil if the workout is not a session, if the last session is done, or if the session that is due is unknown.
  package var dueSession: SessionID? {
    (isSessionDone ? session?.next : session?.due).flatMap(SessionID.init)
  }
}

extension KnownDistance {
  /// Whether the distance is at least a number of metres; a centimetre may be missing after rounding, such as in miles.
  func reaches(_ metres: Double) -> Bool { self.metres + 0.01 >= metres }
}
