import PlanNotation
import Text
import WorkoutFiles
import WorkoutModel

/// A FIT file, read in two ways: the bytes are the records of a file with a valid header, or the complete file.
package enum FITFuzz: FuzzTarget {
  package static let name = "fit"

  package static func read(_ bytes: [UInt8]) {
    _ = try? ImportedWorkout(file(bytes), format: .fit, per: .kilometres)
  }

  package static func check(_ bytes: [UInt8]) throws(Violation) {
    for file in [file(bytes), bytes] {
      try ImportedWorkout.check(file, as: .fit)
    }
  }

  private static func file(_ records: [UInt8]) -> [UInt8] {
    let file = [12, 0x20, 0, 0] + fourBytes(records.count) + Array(".FIT".utf8) + records
    let checksum = fitChecksum(file)
    return file + [UInt8(checksum & 0xFF), UInt8(checksum >> 8)]
  }

  /// Returns a little-endian number of 32 bits.
  private static func fourBytes(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// A workout message, and definitions of an interval and a repeat.
  private static let head: [UInt8] =
    [0x40, 0, 0, 26, 0, 1, 4, 1, 0, 0, 1] + [0x41, 0, 0, 27, 0, 2, 1, 1, 0, 2, 4, 0x86]
    + [0x42, 0, 0, 27, 0, 3, 1, 1, 0, 2, 4, 0x86, 4, 4, 0x86]
  private static let minute: [UInt8] = [1, 0, 0x60, 0xEA, 0, 0]

  private static func repeating(from: Int) -> [UInt8] {
    [2, 6] + fourBytes(from) + [2, 0, 0, 0]
  }

  /// Appends units to `head`, and leaves out each unit that would make the result larger than 64 KiB.
  private static func long(_ units: some Sequence<[UInt8]>) -> [UInt8] {
    var bytes = head
    for unit in units where bytes.count + unit.count <= 65_536 { bytes += unit }
    return bytes
  }

  package static var longTexts: [(name: String, text: [UInt8])] {
    [
      ("steps", long(repeatElement(minute, count: 12_000))),
      ("repeats", long((0..<4000).flatMap { [minute, repeating(from: $0 * 2)] })),
      ("deep repeats", long([minute] + repeatElement(repeating(from: 0), count: 8000))),
      ("repeats from the first step", long((0..<4000).flatMap { _ in [minute, repeating(from: 0)] })),
      ("definitions", long(repeatElement([0x40, 0, 0, 26, 0, 0], count: 12_000))),
      (
        "definitions of many fields",
        long(repeatElement([0x40, 0, 0, 26, 0, 255] + [UInt8](repeating: 1, count: 765), count: 90))
      ),
      (
        "empty fields",
        long([[0x40, 0, 0, 27, 0, 255] + [UInt8](repeating: 0, count: 765)] + repeatElement([0], count: 65_000))
      ),
      ("empty messages", long([[0x40, 0, 0, 27, 0, 0]] + repeatElement([0], count: 65_000))),
      (
        "a text",
        long(
          [[0x40, 0, 0, 27, 0, 1, 0, 255, 7]] + repeatElement([0] + [UInt8](repeating: 0x61, count: 255), count: 260))
      ),
    ]
  }
}

/// A workout in the text format of intervals.icu.
package enum ICUFuzz: FuzzTarget {
  package static let name = "icu"

  package static func read(_ bytes: [UInt8]) {
    _ = try? ImportedWorkout(bytes, format: .icu, per: .kilometres)
  }

  package static func check(_ bytes: [UInt8]) throws(Violation) {
    try ImportedWorkout.check(bytes, as: .icu)
  }

  package static var longTexts: [(name: String, text: [UInt8])] {
    [
      ("steps", longText("- 1s\n")),
      ("sections", longText("2x\n- 1s\n\n")),
      ("titles", longText("a\n", tail: "- 1s")),
      ("words", longText("a ", head: "- ", tail: "1s")),
      ("prompts", longText("a 9^", head: "- ", tail: "<!> 1s")),
      ("prompts without times", longText("a^", head: "- ", tail: "<!> 1s")),
      ("steps in a line", longText("1s, ", head: "- 2x ", tail: "1s")),
      ("numbers", longText("1 ", head: "- ", tail: "1s")),
      ("commas", longText(",", head: "- 1s ")),
      ("combining marks", longText("\u{301}", head: "- 1s a")),
      ("combining marks in another order", longText("\u{316}\u{301}", head: "- 1s a")),
      ("prompts of combining marks", longText("\u{301}", head: "- a", tail: " 1s")),
      ("lines of combining marks", longText("a\u{301}\n", tail: "- 1s")),
      ("joined emoji", longText("\u{1F469}\u{200D}", head: "- 1s ")),
      ("flags", longText("\u{1F1E6}", head: "- 1s ")),
      ("prepended marks", longText("\u{0D4E}", head: "- 1s ")),
      ("conjuncts", longText("\u{0915}\u{094D}", head: "- 1s ")),
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

/// An XML file, read as both ZWO and TCX.
package enum XMLFuzz: FuzzTarget {
  package static let name = "xml"

  package static func read(_ bytes: [UInt8]) {
    for format in [WorkoutFormat.zwo, .tcx] { _ = try? ImportedWorkout(bytes, format: format, per: .kilometres) }
  }

  package static func check(_ bytes: [UInt8]) throws(Violation) {
    for format in [WorkoutFormat.zwo, .tcx] {
      try ImportedWorkout.check(bytes, as: format)
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
      ("unknown elements", longText("<a/>", head: zwo.head, tail: zwo.tail)),
      ("unread attributes", longText("<FreeRun Duration=\"1\" Zone=\"2\"/>", head: zwo.head, tail: zwo.tail)),
      (
        "different unread elements",
        Array((zwo.head + (0..<9000).map { "<a\($0)/>" }.joined()).utf8.prefix(65_500)) + Array(zwo.tail.utf8)
      ),
      (
        "windows-1252",
        longText("a", head: "\(zwo.head)<FreeRun Duration=\"1\"/></workout><name>")
          .map { $0 == UInt8(ascii: "a") ? 0x80 : $0 }
      ),
      ("steps", longText(step, head: tcx.head, tail: tcx.tail)),
      ("wrapped steps", longText("<Child>\(step)</Child>", head: "\(tcx.head)<Step>", tail: "</Step>\(tcx.tail)")),
      ("repeats", longText("<Step type=\"Repeat_t\"><Repetitions>2</Repetitions>", head: tcx.head)),
      ("deep elements", longText("<a>")),
      ("attributes", Array("<a \((0..<7000).map { "a\($0)=\"\"" }.joined(separator: " "))/>".utf8.prefix(65_536))),
      ("a text", longText("a", head: "<a>", tail: "</a>")),
      ("entities", longText("&amp;", head: "<a>", tail: "</a>")),
      ("comments", longText("<!-- -->", tail: "<a/>")),
      ("entity declarations", longText("<!ENTITY b \"c\">", head: "<!DOCTYPE a [", tail: "]><a/>")),
    ]
  }
}

extension ImportedWorkout {
  /// Imports a file, and checks the result or the error message.
  static func check(_ bytes: [UInt8], as format: WorkoutFormat) throws(Violation) {
    do {
      try ImportedWorkout(bytes, format: format, per: .miles).check()
    } catch let error as WorkoutFileError {
      try checkWords(error.words)
    } catch let error as Violation {
      throw error
    } catch {
      throw Violation("\(error)")
    }
  }

  /// Checks that a message is short and contains nothing that a terminal acts on.
  private static func checkWords(_ words: String) throws(Violation) {
    try require(
      !words.unicodeScalars.contains(where: \.affectsTerminal),
      "a text can control a terminal: \(words.debugDescription)")
    try require(words.unicodeScalars.count <= 600, "a message is too long: \(words.debugDescription)")
  }

  /// Checks that the plan can be read back from its text, and from an export of the plan.
  ///
  /// The number of intervals determines the format of the export.
  func check() throws(Violation) {
    for loss in report.losses { try Self.checkWords(loss.words) }
    for line in text.split(separator: "\n") {
      try require(
        !line.unicodeScalars.contains(where: \.affectsTerminal),
        "a plan can control a terminal: \(line.debugDescription)")
    }
    let file: PlanFile
    do {
      file = try PlanFile(text)
    } catch {
      throw Violation("the text of the plan is refused: \(error) \(text.debugDescription)")
    }
    try require(
      file.plan == plan && file.settings.name == name && file.settings.about == about,
      "the text is read back as another plan: \(text.debugDescription)")
    // With the paces of the settings, the plan can be too long or too short. An export of many intervals is slow and
    // finds no further bugs.
    guard let workout = try? file.workout(over: .paced),
      workout.timeline.totals.intervals.map({ $0 <= Self.maxIntervals }) ?? true
    else { return }
    let (count, formats) = (plan.intervals.count, WorkoutFormat.allCases)
    try checkExporting(
      workout, file.settings, formats[count % formats.count], isFlat: count / formats.count % 2 == 1)
  }

  private func checkExporting(
    _ workout: Workout, _ settings: Settings, _ format: WorkoutFormat, isFlat: Bool
  ) throws(Violation) {
    do {
      let exported = try ExportedWorkout(workout, own: settings, as: format, .init(isFlat: isFlat, created: 1))
      let readBack = try ImportedWorkout(exported.bytes, format: format, per: .kilometres)
      try require(
        readBack.plan == workout.plan || !exported.report.losses.isEmpty,
        "\(format) does not report a loss: \(workout.plan.notation) is read back as \(readBack.plan.notation)")
    } catch let error as WorkoutFileError {
      switch error.reason {
      // Unrolled repeats can make a plan too long for the format or for an import.
      case .tooManySteps, .planTooLong: return
      default: throw Violation("\(format): \(error.words)")
      }
    } catch let error as Violation {
      throw error
    } catch {
      throw Violation("\(error)")
    }
  }

  /// Maximum number of intervals in an exported plan.
  private static let maxIntervals = 500
}
