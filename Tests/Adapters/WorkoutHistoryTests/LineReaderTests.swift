import SystemPackage
import TestSupport
import Testing
import UserFiles

@testable import WorkoutHistory

@Suite struct LineReaderTests {
  /// The number of bytes that are read at a time.
  private static let chunk = 65_536
  private static let maxLength = LineReader.maxLineLength

  private static let files: [(String, [String?])] = [
    ("", []), ("a\nb\n", ["a", "b"]), ("a\nb", ["a", "b"]), ("\n\na\n", ["", "", "a"]), ("a", ["a"]),
    (line(chunk - 1) + "\nend\n", [line(chunk - 1), "end"]),
    (line(chunk) + "\nend", [line(chunk), "end"]),
    ("1\n" + line(3 * chunk) + "\nend", ["1", line(3 * chunk), "end"]),
    (line(maxLength) + "\n", [line(maxLength)]),
    (line(maxLength + 1) + "\nend\n", [nil, "end"]),
    ("a\n" + line(2 * maxLength + 7), ["a", nil]),
  ]

  private static func line(_ bytes: Int) -> String { String(repeating: "x", count: bytes) }

  @Test func `the lines of a file do not depend on the boundaries between reads`() throws {
    let folder = try TemporaryFolder()
    for (number, file) in Self.files.enumerated() {
      let path = try folder.write(file.0, to: "lines")
      let reader = LineReader(file: try OpenFile.regular(path))
      var lines: [String?] = []
      try reader.read { line in
        lines.append(line.bytes.map { String(decoding: $0, as: UTF8.self) })
        guard let bytes = line.bytes else { return }
        #expect((try? reader.bytes(at: line.range)) == Array(bytes), "file \(number)")
      }
      // A failed expectation would print all lines, and a line can have a mebibyte. The comparison is therefore outside
      // the expectation.
      let isSame = lines == file.1
      #expect(isSame, "file \(number): lines of \(lines.map { $0?.utf8.count ?? -1 }) bytes")
    }
  }

  @Test func `the lines read backwards are the lines read forwards`() throws {
    let folder = try TemporaryFolder()
    for (number, file) in Self.files.enumerated() {
      let reader = LineReader(file: try OpenFile.regular(try folder.write(file.0, to: "lines")))
      var (forwards, backwards) = ([Range<Int>](), [Range<Int>]())
      var lengths: [Int?] = []
      try reader.read { forwards.append($0.range) }
      try reader.readBackwards { line throws(SystemError) in
        backwards.append(line.range)
        lengths.append(line.bytes?.count)
        return true
      }
      // Read backwards, the text after the last newline is a line even if it is empty.
      let isEmpty = backwards.first?.isEmpty == true
      if isEmpty { (backwards, lengths) = (Array(backwards.dropFirst()), Array(lengths.dropFirst())) }
      #expect(backwards.reversed() == forwards, "file \(number)")
      #expect(lengths.reversed() == file.1.map { $0?.utf8.count }, "file \(number)")
    }
  }

  @Test func `a range beyond the end of the file is an error`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("abc\n", to: "lines")
    let reader = LineReader(file: try OpenFile.regular(path))
    #expect(throws: SystemError(path, .ioError)) { try reader.bytes(at: 2..<9) }
  }
}
