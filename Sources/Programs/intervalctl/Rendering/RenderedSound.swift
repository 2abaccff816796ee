import Text
import Varlink
import WorkoutModel

/// A sound file that was written, and what it came to.
struct RenderedSound: Equatable {
  let file: String
  let cueSheet: String
  let title: String
  let length: Duration
  /// How many cues are heard.
  let cues: Int
  let chapters: Int

  /// What is said of it: `Saved run.opus: 43:22, 226 cues. Chapters: run.opus.cue`.
  var line: String {
    let count = cues == 1 ? "1 cue" : "\(cues) cues"
    return "Saved \(file.safeForTerminal): \(length.clockText()), \(count). Chapters: \(cueSheet.safeForTerminal)"
  }

  var json: JSONValue {
    .object([
      "path": .string(file),
      "cueSheet": .string(cueSheet),
      "title": .string(title),
      "durationMs": .int(length.inMilliseconds),
      "cues": .int(cues),
      "chapters": .int(chapters),
    ])
  }
}
