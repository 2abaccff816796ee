import WorkoutFiles
import WorkoutModel

/// A workout in XML, of Zwift or of Training Center, whichever it is.
package enum XMLFuzz: FuzzTarget {
  package static let name = "xml"

  package static func read(_ bytes: [UInt8]) {
    for format in [WorkoutFormat.zwo, .tcx] { _ = try? ImportedWorkout(bytes, format: format, per: .kilometres) }
  }

  package static func check(_ bytes: [UInt8]) throws(Violation) {
    for format in [WorkoutFormat.zwo, .tcx] {
      try (try? ImportedWorkout(bytes, format: format, per: .miles))?.check()
    }
  }

  package static var longTexts: [(name: String, text: [UInt8])] {
    let zwo = (head: "<workout_file><workout>", tail: "</workout></workout_file>")
    let tcx = (
      head: "<TrainingCenterDatabase><Workouts><Workout>", tail: "</Workout></Workouts></TrainingCenterDatabase>"
    )
    let step = "<Step type=\"Step_t\"><Duration type=\"UserInitiated_t\"/></Step>"
    return [
      ("parts", longText("<FreeRun Duration=\"1\"/>", head: zwo.head, tail: zwo.tail)),
      (
        "sets",
        longText("<IntervalsT Repeat=\"2\" OnDuration=\"1\" OffDuration=\"1\"/>", head: zwo.head, tail: zwo.tail)
      ),
      (
        "events",
        longText(
          "<textevent message=\"a\"/>", head: "\(zwo.head)<FreeRun Duration=\"1\">", tail: "</FreeRun>\(zwo.tail)")
      ),
      ("elements of no meaning", longText("<a/>", head: zwo.head, tail: zwo.tail)),
      ("steps", longText(step, head: tcx.head, tail: tcx.tail)),
      ("repeats", longText("<Step type=\"Repeat_t\"><Repetitions>2</Repetitions>", head: tcx.head)),
      ("deep", longText("<a>")),
      ("attributes", Array("<a \((0..<7000).map { "a\($0)=\"\"" }.joined(separator: " "))/>".utf8.prefix(65_536))),
      ("a text", longText("a", head: "<a>", tail: "</a>")),
      ("entities", longText("&amp;", head: "<a>", tail: "</a>")),
      ("comments", longText("<!-- -->", tail: "<a/>")),
      ("entities of its own", longText("<!ENTITY b \"c\">", head: "<!DOCTYPE a [", tail: "]><a/>")),
    ]
  }
}
