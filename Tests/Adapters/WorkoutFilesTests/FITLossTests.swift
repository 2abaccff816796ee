import PlanNotation
import Testing
import WorkoutFiles
import WorkoutModel

/// Tests of FIT files with parts that plans do not support.
@Suite struct FITLossTests {
  private typealias Field = FITBytes.Field

  private static let minute: [Field] = [.byte(1, 0), .long(2, 60_000), .byte(7, 0)]

  private func imported(_ file: FITBytes) throws -> ImportedWorkout {
    try ImportedWorkout(file.bytes, format: .fit, per: .kilometres)
  }

  @Test(
    arguments: [
      ([.short(10, 28)], "1m run \"squat\""),
      ([.short(10, 28), .short(11, 7)], "1m run \"Goblet Squat\""),
      ([.short(10, 28), .short(11, 8)], "1m run \"squat (exercise 8)\""),
      ([.short(10, 28), .short(11, 7), .short(12, 1250), .short(13, 1)], "1m run \"Goblet Squat, 12.5 kg\""),
      ([.text(0, "Heavy"), .short(10, 8), .short(12, 4536), .short(13, 2)], "1m run \"Heavy, deadlift, 100 lb\""),
      ([.text(0, "Goblet Squat"), .short(10, 28), .short(11, 7)], "1m run \"Goblet Squat\""),
      ([.short(10, 51), .byte(9, 2)], "1m run \"exercise category 51, swim kickboard\""),
      ([.byte(9, 0), .short(12, 0), .short(13, 1)], "1m run"),
    ] as [([Field], String)])
  private func `exercises, weights and equipment are part of the label`(_ fields: [Field], _ plan: String) throws {
    var file = FITBytes(steps: [Self.minute + fields])
    file.append(264, [.short(254, 0), .short(0, 28), .short(1, 7), .text(2, "Goblet Squat")])
    let imported = try imported(file)
    #expect(imported.plan.notation == plan)
    let isTitleUsed = plan.contains("Goblet")
    #expect(
      imported.report.losses.map(\.words).filter { !$0.hasPrefix("field wkt_step_name of exercise_title") } == [])
    #expect(imported.report.losses.isEmpty == isTitleUsed)
  }

  @Test func `an exercise by repetitions is an open interval`() throws {
    let imported = try imported(
      FITBytes(steps: [[.byte(1, 29), .long(2, 12), .short(10, 22), .short(12, 0), .byte(7, 0)]]))
    #expect(imported.plan.notation == "open run \"push up, 12 repetitions\"")
    #expect(
      imported.report.losses.map(\.words) == [
        "12 repetitions became open: end the interval with 'intervalctl next'"
      ])
  }

  @Test(
    arguments: [
      ([.long(77, 5)], "field 77 of workout_step is left out (offset 71)"),
      ([Field(number: 77, type: 0x01, bytes: [5])], "field 77 of workout_step is left out (offset 71)"),
      ([Field(number: 77, type: 0x88, bytes: [0, 0, 0, 0])], "field 77 of workout_step is left out (offset 71)"),
      ([Field(number: 77, type: 0x42, bytes: [1, 2, 3])], "field 77 of workout_step is left out (offset 71)"),
      ([.text(77, "x")], "field 77 of workout_step is left out (offset 71)"),
      ([.short(11, 7)], "field exercise_name of workout_step is left out (offset 71)"),
      ([.byte(3, 2), .long(5, 1000)], "field custom_target_value_low of workout_step is left out (offset 74)"),
    ] as [([Field], String)])
  private func `a field that is not supported is reported`(_ fields: [Field], _ words: String) throws {
    let imported = try imported(FITBytes(steps: [Self.minute + fields]))
    #expect(imported.plan.notation == "1m run")
    #expect(imported.report.losses.map(\.words) == [words])
  }

  @Test(
    arguments: [
      Field(number: 77, type: 0x00, bytes: [0xFF]), Field(number: 77, type: 0x01, bytes: [0x7F]),
      Field(number: 77, type: 0x83, bytes: [0xFF, 0x7F]), Field(number: 77, type: 0x86, bytes: [255, 255, 255, 255]),
      Field(number: 77, type: 0x8C, bytes: [0, 0, 0, 0]), Field(number: 77, type: 0x88, bytes: [255, 255, 255, 255]),
      Field(number: 77, type: 0x0D, bytes: [255, 255, 255]), Field(number: 77, type: 0x07, bytes: [0, 0]),
      Field(number: 77, type: 0x42, bytes: [255, 255]),
    ])
  private func `a field without a value is not a loss`(_ field: Field) throws {
    #expect(try imported(FITBytes(steps: [Self.minute + [field]])).report.losses == [])
  }

  @Test func `only the first value of a field is used, and further values are reported`() throws {
    let durations = Field(number: 2, type: 0x86, bytes: [0x60, 0xEA, 0, 0, 0x60, 0xEA, 0, 0])
    let imported = try imported(FITBytes(steps: [[.byte(1, 0), durations, .byte(7, 0)]]))
    #expect(imported.plan.notation == "1m run")
    #expect(imported.report.losses.map(\.words) == ["field duration_value of workout_step is left out (offset 68)"])
  }

  @Test func `messages and developer fields that no code reads are reported together`() throws {
    var file = FITBytes()
    file.append(0, [.byte(0, 5), .short(1, 255), .text(8, "Maker")])
    file.append(207, [.byte(3, 0)])
    file.append(206, [.byte(0, 0), .byte(1, 0), .byte(2, 0x84), .text(3, "strides")])
    file.append(49, [.short(0, 100)])
    file.append(26, [.byte(4, 1), .short(6, 2), .byte(11, 4), .short(14, 2500), .byte(15, 0)])
    for index in 0..<2 {
      file.append(27, [.short(254, UInt16(index))] + Self.minute, developer: [1, 2])
      file.append(8, [.short(254, UInt16(index)), .byte(1, 150)])
    }
    file.append(0xFF00, [.byte(0, 1)])
    let words = try imported(file).report.losses.map(\.words)
    #expect(
      words == [
        "field sub_sport of workout is left out (offset 113)", "field pool_length of workout is left out (offset 113)",
        "developer field of workout_step is left out 2 times (first: offset 143)",
        "message hr_zone is left out 2 times (first: offset 166)", "message 65280 is left out (offset 228)",
      ])
  }

  @Test func `texts of a repeat are reported`() throws {
    let imported = try imported(
      FITBytes(steps: [
        Self.minute,
        [.byte(1, 6), .long(2, 0), .byte(3, 0), .long(4, 2), .byte(7, 0), .text(0, "Set"), .text(8, "Hard")],
      ]))
    #expect(imported.plan.notation == "2x(1m run)")
    #expect(
      imported.report.losses.map(\.words) == ["the label \"Set\" is left out", "the label \"Hard\" is left out"])
  }

  @Test(
    arguments: [
      ([.byte(7, 0)], "1m walk"), ([], "1m walk"), ([.byte(7, 6)], "1m walk"), ([.byte(7, 1)], "1m rest"),
      ([.byte(7, 2)], "1m warmup"), ([.byte(7, 0), .text(0, "Run")], "1m run"),
    ] as [([Field], String)])
  private func `steps of a workout for walking are walks`(_ fields: [Field], _ plan: String) throws {
    let imported = try imported(FITBytes(steps: [[.byte(1, 0), .long(2, 60_000)] + fields], sport: 11))
    #expect(imported.plan.notation == plan)
    #expect(imported.report.losses == [])
  }

  @Test(
    arguments: [
      ([.byte(3, 11), .long(4, 2)], "swim stroke breaststroke"),
      ([.byte(3, 7), .long(4, 3)], "3 s power zone 3"),
      ([.byte(3, 10), .long(5, 1200), .long(6, 1250)], "lap power 200-250 W"),
      ([.byte(3, 13), .long(5, 240), .long(6, 250)], "lap heart rate 140-150 bpm"),
      ([.byte(3, 12), .long(4, 4)], "lap speed zone 4"),
      ([.byte(3, 42), .long(4, 4)], "unknown target (42) zone 4"),
    ] as [([Field], String)])
  private func `a target is described by its name in the profile`(_ fields: [Field], _ words: String) throws {
    let imported = try imported(FITBytes(steps: [Self.minute + fields]))
    #expect(imported.plan.notation == "1m run \"\(words)\"")
    #expect(imported.report.losses.map(\.words) == ["\(words) becomes a label"])
  }

  @Test(
    arguments: [
      (19, 1250, "until the 3 s power is below 250 W"), (24, 1250, "until the 30 s power is above 250 W"),
      (26, 90, "until the lap power is above 90 % of FTP"), (16, 50, "until the training stress score is 50"),
    ] as [(UInt8, UInt32, String)])
  func `an end condition is described by its name in the profile`(
    _ type: UInt8, _ value: UInt32, _ words: String
  ) throws {
    let imported = try imported(FITBytes(steps: [[.byte(1, type), .long(2, value), .byte(7, 0)]]))
    #expect(imported.plan.notation == "open run \"\(words)\"")
  }

  @Test func `an activity is refused, with and without an embedded workout`() throws {
    var activity = FITBytes()
    activity.append(0, [.byte(0, 4)])
    activity.append(20, [.long(253, 1), .byte(3, 120)])
    activity.append(18, [.long(253, 1)])
    var embedded = activity
    embedded.append(26, [.byte(4, 1), .short(6, 1)])
    embedded.append(27, [.short(254, 0)] + Self.minute)
    var untyped = FITBytes()
    untyped.append(20, [.long(253, 1), .byte(3, 120)])
    for file in [activity, embedded, untyped] {
      let error = #expect(throws: WorkoutFileError.self) { try imported(file) }
      #expect(error?.reason == .activity)
    }
  }

  @Test func `an activity above the size limit is refused as an activity`() throws {
    var file = FITBytes()
    file.append(0, [.byte(0, 4)])
    let bytes = file.bytes + Array(repeating: 0, count: 1 << 20)
    let error = #expect(throws: WorkoutFileError.self) {
      try ImportedWorkout(bytes, format: .fit, per: .kilometres)
    }
    #expect(error?.reason == .activity)
  }
}
