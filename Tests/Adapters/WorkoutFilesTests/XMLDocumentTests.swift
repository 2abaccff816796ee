import PlanNotation
import Testing
import WorkoutFiles
import WorkoutModel

/// Tests of XML files whose start or declared encoding breaks the rules of XML.
@Suite struct XMLDocumentTests {
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// A file with the name `Läufe` and an element on line 2 that causes a loss.
  private static func text(encoding: String?) -> String {
    "<?xml version=\"1.0\"\(encoding.map { " encoding=\"\($0)\"" } ?? "")?>\n<workout_file><name>Läufe</name><new/>"
      + "<workout><FreeRun Duration=\"60\"/></workout></workout_file>"
  }

  private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  private static func losses(of file: [UInt8]) throws -> [String] {
    let imported = try ImportedWorkout(file, format: .zwo, per: .kilometres)
    #expect(imported.name == "Läufe")
    #expect(imported.plan.notation == "1m run")
    return imported.report.losses.map(\.words)
  }

  @Test(
    arguments: [
      (Array("  ".utf8), 2), (Array("\r\n\t\n".utf8), 4), (mark, 2), (mark + Array("\n".utf8), 3),
      (Array("\n".utf8) + mark + Array(" ".utf8), 3),
    ] as [([UInt8], Int)])
  func `white space and a byte order mark at the start, and zeros at the end are ignored`(
    _ start: [UInt8], _ line: Int
  ) throws {
    #expect(
      try Self.losses(of: start + Array(Self.text(encoding: "UTF-8").utf8) + [0, 0])
        == ["element <new> is left out (line \(line))"])
    let error = #expect(throws: WorkoutFileError.self) {
      try ImportedWorkout(start + Array("<?xml version=\"1.0\"?>\n<a></b>".utf8), format: .zwo, per: .kilometres)
    }
    #expect(error?.place == .line(line))
  }

  @Test(
    arguments: [
      (
        "utf-16", Array(text(encoding: "utf-16").utf8),
        "the declared encoding utf-16 does not match the file: read as UTF-8"
      ),
      (
        "latin1 in UTF-8", Array(text(encoding: "ISO-8859-1").utf8),
        "the declared encoding iso-8859-1 does not match the file: read as UTF-8"
      ),
      (
        "a mark of UTF-8", mark + Array(text(encoding: "windows-1252").utf8),
        "the declared encoding windows-1252 does not match the file: read as UTF-8"
      ),
      (
        "UTF-16 that declares UTF-8", [0xFF, 0xFE] + utf16(text(encoding: "UTF-8"), isBigEndian: false),
        "the declared encoding utf-8 does not match the file: read as UTF-16"
      ),
      ("UTF-16", [0xFF, 0xFE] + utf16(text(encoding: "UTF-16"), isBigEndian: false), nil),
      ("UTF-16 without a mark", utf16("\n" + text(encoding: "UTF-16"), isBigEndian: true), nil),
      ("UTF-16 without a declared encoding", [0xFE, 0xFF] + utf16(text(encoding: nil), isBigEndian: true), nil),
      ("latin1", text(encoding: "ISO-8859-1").unicodeScalars.map { UInt8($0.value) }, nil),
    ] as [(String, [UInt8], String?)])
  func `a declared encoding that does not match the file is not used, and reported`(
    _ description: String, _ file: [UInt8], _ assumption: String?
  ) throws {
    #expect(
      try Self.losses(of: file).filter { !$0.hasPrefix("element <new>") } == [assumption].compactMap(\.self),
      "\(description)")
  }

  @Test func `a file in an unknown encoding is read only if it is ASCII`() throws {
    let ascii =
      "<?xml version=\"1.0\" encoding=\"x-mac\"?><workout_file><workout><FreeRun Duration=\"60\"/></workout></workout_file>"
    #expect(try ImportedWorkout(Array(ascii.utf8), format: .zwo, per: .kilometres).report.losses == [])
    let bytes = Array("<?xml version=\"1.0\" encoding=\"x-mac\"?><workout_file>".utf8) + [0x8A]
    let error = #expect(throws: WorkoutFileError.self) { try ImportedWorkout(bytes, format: .zwo, per: .kilometres) }
    #expect(error?.words == "line 1: unknown encoding")
  }
}
