import Testing
import WorkoutFiles
import WorkoutModel

/// What the protocol of FIT forbids, or no plan can have: each by what is wrong, and where.
@Suite struct FITStructureTests {
  private typealias Field = FITBytes.Field

  private func words(_ file: FITBytes, change: (inout [UInt8]) -> Void = { _ in }) throws -> String? {
    var bytes = file.bytes
    change(&bytes)
    return #expect(throws: WorkoutFileError.self) {
      try ImportedWorkout(bytes, format: .fit, per: .kilometres)
    }?.words
  }

  private static let minute: [Field] = [.byte(1, 0), .long(2, 60_000)]

  @Test(
    arguments: [
      ([[.byte(1, 6), .long(2, 0), .long(4, 2)]], "offset 68: a repeat from step 0, which is not before it"),
      ([minute, [.byte(1, 6), .long(2, 7), .long(4, 2)]], "offset 91: a repeat from step 7, which is not before it"),
      ([minute, [.byte(1, 6), .long(2, 0)]], "offset 88: target_value is missing"),
      ([[.byte(1, 0)]], "offset 62: duration_value is missing"),
      (
        [[.byte(1, 1), FITBytes.Field(number: 2, type: 0x8F, bytes: [255, 255, 255, 255, 255, 255, 255, 127])]],
        "offset 65: duration_value is missing"
      ),
      ([minute, [.byte(1, 6), .long(2, 0), .long(4, 0)]], "offset 91: 0 repetitions, where a plan has 1 to 9999"),
      (
        [minute, [.byte(1, 6), .long(2, 0), .long(4, 10_000)]],
        "offset 91: 10000 repetitions, where a plan has 1 to 9999"
      ),
      (
        [minute, minute, [.byte(1, 6), .long(2, 0), .long(4, 2)], [.byte(1, 6), .long(2, 1), .long(4, 2)]],
        "offset 144: a repeat from step 1, which is within another repeat"
      ),
      ([[.byte(1, 0), .long(2, 999)]], "offset 65: a step of 0.999s, where an interval lasts from 1s to 99:59:59"),
      ([[.byte(1, 1), .long(2, 0)]], "offset 65: a step of 0mtr, where an interval covers from 1 mm to 999.99 km"),
      (
        [minute, [.byte(1, 7), .long(2, 0), .long(4, 1)]],
        "offset 91: a step of 0.001s, where an interval lasts from 1s to 99:59:59"
      ),
    ] as [([[Field]], String)])
  private func `Steps`(_ steps: [[Field]], _ expected: String) throws {
    #expect(try words(FITBytes(steps: steps)) == expected)
  }

  @Test func `Repeats beyond what a plan nests`() throws {
    let repeats = (0..<17).map { _ in [Field.byte(1, 6), .long(2, 0), .long(4, 2)] }
    #expect(
      try words(FITBytes(steps: [Self.minute] + repeats))
        == "repeats nested deeper than 16, which is the most that a plan can have")
  }

  @Test func `More steps than FIT numbers, and more than a plan's text holds`() throws {
    let long = Self.minute + [.text(0, String(repeating: "x", count: 30))]
    #expect(
      try words(FITBytes(steps: Array(repeating: Self.minute, count: 4097)))
        == "offset 94273: a second step of number 0")
    #expect(
      try words(FITBytes(steps: Array(repeating: long, count: 2000)))
        == "more steps than a plan's text can hold, which is 64 KiB")
  }

  @Test func `Records`() throws {
    var undefined = FITBytes()
    undefined.append(raw: [3])
    #expect(try words(undefined) == "offset 14: a message of local type 3, which nothing before it defines")
    var unending = FITBytes()
    unending.append(raw: [0x40, 0, 0, 26, 0, 1, 4, 1])
    #expect(try words(unending) == "offset 20: a record goes on beyond the end of the file")
    var order = FITBytes()
    order.append(raw: [0x40, 0, 2, 26, 0, 0])
    #expect(try words(order) == "offset 16: byte order 2, where 0 is little-endian and 1 big-endian")
  }

  @Test func `Headers`() throws {
    let file = FITBytes(steps: [Self.minute])
    #expect(try words(file) { $0[0] = 11 } == "offset 0: a header of 11 bytes, where 12 is the least")
    #expect(
      try words(file) { $0[1] = 0x30 }
        == "offset 1: version 3 of the protocol, which is not known; versions 1 and 2 are")
    #expect(
      try words(file) { $0[12] = 1 }
        == "offset 12: the file is damaged: its checksum is 0x1, that of its bytes 0x22DE")
  }

  @Test func `Other files of a watch`() throws {
    var file = FITBytes()
    file.append(0, [.byte(0, 4)])
    #expect(try words(file) == "no workout, but an activity: what was run, not what is to be run")
  }

  @Test func `A file longer than any workout`() throws {
    let error = #expect(throws: WorkoutFileError.self) {
      try ImportedWorkout(Array(repeating: 0, count: 1 << 20 + 1), format: .fit, per: .kilometres)
    }
    #expect(error?.words == "longer than any workout: a file has at most 1024 KiB")
  }
}
