import WorkoutModel

/// A workout as intervals.icu has it: sections, each with a title and steps, perhaps repeated.
///
/// A line with a `-` is a step; any other is the title of the section that it begins, and ends with how often that is
/// done: `Main set 4x`. An empty line ends a section. Sections do not nest.
struct ICUWorkout: Equatable {
  /// What stands before the steps and is no title of theirs.
  var about: String?
  var sections: [Section] = []

  struct Section: Equatable {
    /// The line that it begins with.
    var line: String?
    /// The same without how often it is done.
    var title: String?
    var rounds = 1
    var steps: [ICUStep] = []
  }
}

extension ICUWorkout {
  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: what to read; of any line ends.
  ///   - usual: what a pace without a unit is for one of.
  /// - Throws: what no plan can have, and in which line; a text without steps.
  init(reading text: String, usual: DistanceUnit) throws(WorkoutFileError) {
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let first = words.first else {
        sections.append(Section())
        continue
      }
      if first.hasPrefix("-") {
        // The space behind the `-` may be missing.
        let rest = first.dropFirst().isEmpty ? Array(words.dropFirst()) : [first.dropFirst()] + words.dropFirst()
        guard let step = ICUStep(rest, usual: usual) else {
          throw WorkoutFileError(.stepWithoutGoal(line.folded), at: .line(index + 1))
        }
        _ = try step.goal.checked(at: .line(index + 1))
        if sections.isEmpty { sections.append(Section()) }
        sections[sections.count - 1].steps.append(step)
      } else {
        sections.append(try Section(titled: words, line: index + 1))
      }
    }
    let lines = sections.filter(\.steps.isEmpty).compactMap(\.line)
    about = lines.isEmpty ? nil : lines.joined(separator: " ")
    sections.removeAll { $0.steps.isEmpty }
    guard !sections.isEmpty else { throw WorkoutFileError(.noSteps) }
  }
}

extension ICUWorkout.Section {
  /// Reads a title, and the rounds at its end or its beginning.
  fileprivate init(titled words: [Substring], line number: Int) throws(WorkoutFileError) {
    var words = words
    line = words.joined(separator: " ").folded
    if let last = words.last, let rounds = Self.rounds(last) {
      self.rounds = rounds
      words.removeLast()
    } else if let first = words.first, let rounds = Self.rounds(first) {
      self.rounds = rounds
      words.removeFirst()
    }
    guard PlanLimits.counts.contains(rounds) else { throw WorkoutFileError(.repetitions(rounds), at: .line(number)) }
    title = words.isEmpty ? nil : words.joined(separator: " ")
  }

  private static func rounds(_ word: Substring) -> Int? {
    guard let mark = word.last, mark == "x" || mark == "X", word.count <= 7 else { return nil }
    return Int(word.dropLast())
  }
}
