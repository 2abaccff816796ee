import Text
import WorkoutModel

/// A line in plan notation that a user probably meant.
package struct Correction: Equatable, Sendable {
  package let line: String
  let note: Note?

  /// A reason why the line looks different from the line that was typed.
  enum Note: Sendable {
    case yards
    case feet
    case minutes
    case seconds
    case everyMinute
    case onlyLabels
    case minInterval
    case repetitions
    case metres
  }
}

extension ForeignLine {
  /// The lines in plan notation that a line probably means; empty if unknown.
  static func corrections(of line: String) -> [Correction] {
    guard line.utf8.count <= maxBytes else { return [] }
    var foreign = ForeignLine(line)
    if let known = foreign.knownWorkout() { return known.compactMap { correction($0.line, $0.note, of: line) } }
    let note = foreign.rewrite()
    if let correction = correction(foreign.text, note, of: line) { return [correction] }
    // In many logs, a count without parentheses repeats the whole line.
    foreign.addParentheses()
    return [correction(foreign.text, note, of: line)].compactMap(\.self)
  }

  /// The canonical form of a rewritten line, with an example of each missing pace; nil if it is not a valid plan.
  private static func correction(_ text: String, _ note: Correction.Note?, of line: String) -> Correction? {
    guard let file = try? PlanFile(parsing: text) else { return nil }
    var plan = file
    let unit = file.plan.entered().distance ?? .kilometres
    for _ in Kind.allCases {
      do throws(TimelineError) {
        let notation = try Workout(plan.plan, settings: plan.settings).plan.notation
        return notation == line ? nil : Correction(line: notation, note: note)
      } catch {
        guard let kind = error.reason.kindWithoutPace else { return nil }
        var settings = plan.settings
        settings.paces[kind] = (try? readPace(kind.examplePace(per: unit))) ?? nil
        plan = plan.with(settings)
      }
    }
    return nil
  }

  /// Rewrites the tokens, and returns the most important note.
  private mutating func rewrite() -> Correction.Note? {
    var notes: [Correction.Note] = []
    rewriteBrackets()
    rewritePaces()
    rewriteUnits(&notes)
    rewriteEfforts(&notes)
    rewriteCounts()
    rewriteRepetitions(&notes)
    rewriteKinds()
    rewriteJoints()
    rewriteMissingCommas()
    rewriteMetres(&notes)
    rewriteTrailingRepeats()
    return notes.first
  }
}

// MARK: - Workouts with a name

extension ForeignLine {
  /// Rewrites a workout that has a name in gyms or in other programs, such as `EMOM 10`; nil for any other line.
  private func knownWorkout() -> [(line: String, note: Correction.Note?)]? {
    if let known = slashedTimes() ?? everyGoal() { return known }
    let words = tokens.compactMap { if case .word(let word) = $0 { word } else { nil } }
    let numbers = tokens.compactMap { if case .number(let number) = $0 { number } else { nil } }
    let whole = numbers.first.flatMap { Int($0) }.flatMap { PlanLimits.counts.contains($0) ? $0 : nil }
    let names = ["emom", "amrap", "tabata", "pomodoro", "ladder", "pyramid", "norwegian"]
    guard let name = names.first(where: words.contains) else { return nil }
    let known = Set(names + TimeUnit.minute.spellings + ["for", "in", "of", "x", "intervals", "rounds"])
    let label = label(words.filter { !known.contains($0) })
    func work(_ goal: String, or usual: String = "") -> String {
      let text = label.isEmpty ? usual : label
      return text.isEmpty ? "\(goal) work" : "\(goal) work \(quoted(text))"
    }
    switch name {
    case "emom": return [("\(whole ?? 10)x(\(work("1m")))", .everyMinute)]
    case "amrap": return [(work("\(whole ?? 20)m", or: "as many rounds as possible"), nil)]
    case "tabata": return [("\(whole.flatMap { $0 < 20 ? $0 : nil } ?? 8)x(\(work("20s")), 10s rest)", nil)]
    case "pomodoro": return [("forever (25m work, 5m rest)", nil)]
    case "norwegian": return [("4x(4m run, 3m jog)", nil)]
    default:
      guard numbers.count > 1 else { return nil }
      let isTime = numbers.allSatisfy { $0.count < 3 }
      let unit = isTime ? (words.contains { TimeUnit($0) == .second } ? "s" : "m") : "mtr"
      return [(numbers.map { "\($0)\(unit) run" }.joined(separator: ", 1m walk, "), isTime ? .minutes : nil)]
    }
  }

  /// Rewrites a cue at regular times, such as `every 2 min for 20 min`; nil for any other line.
  private func everyGoal() -> [(line: String, note: Correction.Note?)]? {
    guard tokens.first == .word("every"), case .number(let number)? = tokens.dropFirst().first,
      case .word(let unit)? = tokens.dropFirst(2).first
    else { return nil }
    guard case .number(let total)? = tokens.dropFirst(4).first, case .word(let totalUnit)? = tokens.dropFirst(5).first
    else {
      return [("forever \(number) \(unit)", nil)]
    }
    return [("until \(total) \(totalUnit) (\(number) \(unit))", nil)]
  }

  /// Rewrites two numbers, such as `25/5`, `30-30` or `run/walk 3:1`; nil for any other line.
  ///
  /// The pairs of timers for offices are minutes of work and rest.
  private func slashedTimes() -> [(line: String, note: Correction.Note?)]? {
    let words = tokens.filter { $0 == .word("run") || $0 == .word("walk") }
    let rest = tokens.filter { !words.contains($0) && ($0 != .sign("/") || words.isEmpty) }
    let pair: [String]
    switch (rest.first, rest.dropFirst().first, rest.dropFirst(2).first, rest.count) {
    case (.number(let first)?, .sign(let sign)?, .number(let second)?, 3) where "/-".contains(sign):
      pair = [first, second]
    case (.number(let ratio)?, nil, nil, 1) where words.count == 2:
      pair = ratio.split(separator: ":").compactMap { Int($0).map(String.init) }
    default: return nil
    }
    guard pair.count == 2, pair.allSatisfy({ Int($0).map((1..<1000).contains) ?? false }) else { return nil }
    let isOffice = [["25", "5"], ["50", "10"], ["52", "17"], ["90", "20"]].contains(pair)
    if isOffice {
      return [
        ("forever (\(pair[0])m work, \(pair[1])m rest)", .minutes), ("\(pair[0])s work, \(pair[1])s rest", .seconds),
      ]
    }
    let unit = pair.allSatisfy { $0.count == 1 } ? "m" : "s"
    return [("\(pair[0])\(unit) run, \(pair[1])\(unit) walk", nil)]
  }
}

extension TimelineError.Reason {
  /// The kind whose pace is missing; nil for other reasons.
  fileprivate var kindWithoutPace: Kind? {
    switch self {
    case .distanceWithoutPace(let kind), .untilWithoutPace(let kind): kind
    default: nil
    }
  }
}
