import Text
import WorkoutModel

/// The chapters of a sound file, for players that know them from a sheet beside it.
///
/// The format is that of CDRWIN's user guide, as far as players and taggers share it: `TITLE`, `FILE`, `TRACK`,
/// `INDEX`. The type of a file that is no MP3 is `WAVE`, whatever its format.
package struct CueSheet: Equatable, Sendable {
  /// What the whole is called.
  package var title: String
  /// The name of the sound file, which is in the same folder.
  package var file: String
  package var chapters: [Chapter]

  package struct Chapter: Equatable, Sendable {
    package var title: String
    /// From the beginning of the file.
    package var start: Duration

    package init(title: String, start: Duration) {
      self.title = title
      self.start = start
    }
  }

  /// The most tracks that a sheet has.
  package static let mostChapters = 99
  /// How many frames of a compact disc there are in a second, of which a sheet counts whole ones.
  private static let framesPerSecond = 75

  package init(title: String, file: String, chapters: [Chapter]) {
    self.title = title
    self.file = file
    self.chapters = chapters
  }

  /// The sheet, each track in the frame in which its chapter begins; of two in the same frame the first one is there.
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

  /// `MM:SS:FF`; there may be more minutes than two digits have.
  private func time(_ frames: Int) -> String {
    let seconds = frames / Self.framesPerSecond
    return [seconds / 60, seconds % 60, frames % Self.framesPerSecond].map(twoDigits).joined(separator: ":")
  }

  /// A text in quotes, which cannot be in it, on one line.
  private func quoted(_ text: String) -> String {
    let line = String(text.map { $0.isNewline ? " " : $0 })
    return "\"\(line.replacingScalars { $0 == "\"" ? "'" : nil })\""
  }
}
