import PlanNotation
import Testing
import WorkoutFiles
import WorkoutModel

/// Tests of the import of text files that are written as other programs write them.
@Suite struct TextFormatTests {
  private func imported(_ text: String, _ format: WorkoutFormat) throws -> ImportedWorkout {
    try ImportedWorkout(Array(text.utf8), format: format, per: .kilometres)
  }

  @Test(arguments: [
    (
      "Warmup\n- 10m Z2\n\nMain set 4x\n- 2m 7:15-7:00/km Pace\n- Recovery 30s 50%\n\n"
        + "Cooldown\n- 5' ramp 60-50% Pace\n",
      "10m warmup \"Z2\", 4x(2m run @7:08/km, 30s recover \"50%\"), 5m cooldown \"ramp 60-50% Pace\"",
      [
        "Z2 becomes a label", "the section title \"Main set\" is left out", "7:15/km to 7:00/km became 7:08/km",
        "50% becomes a label",
        "ramp 60-50% Pace becomes a label",
      ]
    ),
    (
      "Easy today, and mind the wind.\n\n- Press lap 15m Z1 Pace\n- 400mtr 1:45/400m Pace\n- 2 km intensity=rest\n"
        + "- 1'30\" hr=lap\n-1m30\n- 30\"\n- 200yrd 4:00 Pace",
      "open run \"Z1 Pace\", 400mtr run @4:22.5/km, 2km rest, 1m30s run, 1m30s run, 30s run, 182.88mtr run @4:00/km",
      [
        "Z1 Pace becomes a label",
        "15m or until lap is pressed became open: end the interval with 'intervalctl next'",
        "hr=lap is left out (line 6)", "\"4:00\": read as 4:00/km",
      ]
    ),
    (
      "Easy week, 60 km in all\n\nWarmup 10m Z1\n\n* 5 min easy\n– 30sec\n- 1hr\n5m Cooldown",
      "5m run \"easy\", 30s run, 1h run",
      [
        "\"Warmup 10m Z1\" is not a step, because it does not begin with '-'",
        "\"5m Cooldown\" is not a step, because it does not begin with '-'",
        "easy becomes a label",
      ]
    ),
    (
      "\u{FEFF}- Main 10m\n\nMain set 4 x\n\nStay tall\n- 1m 4:30 - 5:00/km Pace\n- 30s 3:00/100y-3:00/100y Pace a=b\n",
      "10m run \"Main\", 4x(1m run @4:45/km, 30s run @32:48.504/km \"a=b\")",
      [
        "the section title \"Stay tall\" is left out", "4:30/km to 5:00/km became 4:45/km", "a=b becomes a label",
      ]
    ),
    (
      "3x\r\n- Sprint 20s\r\n- 1h2m3s freeride\r\n", "3x(20s sprint, 1h2m3s run \"freeride\")",
      ["freeride becomes a label"]
    ),
  ])
  func `a text of intervals.icu is imported`(_ text: String, _ plan: String, _ losses: [String]) throws {
    let imported = try imported(text, .icu)
    #expect(imported.plan.notation == plan)
    #expect(imported.report.losses.map(\.words) == losses)
  }

  @Test func `an export to intervals.icu has one line for each step`() throws {
    let file = try PlanFile(
      "about \"Twice up.\"\n5m warmup, 4x(30s run @11:30/mi, 30s walk @16:30/mi), 60s walk \"easy\", open rest")
    #expect(
      try file.exported(as: .icu).text == """
        Twice up.

        - Warmup 5m

        4x
        - 30s 11:30/mi Pace
        - Walk 30s 16:30/mi Pace

        - Walk: easy 1m
        - Rest Press lap 10m

        """)
  }

  @Test func `a ZWO file is imported`() throws {
    let imported = try imported(
      """
      <workout_file>
        <author>A. Runner</author><name>Hills &amp; more</name><description>Up,
          then down.</description>
        <sportType>run</sportType><durationType>time</durationType>
        <workout>
          <Warmup Duration="300" PowerLow="0.4" PowerHigh="0.7">
            <textevent timeoffset="10" message="Get loose"/>
          </Warmup>
          <IntervalsT Repeat="5" OnDuration="60" OffDuration="90" OnPower="1.1" OffPower="0.6">
            <textevent timeoffset="60" message="Walk"/>
          </IntervalsT>
          <textevent timeoffset="0" message="Halfway"/>
          <SteadyState Duration="600" Power="0.85" pace="2" Cadence="180"/>
          <FreeRun Duration="120"/>
          <MaxEffort Duration="20"/>
          <Cooldown Duration="300"/>
          <SolidState Duration="30"/>
          <IntervalsT Repeat="2" OnDuration="20" OffDuration="0">
            <textevent timeoffset="25" message="Once more"/>
          </IntervalsT>
          <textnotification text="bye"/>
        </workout>
      </workout_file>
      """, .zwo)
    #expect(
      imported.text == """
        name "Hills & more"
        about "Up, then down."
        5m warmup "Get loose, 40 % to 70 %"
        5x(1m run "110 %", 1m30s walk "60 %")
        10m run "85 % of 10 km pace, cadence 180 per minute"
        2m run
        20s sprint
        5m cooldown
        30s run
        2x(20s run)

        """)
    #expect(
      imported.report.losses.map(\.words) == [
        "40 % to 70 % becomes a label", "\"Get loose\" is shown at the beginning of its interval, not after 10 s",
        "110 % becomes a label", "60 % becomes a label",
        "the message \"Halfway\" is left out", "85 % of 10 km pace becomes a label",
        "cadence 180 per minute becomes a label",
        "the message \"Once more\" is left out",
        "the second interval of <IntervalsT> is left out, because its length is 0 (line 18)",
        "the message \"bye\" is left out",
      ])
  }

  @Test func `a text of intervals.icu in windows-1252 is read and reported, and a binary file is refused`() throws {
    let text = Array("- L\u{E4}ufe 10m".unicodeScalars.map { UInt8($0.value) })
    let imported = try ImportedWorkout(text, format: .icu, per: .kilometres)
    #expect(imported.plan.notation == "10m run \"Läufe\"")
    #expect(imported.report.losses.map(\.words) == ["the file is not in UTF-8: read as windows-1252"])
    let error = #expect(throws: WorkoutFileError.self) {
      try ImportedWorkout(text + [0], format: .icu, per: .kilometres)
    }
    #expect(error?.words == "the file is not UTF-8 text")
  }

  @Test func `a ZWO file for a cyclist with lengths in metres is imported`() throws {
    let imported = try imported(
      "<workout_file><sportType>bike</sportType><durationType>distance</durationType><workout>"
        + "<SteadyState Duration=\"400\"/></workout></workout_file>", .zwo)
    #expect(imported.plan.notation == "400mtr run")
    #expect(imported.report.losses.map(\.words) == ["the workout is for cycling"])
  }

  @Test func `a message in the middle of an interval does not change the kind of the interval`() throws {
    let imported = try imported(
      "<workout_file><workout><SteadyState Duration=\"60\"><textevent timeoffset=\"30\" message=\"Walk\"/>"
        + "</SteadyState></workout></workout_file>", .zwo)
    #expect(imported.plan.notation == "1m run \"Walk\"")
    #expect(
      imported.report.losses.map(\.words) == ["\"Walk\" is shown at the beginning of its interval, not after 30 s"])
  }

  @Test func `a TCX file is imported`() throws {
    let imported = try imported(
      """
      <?xml version="1.0"?>
      <t:TrainingCenterDatabase xmlns:t="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><t:Workouts><t:Workout Sport="Biking">
        <t:Name>Hills</t:Name>
        <t:Step xsi:type="t:Step_t"><t:StepId>1</t:StepId><t:Name>Warm up</t:Name>
          <t:Duration xsi:type="t:HeartRateAbove_t"><t:HeartRate
          xsi:type="t:HeartRateInBeatsPerMinute_t"><t:Value>120</t:Value>
          </t:HeartRate></t:Duration><t:Intensity>Active</t:Intensity><t:Target xsi:type="t:None_t"/></t:Step>
        <t:Step xsi:type="t:Repeat_t"><t:StepId>4</t:StepId><t:Repetitions>8</t:Repetitions>
          <t:Child xsi:type="t:Step_t"><t:StepId>2</t:StepId><t:Duration
          xsi:type="t:Distance_t"><t:Meters>400</t:Meters>
          </t:Duration><t:Intensity>Active</t:Intensity><t:Target xsi:type="t:Speed_t"><t:SpeedZone
          xsi:type="t:CustomSpeedZone_t"><t:ViewAs>Pace</t:ViewAs><t:LowInMetersPerSecond>3.9</t:LowInMetersPerSecond>
          <t:HighInMetersPerSecond>4.1</t:HighInMetersPerSecond></t:SpeedZone></t:Target></t:Child>
          <t:Child xsi:type="t:Step_t"><t:StepId>3</t:StepId><t:Duration xsi:type="t:UserInitiated_t"/>
          <t:Intensity>Resting</t:Intensity><t:Target xsi:type="t:HeartRate_t"><t:HeartRateZone
          xsi:type="t:PredefinedHeartRateZone_t"><t:Number>2</t:Number></t:HeartRateZone></t:Target></t:Child></t:Step>
        <t:Notes>Up and down.</t:Notes></t:Workout><t:Workout Sport="Running"/></t:Workouts></t:TrainingCenterDatabase>
      """, .tcx)
    #expect(
      imported.text == """
        name "Hills"
        about "Up and down."
        open warmup "until the heart rate is above 120 bpm"
        8x(400mtr run @4:10/km, open rest "heart rate zone 2")

        """)
    #expect(
      imported.report.losses.map(\.words) == [
        "1 more workout in the file is left out", "the workout is for cycling",
        "until the heart rate is above 120 bpm became open: end the interval with 'intervalctl next'",
        "4:03.9/km to 4:16.4/km became 4:10/km",
        "heart rate zone 2 becomes a label",
      ])
  }

  @Test(
    arguments: [
      (.icu, "", "the workout has no steps"), (.icu, "A run.\n\nEasy.", "the workout has no steps"),
      (
        .icu, "2x\n- 30s\n- walk a bit",
        "line 3: a step needs a time or a distance, such as 5m or 400mtr: '- walk a bit'"
      ),
      (.icu, "0x\n- 30s", "line 1: 0 repetitions are out of range: 1 to 9999"),
      (.icu, "4x\n\n3x\n- 30s", "line 1: '4x' is not followed by steps"),
      (.icu, "- 30s\n\n4x\n", "line 3: '4x' is not followed by steps"),
      (.icu, "- 400m 5:00/km Pace", "line 1: '400m' means 6h40m: write 400mtr for metres, or 6h40m for the time"),
      (.icu, "- 0.5s", "line 1: the time '0.5s' of a step is out of range: 1s to 99:59:59"),
      (.icu, "- 30s\n- 1000km", "line 2: the distance '1000km' of a step is out of range: 1 mm to 999.99 km"),
      (.zwo, "", "line 1: no element found"), (.zwo, "<a>\n<b></a>", "line 2: mismatched tag"),
      (.zwo, "<gpx/>", "line 1: no workout in <gpx>"), (.tcx, "<gpx/>", "line 1: no workout in <gpx>"),
      (.zwo, "<workout_file>\n<workout/></workout_file>", "line 2: the workout has no steps"),
      (.zwo, "<workout_file><workout>\n<SteadyState/></workout></workout_file>", "line 2: Duration is missing"),
      (
        .zwo, "<workout_file><workout><SteadyState Duration=\"long\"/></workout></workout_file>",
        "line 1: invalid number 'long' for Duration"
      ),
      (
        .zwo,
        "<workout_file><workout><IntervalsT Repeat=\"0\" OnDuration=\"9\" OffDuration=\"9\"/></workout></workout_file>",
        "line 1: 0 repetitions are out of range: 1 to 9999"
      ),
      (
        .zwo, "<!DOCTYPE a [<!ENTITY b SYSTEM \"/etc/passwd\">]>\n<a>&b;</a>",
        "line 1: a document type declaration is not allowed"
      ),
      (
        .tcx, "<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY b \"bb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>",
        "line 2: a document type declaration is not allowed"
      ),
      (.tcx, "<a>&b;</a>", "line 1: undefined entity"),
      (.tcx, String(repeating: "<a>\n", count: 65), "line 65: elements are nested more than 64 deep"),
      (
        .tcx, "<TrainingCenterDatabase><Workouts><Workout>\n<Step/></Workout></Workouts></TrainingCenterDatabase>",
        "line 2: Duration is missing"
      ),
    ] as [(WorkoutFormat, String, String)])
  func `an invalid file is refused, and the error contains the line of the problem`(
    _ format: WorkoutFormat, _ text: String, _ words: String
  ) {
    let error = #expect(throws: WorkoutFileError.self) { try imported(text, format) }
    #expect(error?.words == words)
  }
}
