import WorkoutEngine
import Varlink
import WorkoutModel
import WorkoutViews

extension CueTable {
  /// What `show --json --cues` prints.
  var json: JSONValue {
    .array(
      cues.entries.map { entry in
        .object([
          "atMs": entry.time.map { .int($0.inMilliseconds) } ?? .null,
          "cue": .string(entry.announcement.cue.rawValue),
          "what": .string(subject(of: entry)),
          "number": entry.progress?.number.map { .int($0) } ?? .null,
          "channels": .array(channels(of: entry.announcement).map(JSONValue.string)),
          "spoken": entry.announcement.words.map(JSONValue.string) ?? .null,
        ])
      })
  }
}
