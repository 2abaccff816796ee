import Text
package import WorkoutModel
import WorkoutPresentation

/// The chapters of a workout: the lead-in, and sections of the plan, as fine as the number of chapters allows.
package struct ChapterWords {
  package let chapters: [CueSheet.Chapter]

  /// - Parameters:
  ///   - workout: the workout.
  ///   - length: the length of the recording, without the lead-in; nil for the whole workout.
  ///   - title: the title of the workout.
  ///   - units: the units of distances.
  package init(_ workout: Workout, length: Duration?, title: String, units: DisplayUnits) {
    let leadIn = workout.leadIn
    let beginning = leadIn > .zero ? [CueSheet.Chapter(title: "Get ready", start: .zero)] : []
    let sections = workout.timeline.sections(atMost: CueSheet.mostChapters - beginning.count, before: length)
    let words = WorkoutWords(units: units)
    chapters =
      beginning
      + sections.map { section in
        .init(title: Self.name(of: section, title, words), start: leadIn + section.start)
      }
  }

  /// The name of a section: `Run 30 s: uphill, round 3 of 8, 2 of 4`, `Round 3 of 8`, `8 rounds`.
  private static func name(of section: Section, _ title: String, _ words: WorkoutWords) -> String {
    let rounds = section.rounds.map { positionText($0.number, of: $0.of) }
    let place = rounds.isEmpty ? nil : "round \(rounds.joined(separator: ", "))"
    let name: String? =
      switch section.content {
      case .interval(let interval): words.title(of: interval)
      case .round: nil
      case .repeat(rounds: 1): "1 round"
      case .repeat(let rounds): rounds.map { "\($0) rounds" } ?? "Rounds"
      case .whole: title
      }
    return [name, place].compactMap(\.self).joined(separator: ", ").capitalizedFirst
  }
}
