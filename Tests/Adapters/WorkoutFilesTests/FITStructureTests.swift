import Testing
import WorkoutFiles
import WorkoutModel

/// Tests of the errors for files that break the rules of FIT or exceed the limits of plans.
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
      ([[.byte(1, 6), .long(2, 0), .long(4, 2)]], "offset 68: a repeat starts at step 0, which does not precede it"),
      (
        [minute, [.byte(1, 6), .long(2, 7), .long(4, 2)]],
        "offset 91: a repeat starts at step 7, which does not precede it"
      ),
      ([minute, [.byte(1, 6), .long(2, 0)]], "offset 88: target_value is missing"),
      ([[.byte(1, 0)]], "offset 62: duration_value is missing"),
      (
        [[.byte(1, 1), FITBytes.Field(number: 2, type: 0x8F, bytes: [255, 255, 255, 255, 255, 255, 255, 127])]],
        "offset 65: duration_value is missing"
      ),
      ([minute, [.byte(1, 6), .long(2, 0), .long(4, 0)]], "offset 91: 0 repetitions are out of range: 1 to 9999"),
      (
        [minute, [.byte(1, 6), .long(2, 0), .long(4, 10_000)]],
        "offset 91: 10000 repetitions are out of range: 1 to 9999"
      ),
      (
        [minute, minute, [.byte(1, 6), .long(2, 0), .long(4, 2)], [.byte(1, 6), .long(2, 1), .long(4, 2)]],
        "offset 144: a repeat starts at step 1, which is inside another repeat"
      ),
      ([[.byte(1, 0), .long(2, 999)]], "offset 65: the time '0.999s' of a step is out of range: 1s to 99:59:59"),
      ([[.byte(1, 1), .long(2, 0)]], "offset 40: the workout has no steps"),
      (
        [minute, [.byte(1, 7), .long(2, 0), .long(4, 1)]],
        "offset 91: the time '0.001s' of a step is out of range: 1s to 99:59:59"
      ),
    ] as [([[Field]], String)])
  private func `an invalid step is refused`(_ steps: [[Field]], _ expected: String) throws {
    #expect(try words(FITBytes(steps: steps)) == expected)
  }

  @Test func `repeats that are nested too deeply are refused`() throws {
    let repeats = (0..<17).map { _ in [Field.byte(1, 6), .long(2, 0), .long(4, 2)] }
    #expect(
      try words(FITBytes(steps: [Self.minute] + repeats))
        == "repeats are nested more than 16 deep")
  }

  @Test func `a workout with more steps than FIT or plans allow is refused`() throws {
    let long = Self.minute + [.text(0, String(repeating: "x", count: 30))]
    #expect(
      try words(FITBytes(steps: Array(repeating: Self.minute, count: 4097)))
        == "offset 94273: two steps have the number 0")
    #expect(
      try words(FITBytes(steps: Array(repeating: long, count: 2000)))
        == "the text of the plan would be longer than 64 KiB")
  }

  @Test func `an invalid record is refused`() throws {
    var undefined = FITBytes()
    undefined.append(raw: [3])
    #expect(try words(undefined) == "offset 14: a message has the local type 3, which is not defined")
    var truncated = FITBytes()
    truncated.append(raw: [0x40, 0, 0, 26, 0, 1, 4, 1])
    #expect(try words(truncated) == "offset 20: a record extends past the end of the file")
    var order = FITBytes()
    order.append(raw: [0x40, 0, 2, 26, 0, 0])
    #expect(try words(order) == "offset 16: unknown byte order 2 (0 is little-endian, 1 is big-endian)")
  }

  @Test func `an invalid header is refused`() throws {
    let file = FITBytes(steps: [Self.minute])
    #expect(try words(file) { $0[0] = 11 } == "offset 0: the header has 11 bytes, but needs at least 12")
    #expect(
      try words(file) { $0[1] = 0x30 }
        == "offset 1: unsupported protocol version 3 (supported: 1 and 2)")
    #expect(
      try words(file) { $0[12] = 1 }
        == "offset 12: the file is damaged: its checksum is 0x1, but should be 0x22DE")
  }

  @Test func `a file without a workout is refused`() throws {
    var file = FITBytes()
    file.append(0, [.byte(0, 6)])
    #expect(try words(file) == "the file contains no workout: it is a course")
  }

  @Test func `a file above the size limit is refused`() throws {
    let error = #expect(throws: WorkoutFileError.self) {
      try ImportedWorkout(Array(repeating: 0, count: 1 << 20 + 1), format: .fit, per: .kilometres)
    }
    #expect(error?.words == "the file is larger than 1024 KiB")
  }
}
