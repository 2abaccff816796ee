import PlanNotation
import Text
package import WorkoutModel

/// The weeks of a training program that a user has written so far, and the settings before them.
///
/// All weeks but the last one have sessions. Each line was checked before it was added, so a draft with sessions is a
/// valid program.
package struct ProgramDraft: Equatable, Sendable {
  /// The settings and comments of an existing program, as written.
  private var existingHeader = ""
  /// The settings that were added, a line each.
  private var settingLines: [String] = []
  private(set) var weeks = [Week()]
  /// Whether the existing program contains comments between the sessions, which the draft does not contain.
  private(set) var hasLostComments = false

  struct Week: Equatable {
    var label: String?
    var sessions: [ProgramLine.Session] = []

    /// Number of sessions in the week.
    var days: Int { sessions.reduce(0) { $0 + $1.count } }
  }

  package init() {}

  /// Begins with the weeks of an existing program; returns nil if its text has a mistake.
  package init?(_ text: String, settings: Settings) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard let file = try? ProgramFile(text), let first = lines.first(where: { ProgramLineType($0) == .week }) else {
      return nil
    }
    existingHeader = String(text[..<first.startIndex])
    guard let draft = adding(text[first.startIndex...], settings: settings),
      (try? ProgramFile(draft.text))?.program == file.program
    else { return nil }
    self = draft
    hasLostComments = lines.drop { $0.startIndex < first.startIndex }.contains {
      NotationContexts($0).commentStart != nil
    }
  }

  /// The settings before the first week, with a line end after each line.
  var header: String { existingHeader + settingLines.map { "\($0)\n" }.joined() }

  var hasSessions: Bool { !weeks[0].sessions.isEmpty }

  /// The number of sessions in all weeks.
  var sessionCount: Int { weeks.reduce(0) { $0 + $1.days } }

  /// The place of the next session.
  var nextSession: SessionID { SessionID(week: weeks.count, day: weeks[weeks.count - 1].days + 1) }

  /// The text of the program, without a last week that has no sessions.
  package var text: String {
    let blocks = weeks.enumerated().filter { !$1.sessions.isEmpty }.map { index, week in
      let heading = Self.weekHeading(index + 1, label: week.label)
      return ([heading] + week.sessions.map(\.text)).map { "\($0)\n" }.joined()
    }
    let separator = header.isEmpty || header.hasSuffix("\n\n") ? "" : "\n"
    return header + separator + blocks.joined(separator: "\n")
  }

  static func weekHeading(_ number: Int, label: String?) -> String {
    ["week \(number)", label.map(quoted)].compactMap(\.self).joined(separator: " ")
  }
}

/// The changes of a draft.
extension ProgramDraft {
  /// Adds the parts of a line; returns the last part.
  ///
  /// - Throws: `DraftMistake` for a line with a mistake, and if the program would become too long.
  @discardableResult mutating func add(_ line: String, settings: Settings) throws(DraftMistake) -> ProgramLine {
    var changed = self
    var last: ProgramLine?
    for part in ProgramLineType.parts(of: line) {
      do throws(DraftMistake) {
        let read = try ProgramLine(String(part), in: changed, settings: settings)
        try changed.add(read)
        last = read
      } catch {
        throw DraftMistake(
          character: line.distance(from: line.startIndex, to: part.startIndex) + error.character,
          message: error.message, hints: error.hints, isAtEnd: error.isAtEnd && part.endIndex == line.endIndex)
      }
    }
    guard let last else { preconditionFailure("a line has at least one part") }
    self = changed
    return last
  }

  private mutating func add(_ line: ProgramLine) throws(DraftMistake) {
    var changed = self
    switch line {
    case .session(let session, _): changed.weeks[weeks.count - 1].sessions.append(session)
    case .week(let label):
      if weeks[weeks.count - 1].sessions.isEmpty {
        changed.weeks[weeks.count - 1].label = label
      } else {
        changed.weeks.append(Week(label: label))
      }
    case .setting(let line): changed.settingLines.append(line)
    }
    guard changed.sessionCount <= TrainingProgram.maxSessions else {
      throw DraftMistake(
        character: 0, message: "the program would have more than \(TrainingProgram.maxSessions) sessions", hints: [])
    }
    guard changed.text.utf8.count <= PlanFile.maxBytes else {
      throw DraftMistake(character: 0, message: "the program would be longer than 64 KiB", hints: [])
    }
    self = changed
  }

  /// Begins the next week; returns false if the present week has no sessions.
  mutating func beginWeek() -> Bool {
    guard !weeks[weeks.count - 1].sessions.isEmpty else { return false }
    weeks.append(Week())
    return true
  }

  /// Removes the last line, and returns it without the word `session` if it has no label and no count.
  ///
  /// The result is empty for a week without a label, and nil if nothing can be removed. An existing header remains.
  mutating func takeBack() -> String? {
    let number = weeks.count
    if let session = weeks[number - 1].sessions.popLast() { return session.line }
    guard number > 1 || weeks[0].label != nil else { return settingLines.popLast() }
    let label = weeks[number - 1].label
    weeks[number - 1].label = nil
    if number > 1 { weeks.removeLast() }
    return label.map { Self.weekHeading(number, label: $0) } ?? ""
  }

  /// Returns the draft with the lines of a pasted text; nil if one of them has a mistake.
  ///
  /// If the text contains a week or a session in full notation, the other lines continue the session before them.
  /// Otherwise, each line is a session.
  func adding(_ text: some StringProtocol, settings: Settings) -> ProgramDraft? {
    var draft = self
    do throws(DraftMistake) {
      for line in Self.lines(of: text) { try draft.add(line, settings: settings) }
      return draft
    } catch {
      return nil
    }
  }

  /// The lines of a text without comments; the lines of a session are joined to one line.
  private static func lines(of text: some StringProtocol) -> [String] {
    let lines = text.split(whereSeparator: \.isNewline).map { PastedText.step(Substring($0)) }.filter { !$0.isEmpty }
    let parts = lines.flatMap { ProgramLineType.parts(of: String($0)) }
    let types = parts.map { ProgramLineType($0) }
    guard types.contains(.week) || types.contains(.session) else { return lines.map(String.init) }
    var groups: [[Substring]] = []
    for (line, type) in zip(parts, types) {
      if type == .other, !groups.isEmpty { groups[groups.count - 1].append(line) } else { groups.append([line]) }
    }
    return groups.map(PastedText.joined)
  }
}
