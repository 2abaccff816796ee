import PlanNotation
import Testing
import Text
import WorkoutFiles
import WorkoutModel

/// Tests of files whose texts contain escape sequences, bidirectional controls or very long lines.
@Suite struct HostileTextTests {
  /// A text that erases the terminal, changes the color, and reverses the direction of writing.
  private static let hostile = "\u{1B}[2J\u{1B}]0;x\u{7}\u{9B}31m\u{202E}evil\u{2066}\u{200B}\u{FFFE}"
  /// The scalars of `hostile` that XML 1.0 allows.
  private static let hostileXML = "[2J\u{9B}31m\u{202E}evil\u{2066}\u{200B}\u{85}end\u{2028}"

  private static let icu = [
    "About \(hostile)\u{85}end\u{2028}\n\nMain \(hostile) 2x\n- 10m\n",
    "- \(hostile) 10m\n- 5m \(hostile)\n- 1m \(hostile) 5:00/km Pace\n",
    "Walk 10m \(hostile)\n\n- 5\u{1B}m\u{202E}\n- 10m intensity=rest\(hostile)\n",
  ].map { (WorkoutFormat.icu, Array($0.utf8)) }

  private static let fit: [(WorkoutFormat, [UInt8])] = {
    var file = FITBytes()
    file.append(0, [.byte(0, 5), .text(8, hostile)])
    file.append(26, [.byte(4, 1), .short(6, 2), .text(8, "Name \(hostile)"), .text(17, "About \(hostile)")])
    file.append(27, [.short(254, 0), .byte(1, 0), .long(2, 60_000), .text(0, hostile), .text(8, "Notes \(hostile)")])
    file.append(
      27, [.short(254, 1), .byte(1, 0), .long(2, 60_000), .text(0, "a\u{1B}b"), .text(8, "1m \"\(hostile)\"")])
    return [(.fit, file.bytes)]
  }()

  private static let xml = [
    (
      WorkoutFormat.zwo,
      "<workout_file><name>Name \(hostileXML)</name><description>\(hostileXML)</description>"
        + "<sportType>\(hostileXML)</sportType><workout><SteadyState Duration=\"60\" Power=\"0.5\">"
        + "<textevent timeoffset=\"0\" message=\"\(hostileXML)\"/><textevent timeoffset=\"9\" message=\"\(hostileXML)\"/>"
        + "</SteadyState><textevent timeoffset=\"9\" message=\"\(hostileXML)\"/></workout></workout_file>"
    ),
    (
      WorkoutFormat.tcx,
      "<TrainingCenterDatabase><Workouts><Workout Sport=\"\(hostileXML)\"><Name>\(hostileXML)</Name>"
        + "<Step type=\"Step_t\"><Name>\(hostileXML)</Name><Duration type=\"\(hostileXML)\"/>"
        + "<Target type=\"\(hostileXML)\"/></Step><Notes>\(hostileXML)</Notes></Workout></Workouts>"
        + "</TrainingCenterDatabase>"
    ),
  ].map { ($0, Array($1.utf8)) }

  @Test(arguments: icu + fit + xml)
  func `an imported plan and its warnings contain nothing that a terminal acts on`(
    _ format: WorkoutFormat, _ file: [UInt8]
  ) throws {
    let imported = try ImportedWorkout(file, format: format, per: .kilometres)
    for text in imported.plan.lines + imported.report.losses.map(\.words) + [imported.name, imported.about] {
      let scalars = (text ?? "").unicodeScalars
      #expect(!scalars.contains { $0.affectsTerminal || $0 == "\u{FFFE}" }, "\((text ?? "").debugDescription)")
    }
  }

  @Test func `the visible part of a text remains`() throws {
    let imported = try ImportedWorkout(Array("- 10m \u{1B}[31mred\u{202E}x\n".utf8), format: .icu, per: .kilometres)
    #expect(imported.plan.notation == "10m run \"[31mredx\"")
  }

  @Test func `only the first combining marks of a character remain`() throws {
    let text = "- 10m a\(String(repeating: "\u{316}\u{301}", count: 15_000))b\n"
    let imported = try ImportedWorkout(Array(text.utf8), format: .icu, per: .kilometres)
    #expect(imported.plan.intervals.first?.label?.unicodeScalars.count == 18)
  }

  @Test func `character references do not bypass the limit on combining marks`() throws {
    let text =
      "<workout_file><name>a\(String(repeating: "&#x316;&#x301;", count: 5000))b</name>"
      + "<workout><FreeRun Duration=\"60\"/></workout></workout_file>"
    let imported = try ImportedWorkout(Array(text.utf8), format: .zwo, per: .kilometres)
    #expect(imported.name?.unicodeScalars.count == 18)
  }

  @Test(
    arguments: [
      (.icu, "- \(hostile)"), (.icu, "- \(String(repeating: "x", count: 9000))"),
      (.icu, "- 10m\n- \(String(repeating: "é\u{301} ", count: 5000))"),
      (.zwo, "<\(String(repeating: "x", count: 9000))/>"), (.zwo, "<a\u{202E}/>"), (.tcx, "<\u{202E}/>"),
      (
        .zwo,
        "<workout_file><workout><SteadyState Duration=\"\(String(repeating: "\(hostileXML)", count: 900))\"/>"
          + "</workout></workout_file>"
      ),
    ] as [(WorkoutFormat, String)])
  func `an error message is one line with a short quotation`(_ format: WorkoutFormat, _ text: String) {
    let error = #expect(throws: WorkoutFileError.self) {
      try ImportedWorkout(Array(text.utf8), format: format, per: .kilometres)
    }
    let words = error?.words ?? ""
    #expect(!words.unicodeScalars.contains { $0.affectsTerminal })
    #expect(words.unicodeScalars.count <= 300)
  }

  @Test func `a warning quotes at most 200 characters of a text`() throws {
    let long = String(repeating: "x", count: 5000)
    let imported = try ImportedWorkout(Array("- 10m \(long)\n".utf8), format: .icu, per: .kilometres)
    #expect(imported.report.losses.allSatisfy { $0.words.unicodeScalars.count <= 300 })
  }
}
