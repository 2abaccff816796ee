import Varlink
import WorkoutFiles

extension [Loss] {
  /// What a conversion lost, as JSON: of each its name, and its words.
  var json: JSONValue {
    .array(map { .object(["loss": .string($0.name), "words": .string($0.words)]) })
  }
}
