import PlanNotation
import Testing
import WorkoutFiles
import WorkoutModel

/// Tests of the import of TCX files in the shapes that other programs write.
@Suite struct TCXReadingTests {
  private func imported(_ workouts: String) throws -> ImportedWorkout {
    let text = """
      <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" \
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b">
      \(workouts)
      </TrainingCenterDatabase>
      """
    return try ImportedWorkout(Array(text.utf8), format: .tcx, per: .kilometres)
  }

  private func imported(steps: String) throws -> ImportedWorkout {
    try imported("<Workouts><Workout Sport=\"Running\">\(steps)</Workout></Workouts>")
  }

  private static func step(
    _ seconds: Int, _ name: String = "Step", intensity: String = "Active", target: String = ""
  ) -> String {
    "<\(name) xsi:type=\"Step_t\"><Duration xsi:type=\"Time_t\"><Seconds>\(seconds)</Seconds></Duration>"
      + "<Intensity>\(intensity)</Intensity>\(target)</\(name)>"
  }

  @Test(arguments: [
    step(480) + step(240, "Child", intensity: "Resting"),
    step(480, "Child") + "<Child xsi:type=\"Step_t\">\(step(240, intensity: "Resting"))</Child>",
    "<Child>\(step(480) + step(240, intensity: "Resting"))</Child>",
  ])
  func `the steps of a repeat can be in Step and Child elements`(_ body: String) throws {
    let imported = try imported(
      steps: "<Step xsi:type=\"Repeat_t\"><StepId>1</StepId><Repetitions>3</Repetitions>\(body)</Step>")
    #expect(imported.plan.notation == "3x(8m run, 4m rest)")
    #expect(imported.report.losses.map(\.words) == [])
  }

  @Test func `a repeat can be without a type`() throws {
    let imported = try imported(steps: "<Step><Repetitions>2</Repetitions>\(Self.step(60, "Child"))</Step>")
    #expect(imported.plan.notation == "2x(1m run)")
  }

  @Test func `a number of repetitions that is not a whole number is refused`() {
    let error = #expect(throws: WorkoutFileError.self) {
      try imported(steps: "<Step><Repetitions>2.7</Repetitions>\(Self.step(60, "Child"))</Step>")
    }
    #expect(error?.words == "line 2: 2.7 repetitions are not a whole number")
  }

  @Test(arguments: [
    (
      "xsi:type=\"HeartRate_t\"", "<HeartRateZone><Low>110</Low><High>150</High></HeartRateZone>",
      "heart rate 110-150 bpm"
    ),
    ("xsi:type=\"HeartRate_t\"", "<HeartRateZone><Low>110</Low></HeartRateZone>", "heart rate of at least 110 bpm"),
    (
      "xsi:type=\"HeartRate_t\"",
      "<HeartRateZone xsi:type=\"CustomHeartRateZone_t\"><High xsi:type=\"HeartRateAsPercentOfMax_t\"><Value>85</Value>"
        + "</High></HeartRateZone>", "heart rate of at most 85 % of maximum"
    ),
    (
      "xsi:type=\"HeartRate_t\"",
      "<HeartRateZone><Min><Value>110</Value></Min><Max><Value>150</Value></Max></HeartRateZone>",
      "heart rate 110-150 bpm"
    ),
    ("xsi:type=\"HeartRateZone_t\"", "<Number>2</Number>", "heart rate zone 2"),
    (
      "xsi:type=\"Power_t\"",
      "<PowerZone xsi:type=\"CustomPowerZone_t\"><Low><Value>200</Value></Low><High><Value>250</Value></High>"
        + "</PowerZone>",
      "power 200-250 W"
    ),
    (
      "xsi:type=\"CustomPower_t\"", "<CustomPowerZone><Low>200.0</Low><High>200</High></CustomPowerZone>", "power 200 W"
    ),
    (
      "xsi:type=\"Power_t\"", "<PowerZone xsi:type=\"PredefinedPowerZone_t\"><Number>3</Number></PowerZone>",
      "power zone 3"
    ),
    ("", "<PowerZone><Number>3</Number></PowerZone>", "power zone 3"),
    ("xsi_type=\"Cadence_t\"", "<Low>170</Low><High>180</High>", "cadence 170-180 per minute"),
    ("xsi:type=\"Speed_t\"", "<SpeedZone><Number>4</Number></SpeedZone>", "speed zone 4"),
    ("xsi:type=\"HeartRate_t\"", "", "heart rate"),
  ])
  func `a target that does not follow the schema is described`(
    _ attribute: String, _ zone: String, _ words: String
  ) throws {
    let imported = try imported(steps: Self.step(60, target: "<Target \(attribute)>\(zone)</Target>"))
    #expect(imported.plan.notation == "1m run \"\(words)\"")
    #expect(imported.report.losses.map(\.words) == ["\(words) becomes a label"])
  }

  @Test func `a second target is part of the label`() throws {
    let speeds = "<LowInMetersPerSecond>2.78</LowInMetersPerSecond><HighInMetersPerSecond>3.03</HighInMetersPerSecond>"
    let speed = "<Target xsi:type=\"Speed_t\"><SpeedZone xsi:type=\"CustomSpeedZone_t\">\(speeds)</SpeedZone></Target>"
    let heartRate =
      "<Target xsi:type=\"HeartRate_t\"><HeartRateZone><Low>130</Low><High>145</High></HeartRateZone></Target>"
    let words = "heart rate 130-145 bpm"
    for targets in [speed + heartRate, heartRate + speed] {
      let imported = try imported(steps: Self.step(3000, target: targets))
      #expect(imported.plan.notation == "50m run @5:45/km \"\(words)\"")
      #expect(
        imported.report.losses.map(\.words) == ["5:30/km to 5:59.7/km became 5:45/km", "\(words) becomes a label"])
    }
    let imported = try imported(steps: Self.step(3000, target: speed + speed))
    #expect(imported.plan.notation == "50m run @5:45/km \"2.78-3.03 m/s\"")
  }

  @Test func `a step without a length is left out and reported with its texts`() throws {
    let empty = "<Name>Hill</Name><Duration><Seconds>0</Seconds></Duration><Notes>Tall</Notes>"
    let imported = try imported(
      steps: "\(Self.step(60))\n<Step>\(empty)</Step>"
        + "<Step><Repetitions>2</Repetitions><Child><Duration><Meters>0</Meters></Duration></Child></Step>")
    #expect(imported.plan.notation == "1m run")
    #expect(
      imported.report.losses.map(\.words) == [
        "element <Step> is left out, because its length is 0 (line 3)", #"the label "Hill" is left out"#,
        #"the label "Tall" is left out"#, "element <Child> is left out, because its length is 0 (line 3)",
      ])
  }

  @Test(arguments: [
    "<Target xsi:type=\"Open_t\"/>", "<Target xsi:type=\"NullTarget_t\"/>", "<Target xsi:type=\"None_t\"/>",
    "<Target/>", "",
  ])
  func `an open target is not a target`(_ target: String) throws {
    let imported = try imported(steps: Self.step(60, target: target))
    #expect(imported.plan.notation == "1m run")
    #expect(imported.report.losses.map(\.words) == [])
  }

  @Test func `a speed zone with a type of its view is a pace`() throws {
    let target = """
      <Target xsi:type="Speed_t"><SpeedZone xsi:type="CustomSpeedZone_t"><ViewAs xsi:type="SpeedType_t">Pace</ViewAs>\
      <LowInMetersPerSecond>2.5641</LowInMetersPerSecond><HighInMetersPerSecond>3.0303</HighInMetersPerSecond>\
      </SpeedZone></Target>
      """
    let imported = try imported(steps: Self.step(60, target: target))
    #expect(imported.plan.notation == "1m run @6:00/km")
    #expect(imported.report.losses.map(\.words) == ["5:30/km to 6:30/km became 6:00/km"])
  }

  @Test(arguments: [
    ("<Duration><Seconds>600</Seconds></Duration>", "10m run"),
    ("<Duration xsi:type=\"t:Time_t\"><Seconds>600</Seconds></Duration>", "10m run"),
    ("<Duration><Meters>400</Meters></Duration>", "400mtr run"),
    ("<Duration xsi_type=\"Time_t\"><Seconds>600</Seconds></Duration>", "10m run"),
    ("<Duration xsi:type=\"Open_t\"/>", "open run"), ("<Duration/>", "open run"),
    ("<Duration xsi:type=\"UserDefined_t\"><Button>Lap</Button></Duration>", "open run"),
  ])
  func `a duration of another shape than that of the schema is read`(_ duration: String, _ plan: String) throws {
    let imported = try imported(steps: "<Step>\(duration)</Step>")
    #expect(imported.plan.notation == plan)
    #expect(imported.report.losses.map(\.words) == [])
  }

  @Test func `an end at a heart rate without a wrapper element is described`() throws {
    let imported = try imported(
      steps: "<Step><Duration xsi:type=\"HeartRateAbove_t\"><HeartRate>150</HeartRate></Duration></Step>")
    #expect(imported.plan.notation == "open run \"until the heart rate is above 150 bpm\"")
  }

  @Test(arguments: [
    ("Active", Kind.run), ("Resting", .rest), ("Rest", .rest), ("Warmup", .warmup), ("WarmUp", .warmup),
    ("Cooldown", .cooldown), ("cool-down", .cooldown), ("Recovery", .recover), ("Interval", .work),
  ])
  func `an intensity determines the kind`(_ intensity: String, _ kind: Kind) throws {
    let imported = try imported(steps: Self.step(60, intensity: intensity))
    #expect(imported.plan.intervals.map(\.kind) == [kind])
    #expect(imported.report.losses.map(\.words) == [])
  }

  @Test func `the notes of a step are part of the label`() throws {
    let imported = try imported(
      steps: "<Step><Name>Hill.</Name><Duration><Seconds>60</Seconds></Duration><Notes>Stay\n tall</Notes></Step>")
    #expect(imported.plan.notation == "1m run \"Hill. Stay tall\"")
  }

  @Test func `a document of activities is refused as a record of past workouts`() {
    let error = #expect(throws: WorkoutFileError.self) {
      try imported(
        "<Folders/>\n<Activities><Activity Sport=\"Running\"><Id>2020-01-01T00:00:00Z</Id></Activity></Activities>")
    }
    #expect(error?.reason == .activity)
    #expect(
      error?.words == "line 3: the file is an activity: the record of a past workout, without steps to follow")
  }

  @Test func `the activities in a document of workouts are reported`() throws {
    let workout = "<Workouts><Workout Sport=\"Running\">\(Self.step(60))</Workout></Workouts>"
    let imported = try imported("\(workout)\n<Activities><Activity/></Activities>")
    #expect(imported.report.losses.map(\.words) == ["element <Activities> is left out (line 3)"])
  }
}
