package import WorkoutModel

/// Training program with settings, as in a program file: first the settings, then the weeks.
///
/// The settings apply to all sessions. The type is a class so that a parsed program is shared and not copied.
package final class ProgramFile: Sendable {
  package let settings: Settings
  package let program: TrainingProgram
  /// The parsed text.
  package let text: String
  /// The plans of the sessions by week; they locate errors in the text of the program.
  private let files: [[PlanFile]]

  /// Parses settings and a program.
  package init(_ text: String) throws(NotationError) {
    var settings = SettingsReader(try Scanner(text), of: .program)
    try settings.read()
    var reader = ProgramReader(settings.scanner)
    let program: TrainingProgram
    do {
      program = try reader.program()
    } catch {
      throw error.correctedInProgram
    }
    self.settings = settings.settings
    self.program = program
    self.text = text
    files = zip(program.weeks, reader.offsets).map { week, offsets in
      zip(week.sessions, offsets).map { sessions, offsets in
        PlanFile(sessions.plan, settings.settings, text, offsets: offsets)
      }
    }
  }

  /// The plan of a session with the settings of the program; nil if the program has no such session.
  package func plan(of id: SessionID) -> PlanFile? {
    guard program[id] != nil else { return nil }
    var day = id.day
    for (sessions, file) in zip(program.weeks[id.week - 1].sessions, files[id.week - 1]) {
      if day <= sessions.count { return file }
      day -= sessions.count
    }
    return nil
  }

  /// The workouts of all sessions; settings that the program does not contain have the values of a configuration.
  ///
  /// Sessions that are written once, such as `3x session`, share one workout.
  ///
  /// - Throws: the reason why a session has no timeline, located at the step that causes the error.
  package func workouts(over configuration: Settings) throws(NotationError) -> [SessionID: Workout] {
    var workouts: [SessionID: Workout] = [:]
    for (week, sessions) in program.weeks.enumerated() {
      var day = 0
      for (group, file) in zip(sessions.sessions, files[week]) {
        let workout = try file.workout(over: configuration)
        for _ in 0..<group.count {
          day += 1
          workouts[SessionID(week: week + 1, day: day)] = workout
        }
      }
    }
    return workouts
  }

  /// The text of a session as a plan of its own, with the settings of the program; nil for an unknown session.
  package func text(of id: SessionID) -> String? {
    program[id].map { settings.notation + $0.plan.notation }
  }
}

extension TrainingProgram {
  /// The program in canonical notation, with one line for each week and for each group of equal sessions.
  ///
  /// Parsing the result returns an equal program.
  package var notation: String {
    weeks.enumerated().map { index, week in
      let heading = ["week \(index + 1)", week.label.map(quoted)].compactMap(\.self).joined(separator: " ")
      return ([heading] + week.sessions.map(\.notation)).map { "\($0)\n" }.joined()
    }.joined(separator: "\n")
  }
}

extension TrainingProgram.Sessions {
  /// The sessions in canonical notation, with the heading: `3x session "Easy": 30m run`.
  package var notation: String {
    let count = count == 1 ? nil : "\(count)x"
    let heading = [count, "session", label.map(quoted)].compactMap(\.self).joined(separator: " ")
    return "\(heading): \(plan.notation)"
  }
}

/// The type of a line in the text of a program, which follows from the first word.
package enum ProgramLineType: Sendable {
  case setting
  case week
  case session
  /// Any other line, which may continue a session.
  case other

  package init(_ line: some StringProtocol) {
    self = .other
    guard var scanner = try? Scanner(String(line)) else { return }
    scanner.skipSpaces()
    let word = scanner.peekWord(hyphens: true)
    if SettingName(rawValue: word) != nil { self = .setting }
    if scanner.isAtProgramHeading { self = word == "week" ? .week : .session }
  }
}

extension ProgramLineType {
  /// Divides a line before each session, and each week, that follows a session on the same line.
  ///
  /// The parser accepts such a line, for example `session: 1m session: 2m`. The heading of a week and a setting are not
  /// divided, because they end with their line.
  package static func parts(of line: String) -> [Substring] {
    guard ProgramLineType(line) != .setting, var scanner = try? Scanner(line) else { return [line[...]] }
    scanner.skipSpaces()
    let first = scanner.offset
    var starts: [Int] = []
    var openParentheses = 0
    var isInHeading = false
    var isWordStart = true
    while let next = scanner.next, next != UInt8(ascii: "#") {
      if isWordStart, openParentheses <= 0, !isInHeading, let heading = scanner.programHeading {
        if scanner.offset > first { starts.append(scanner.offset) }
        guard heading.word == "session" else { break }
        scanner.offset = heading.end
        isInHeading = true
        continue
      }
      if next == UInt8(ascii: "\"") {
        _ = try? scanner.quotedText()
        isWordStart = true
        continue
      }
      if next == UInt8(ascii: ":") { isInHeading = false }
      if next == UInt8(ascii: "(") { openParentheses += 1 }
      if next == UInt8(ascii: ")") { openParentheses -= 1 }
      scanner.offset += 1
      let isInWord = next.isLetter || next == UInt8(ascii: "-")
      isWordStart = scanner.next?.isDigit == true ? !next.isDigit : !isInWord
    }
    let skipped = line.utf8.count - scanner.bytes.count
    let indices = starts.map { line.utf8.index(line.startIndex, offsetBy: $0 + skipped) }
    return zip([line.startIndex] + indices, indices + [line.endIndex]).map { line[$0..<$1] }
  }
}
