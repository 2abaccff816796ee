import PlanNotation
import Testing
import WorkoutFiles
import WorkoutModel

@Suite struct FITReadingTests {
  private typealias Field = FITBytes.Field

  /// Two rounds, each with 30 seconds at 2.5 m/s and an open rest.
  private static let steps: [[Field]] = [
    [.byte(1, 0), .long(2, 30_000), .byte(3, 0), .long(4, 0), .long(5, 2500), .long(6, 2500), .byte(7, 0)],
    [.byte(1, 5), .byte(7, 1)],
    [.byte(1, 6), .long(2, 0), .long(4, 2)],
  ]
  private static let plan = "2x(30s run @6:40/km, open rest)"

  private func plan(_ file: FITBytes) throws -> String {
    try ImportedWorkout(file.bytes, format: .fit, per: .kilometres).plan.notation
  }

  @Test func `a file can have either byte order, and a header with or without a checksum`() throws {
    for isBigEndian in [false, true] {
      for headerSize in [12, 14] {
        var file = FITBytes(steps: Self.steps, isBigEndian: isBigEndian)
        file.headerSize = headerSize
        #expect(try plan(file) == Self.plan)
      }
    }
  }

  @Test func `steps before the workout message are steps of the workout`() throws {
    var file = FITBytes()
    file.append(0, [.byte(0, 5)])
    for (index, step) in Self.steps.enumerated() {
      if index == 2 { file.append(26, [.byte(4, 1), .short(6, 3)]) }
      file.append(27, [.short(254, UInt16(index))] + step)
    }
    let imported = try ImportedWorkout(file.bytes, format: .fit, per: .kilometres)
    #expect(imported.plan.notation == Self.plan)
    #expect(imported.report.losses == [])
  }

  @Test func `developer fields, compressed timestamps and unknown messages do not change the plan`() throws {
    var file = FITBytes(steps: [])
    file.append(207, [.byte(3, 0)])
    file.append(206, [.byte(0, 0), .byte(1, 0), .byte(2, 0x84), .text(3, "strides")])
    file.append(0xFF00, [Field(number: 0, type: 0x8F, bytes: Array(repeating: 7, count: 8))])
    for (index, step) in Self.steps.enumerated() {
      file.append(27, [.short(254, UInt16(index))] + step, developer: [1, 2, 3])
      file.append(20, [.byte(3, 150)], compressed: true)
    }
    #expect(try plan(file) == Self.plan)
  }

  @Test func `steps are sorted by their numbers, and fields of unknown type or size are left out`() throws {
    var file = FITBytes(steps: [])
    for (index, step) in Self.steps.enumerated().reversed() {
      file.append(
        27,
        [.short(254, 0x8000 | UInt16(index)), Field(number: 9, type: 0x42, bytes: [1, 2, 3])] + step
          + [Field(number: 10, type: 0x86, bytes: [1, 2, 3])])
    }
    #expect(try plan(file) == Self.plan)
  }

  @Test func `a repeat refers to a step by the step's number, even if other numbers are missing`() throws {
    var file = FITBytes(steps: [])
    let steps: [(UInt16, [Field])] = [
      (0, [.byte(1, 0), .long(2, 300_000)]), (2, [.byte(1, 0), .long(2, 60_000)]),
      (3, [.byte(1, 0), .long(2, 30_000)]),
      (4, [.byte(1, 6), .long(2, 2), .long(4, 5)]),
    ]
    for (number, step) in steps { file.append(27, [.short(254, number)] + step) }
    let imported = try ImportedWorkout(file.bytes, format: .fit, per: .kilometres)
    #expect(imported.plan.notation == "5m, 5x(1m, 30s)")
    #expect(imported.report.losses.map(\.words) == ["the file declares 0 steps, but has 4 steps"])
  }

  @Test(
    arguments: [
      ([0, 0, 0], []), ([10], []), ([13, 10], []), (Array(" \t\n".utf8) + [0], []),
      (Array("\nend".utf8), ["trailing data of 3 bytes is left out (offset 155)"]),
    ] as [([UInt8], [String])])
  func `zeros and white space after the end of a file are ignored, and other bytes are reported`(
    _ rest: [UInt8], _ losses: [String]
  ) throws {
    let file = FITBytes(steps: Self.steps).bytes
    let imported = try ImportedWorkout(file + rest, format: .fit, per: .kilometres)
    #expect(imported.plan.notation == Self.plan)
    #expect(imported.report.losses.map(\.words) == losses)
  }

  @Test(
    arguments: [
      ([0x4C, 0xE4, 0x75, 0x66, 0x65], "Läufe", "the text \"Läufe\" is not in UTF-8: read as windows-1252"),
      ([0x4F, 0x6C, 0xE9], "Olé", "the text \"Olé\" is not in UTF-8: read as windows-1252"),
      (Array("Läufe".utf8), "Läufe", nil),
      (Array("Läu".utf8) + [0xC3], "Läu", "the text \"Läu\" ends in the middle of a character: read as UTF-8"),
      (Array("5".utf8) + [0xE2, 0x80], "5", "the text \"5\" ends in the middle of a character: read as UTF-8"),
    ] as [([UInt8], String, String?)])
  private func `a text that is not UTF-8 is read and reported`(
    _ bytes: [UInt8], _ label: String, _ assumption: String?
  ) throws {
    let step: [Field] = [.byte(1, 0), .long(2, 60_000), .byte(7, 0), Field(number: 0, type: 7, bytes: bytes + [0])]
    let imported = try ImportedWorkout(FITBytes(steps: [step]).bytes, format: .fit, per: .kilometres)
    #expect(imported.plan.intervals.map(\.label) == [label])
    #expect(imported.report.losses.map(\.words) == [assumption].compactMap(\.self))
  }

  @Test func `steps without a length are left out and reported, even at the start of a repeat`() throws {
    let minute: [Field] = [.byte(1, 0), .long(2, 60_000), .byte(7, 0)]
    let file = FITBytes(steps: [
      [.byte(1, 0), .long(2, 0), .text(0, "Go"), .text(8, "Tall")], minute, [.byte(1, 6), .long(2, 0), .long(4, 3)],
      [.byte(1, 1), .long(2, 0)], [.byte(1, 6), .long(2, 3), .long(4, 2)],
    ])
    let imported = try ImportedWorkout(file.bytes, format: .fit, per: .kilometres)
    #expect(imported.plan.notation == "3x(1m run)")
    #expect(
      imported.report.losses.map(\.words) == [
        "step 1 is left out, because its length is 0 (offset 71)", #"the label "Go" is left out"#,
        #"the label "Tall" is left out"#, "step 4 is left out, because its length is 0 (offset 159)",
      ])
  }

  @Test func `the first workout of chained files is imported`() throws {
    let file = FITBytes(steps: Self.steps).bytes
    let imported = try ImportedWorkout(file + file, format: .fit, per: .kilometres)
    #expect(imported.plan.notation == Self.plan)
    #expect(imported.report.losses.map(\.words) == ["1 more workout in the file is left out"])
  }

  @Test(
    arguments: [
      ([.byte(1, 7), .long(2, 0), .long(4, 600_000)], "until 10m (1m run)"),
      ([.byte(1, 8), .long(2, 0), .long(4, 500_000)], "until 5km (1m run)"),
      ([.byte(1, 28), .long(2, 45_000), .text(0, "Strides")], "1m run, 45s \"Strides\""),
      ([.byte(1, 1), .long(2, 40_000), .byte(7, 5), .text(0, "Warm up")], "1m run, 400mtr warmup"),
      ([.byte(1, 1), .long(2, 80_467), .byte(7, 4)], "1m run, 0.5mi recover"),
      (
        [.byte(1, 0), .long(2, 1500), .byte(7, 3), .text(8, "as slow\nas you like")],
        "1m run, 1.5s cooldown \"as slow as you like\""
      ),
    ] as [([Field], String)])
  private func `durations, repeats, kinds and notes are imported without loss`(_ step: [Field], _ plan: String) throws {
    let file = FITBytes(steps: [[.byte(1, 0), .long(2, 60_000), .byte(7, 0)], step])
    let imported = try ImportedWorkout(file.bytes, format: .fit, per: .kilometres)
    #expect(imported.plan.notation == plan)
    #expect(imported.report.losses == [])
    #expect(imported.name == "Hills")
  }

  @Test(
    arguments: [
      (
        [.byte(1, 2), .long(2, 60)], "open \"until the heart rate is below 60 % of maximum\"",
        "until the heart rate is below 60 % of maximum became open: end the interval with 'intervalctl next'"
      ),
      (
        [.byte(1, 3), .long(2, 250)], "open \"until the heart rate is above 150 bpm\"",
        "until the heart rate is above 150 bpm became open: end the interval with 'intervalctl next'"
      ),
      (
        [.byte(1, 4), .long(2, 100)], "open \"until 100 kcal are used\"",
        "until 100 kcal are used became open: end the interval with 'intervalctl next'"
      ),
      (
        [.byte(1, 15), .long(2, 1250)], "open \"until the power is above 250 W\"",
        "until the power is above 250 W became open: end the interval with 'intervalctl next'"
      ),
      (
        [.byte(1, 99), .long(2, 1)], "open \"until an unknown condition (99)\"",
        "until an unknown condition (99) became open: end the interval with 'intervalctl next'"
      ),
      (
        [.byte(1, 0), .long(2, 60_000), .byte(3, 1), .long(4, 3)], "1m \"heart rate zone 3\"",
        "heart rate zone 3 becomes a label"
      ),
      (
        [.byte(1, 0), .long(2, 60_000), .byte(3, 1), .long(5, 240), .long(6, 250)], "1m \"heart rate 140-150 bpm\"",
        "heart rate 140-150 bpm becomes a label"
      ),
      (
        [.byte(1, 0), .long(2, 60_000), .byte(3, 3), .long(5, 170), .long(6, 180)], "1m \"cadence 170-180 per minute\"",
        "cadence 170-180 per minute becomes a label"
      ),
      (
        [.byte(1, 0), .long(2, 60_000), .byte(3, 4), .long(5, 90), .long(6, 95)], "1m \"power 90-95 % of FTP\"",
        "power 90-95 % of FTP becomes a label"
      ),
      (
        [.byte(1, 0), .long(2, 60_000), .byte(3, 0), .long(4, 4)], "1m \"speed zone 4\"",
        "speed zone 4 becomes a label"
      ),
      (
        [.byte(1, 0), .long(2, 60_000), .byte(3, 0), .long(5, 100), .long(6, 200)], "1m \"0.1-0.2 m/s\"",
        "0.1-0.2 m/s becomes a label"
      ),
      (
        [.byte(1, 0), .long(2, 60_000), .byte(3, 0), .long(5, 2632), .long(6, 2857)], "1m @6:05/km",
        "5:50/km to 6:20/km became 6:05/km"
      ),
      (
        [
          .byte(1, 0), .long(2, 60_000), .byte(3, 0), .long(5, 3000), .long(6, 3000), .byte(19, 1), .long(21, 240),
          .long(22, 250),
        ], "1m @10.8kph \"heart rate 140-150 bpm\"", "heart rate 140-150 bpm becomes a label"
      ),
      (
        [.byte(1, 0), .long(2, 60_000), .byte(3, 3), .long(5, 170)], "1m \"cadence of at least 170 per minute\"",
        "cadence of at least 170 per minute becomes a label"
      ),
      ([.byte(1, 0), .long(2, 60_000), .byte(3, 1)], "1m \"heart rate\"", "heart rate becomes a label"),
      (
        [
          .byte(1, 0), .long(2, 60_000), .byte(3, 1), .long(5, 240), .long(6, 250), .byte(19, 0), .long(21, 3000),
          .long(22, 3000),
        ], "1m @10.8kph \"heart rate 140-150 bpm\"", "heart rate 140-150 bpm becomes a label"
      ),
      ([.text(0, "Easy")], "open \"Easy\"", "step 1 without a duration type: read as open"),
      (
        [.byte(1, 0), .long(2, 60_000), .byte(3, 0), .long(5, 2_500_000), .long(6, 2_500_000)], "1m @6:40/km",
        "speeds above 100 m/s: read as micrometres per second"
      ),
      ([.byte(1, 9), .long(2, 0), .long(4, 500)], "1m run", "a repeat until 500 kcal are used became a single round"),
    ] as [([Field], String, String)])
  private func `an unsupported target or end condition is imported as text and reported`(
    _ step: [Field], _ plan: String, _ words: String
  ) throws {
    var steps: [[Field]] = [step]
    if step[0].bytes == [9] { steps.insert([.byte(1, 0), .long(2, 60_000), .byte(7, 0)], at: 0) }
    let imported = try ImportedWorkout(FITBytes(steps: steps).bytes, format: .fit, per: .kilometres)
    #expect(imported.plan.notation == plan)
    #expect(imported.report.losses.map(\.words) == [words])
  }

  @Test(
    arguments: [
      (2, "the workout is for cycling"), (5, "the workout is for swimming"), (62, "the workout is for HIIT"),
      (13, "the workout is for alpine skiing"), (200, "the workout is for another sport (200)"),
    ] as [(UInt8, String)])
  func `a sport other than running is reported`(_ sport: UInt8, _ words: String) throws {
    let file = FITBytes(steps: Self.steps, sport: sport)
    #expect(try ImportedWorkout(file.bytes, format: .fit, per: .kilometres).report.losses.map(\.words) == [words])
  }

  @Test(
    arguments: [
      ([], "offset 0: the signature '.FIT' is missing"),
      (Array("<?xml version=\"1.0\"?>".utf8), "offset 0: the signature '.FIT' is missing"),
      (FITBytes(steps: steps).bytes.dropLast(3), "offset 151: the file ends early: it has 151 of 154 bytes"),
      (
        FITBytes(steps: steps).bytes.dropLast() + [0],
        "offset 152: the file is damaged: its checksum is 0xBC, but should be 0x99BC"
      ),
      (FITBytes().bytes, "the file contains no workout"),
      (FITBytes(steps: []).bytes, "offset 40: the workout has no steps"),
    ] as [(any Collection<UInt8> & Sendable, String)])
  func `an invalid file is refused`(_ bytes: any Collection<UInt8> & Sendable, _ words: String) throws {
    let error = #expect(throws: WorkoutFileError.self) {
      try ImportedWorkout(Array(bytes), format: .fit, per: .kilometres)
    }
    #expect(error?.words == words)
  }
}
