import Text
package import WorkoutModel
import WorkoutPresentation

/// A cue sheet: a text file from which players read the chapters of a sound file.
///
/// The format is described in CDRWIN's user guide. The sheet has only the commands that all players and taggers
/// support: `TITLE`, `FILE`, `TRACK` and `INDEX`. The type of the sound file is `WAVE`, which cue sheets use
/// for all formats except MP3.
package struct CueSheet: Equatable, Sendable {
  /// The title of the recording.
  package var title: String
  /// The name of the sound file in the same folder.
  package var file: String
  package var chapters: [Chapter]

  package struct Chapter: Equatable, Sendable {
    package var title: String
    /// The time since the beginning of the file.
    package var start: Duration

    package init(title: String, start: Duration) {
      self.title = title
      self.start = start
    }
  }

  /// The maximum number of tracks of a cue sheet.
  package static let maxChapters = 99
  /// The number of compact disc frames in one second; times in a cue sheet are in frames.
  private static let framesPerSecond = 75

  package init(title: String, file: String, chapters: [Chapter]) {
    self.title = title
    self.file = file
    self.chapters = chapters
  }

  /// The text of the cue sheet.
  ///
  /// If several chapters begin in the same frame, only the first of them has a track.
  package var text: String {
    var lines = ["TITLE \(quoted(title))", "FILE \(quoted(file)) WAVE"]
    var last = -1
    var number = 0
    for chapter in chapters {
      let frames = Int(chapter.start.attoseconds * Int128(Self.framesPerSecond) / Duration.seconds(1).attoseconds)
      guard frames > last else { continue }
      last = frames
      number += 1
      lines.append("  TRACK \(twoDigits(number)) AUDIO")
      lines.append("    TITLE \(quoted(chapter.title))")
      lines.append("    INDEX 01 \(time(frames))")
    }
    return lines.map { "\($0)\n" }.joined()
  }

  /// Formats a time as `MM:SS:FF`; the minutes may have more than two digits.
  private func time(_ frames: Int) -> String {
    let seconds = frames / Self.framesPerSecond
    return [seconds / 60, seconds % 60, frames % Self.framesPerSecond].map(twoDigits).joined(separator: ":")
  }

  /// Returns a text in double quotes.
  ///
  /// In the text, spaces replace line breaks, and apostrophes replace double quotes.
  private func quoted(_ text: String) -> String {
    let line = String(text.map { $0.isNewline ? " " : $0 })
    return "\"\(line.replacingScalars { $0 == "\"" ? "'" : nil })\""
  }
}

/// The chapters of a workout: the lead-in and the sections of the plan.
///
/// If the workout has more intervals than a cue sheet can have chapters, a section combines several intervals.
package struct ChapterWords {
  package let chapters: [CueSheet.Chapter]

  /// - Parameters:
  ///   - workout: The workout.
  ///   - length: The length of the recording without the lead-in; nil for the whole workout.
  ///   - title: The title of the workout.
  ///   - units: The units of distances.
  package init(_ workout: Workout, length: Duration?, title: String, units: DisplayUnits) {
    let leadIn = workout.leadIn
    let beginning = leadIn > .zero ? [CueSheet.Chapter(title: "Get ready", start: .zero)] : []
    let sections = workout.timeline.sections(atMost: CueSheet.maxChapters - beginning.count, before: length)
    let words = WorkoutWords(units: units)
    chapters =
      beginning
      + sections.map { section in
        .init(title: Self.name(of: section, title, words), start: leadIn + section.start)
      }
  }

  /// The name of a section, such as `Run 30 s: uphill, set 3 of 8, round 2 of 4`, `Round 3 of 8` or `8 rounds`.
  private static func name(of section: Section, _ title: String, _ words: WorkoutWords) -> String {
    let position = RoundWords(section.rounds).text
    let name: String? =
      switch section.content {
      case .interval(let interval): words.title(of: interval)
      case .round: nil
      case .repeat(rounds: 1): "1 round"
      case .repeat(let rounds): rounds.map { "\($0) rounds" } ?? "Rounds"
      case .whole: title
      }
    return [name, position].compactMap(\.self).joined(separator: ", ").capitalizedFirst
  }
}
