import WorkoutFiles
import WorkoutModel

/// A workout in the text of intervals.icu.
package enum ICUFuzz: FuzzTarget {
  package static let name = "icu"

  package static func read(_ bytes: [UInt8]) {
    _ = try? ImportedWorkout(bytes, format: .icu, per: .kilometres)
  }

  package static func check(_ bytes: [UInt8]) throws(Violation) {
    try (try? ImportedWorkout(bytes, format: .icu, per: .miles))?.check()
  }

  package static var longTexts: [(name: String, text: [UInt8])] {
    [
      ("steps", longText("- 1s\n")),
      ("sections", longText("2x\n- 1s\n\n")),
      ("titles", longText("a\n", tail: "- 1s")),
      ("words", longText("a ", head: "- ", tail: "1s")),
      ("targets", longText("a ", head: "- 1s ")),
      ("different targets", Array((0..<9000).map { "- 1s \($0)\n" }.joined().utf8.prefix(65_536))),
      ("paces", longText("5:00/km ", head: "- 1s ")),
      ("digits", longText("9", head: "- ")),
      ("units", longText("1s", head: "- ")),
      ("lines", longText("\n", tail: "- 1s")),
      ("a word", longText("a")),
    ]
  }
}
