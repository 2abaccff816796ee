import PlanNotation
import Testing
import WorkoutFiles
import WorkoutModel

/// Tests of the import of ZWO files in the shapes that other programs write.
@Suite struct ZWOReadingTests {
  /// Parts of a ZWO file, and the expected import.
  private struct Fixture {
    var head = "<sportType>run</sportType><durationType>time</durationType>"
    let parts: String
    let plan: String
    var losses: [String] = []

    func imported(per unit: DistanceUnit = .kilometres) throws -> ImportedWorkout {
      let text = "<workout_file>\(head)<workout>\n\(parts)\n</workout></workout_file>"
      return try ImportedWorkout(Array(text.utf8), format: .zwo, per: unit)
    }
  }

  private func check(_ fixture: Fixture, _ location: SourceLocation = #_sourceLocation) throws {
    let imported = try fixture.imported()
    #expect(imported.plan.notation == fixture.plan, sourceLocation: location)
    #expect(imported.report.losses.map(\.words) == fixture.losses, sourceLocation: location)
  }

  @Test(arguments: ["run", "Run", "running", "Running", " RUNNING "])
  func `a sport of running in any spelling is not a loss`(_ sport: String) throws {
    try check(
      Fixture(
        head: "<sportType>\(sport)</sportType><durationType>time</durationType>",
        parts: #"<SteadyState Duration="60" Power="0.8" pace="1"/>"#, plan: #"1m run "80 % of 5 km pace""#,
        losses: ["80 % of 5 km pace becomes a label"]))
  }

  @Test func `a run without a type of durations is in metres if a text has an offset in metres`() throws {
    let parts = """
      <Warmup Duration="800" PowerLow="0.6" PowerHigh="0.7" pace="2"/>
      <IntervalsT Repeat="4" OnDuration="400" OffDuration="200" OnPower="1" OffPower="0.5" pace="1">
      <textevent distoffset="0" message="Tall"/><textevent distoffset="400" message="Float"/></IntervalsT>
      """
    let labels = [
      "60 % to 70 % of 10 km pace", "100 % of 5 km pace", "50 % of 5 km pace",
    ]
    try check(
      Fixture(
        head: "<sportType>run</sportType>", parts: parts,
        plan: "800mtr warmup \"\(labels[0])\", "
          + "4x(400mtr run \"Tall, \(labels[1])\", 200mtr recover \"Float, \(labels[2])\")",
        losses: labels.map { "\($0) becomes a label" }))
    try check(
      Fixture(
        parts: #"<FreeRun Duration="400"><textevent distoffset="0" message="Tall"/></FreeRun>"#,
        plan: "6m40s run \"Tall\""))
    try check(
      Fixture(
        head: "<sportType>bike</sportType>",
        parts: #"<FreeRide Duration="400"><textevent distoffset="0" message="Tall"/></FreeRide>"#,
        plan: "6m40s run \"Tall\"", losses: ["the workout is for cycling"]))
  }

  @Test func `an offset in metres is reported in metres in a workout by time`() throws {
    try check(
      Fixture(
        parts: #"<FreeRun Duration="90"><textevent distoffset="100" message="Go"/></FreeRun>"#,
        plan: "1m30s run \"Go\"",
        losses: [#""Go" is shown at the beginning of its interval, not after 100 m"#]))
  }

  @Test func `spaces around a number are ignored`() throws {
    try check(Fixture(parts: #"<FreeRun Duration=" 300"/><FreeRun Duration="&#9;60 "/>"#, plan: "5m run, 1m run"))
  }

  @Test func `a share of a cyclist's power is a share of FTP`() throws {
    try check(
      Fixture(
        head: "<sportType>bike</sportType>",
        parts: #"<SteadyState Duration="60" Power="0.755" pace="0"/>"#
          + #"<SteadyState Duration="60" PowerLow="0.9" PowerHigh="1"/>"#,
        plan: #"1m run "76 % of FTP", 1m run "90 % to 100 % of FTP""#,
        losses: [
          "the workout is for cycling", "76 % of FTP becomes a label", "90 % to 100 % of FTP becomes a label",
        ]))
  }

  @Test func `the share of a file without a sport does not refer to the pace of a mile`() throws {
    try check(
      Fixture(
        head: "", parts: #"<SteadyState Duration="60" Power="0.7" pace="0"/>"#, plan: #"1m run "70 %""#,
        losses: ["70 % becomes a label"]))
  }

  @Test(arguments: [
    ("Cooldown", 0.4, 0.7, "5m cooldown \"70 % to 40 %\""), ("Cooldown", 0.7, 0.4, "5m cooldown \"70 % to 40 %\""),
    ("Warmup", 0.4, 0.7, "5m warmup \"40 % to 70 %\""), ("Ramp", 0.7, 0.4, "5m run \"70 % to 40 %\""),
    ("SteadyState", 0.7, 0.4, "5m run \"40 % to 70 %\""),
  ])
  func `a cooldown falls, and a ramp has the direction in which it is written`(
    _ element: String, _ low: Double, _ high: Double, _ plan: String
  ) throws {
    let imported = try Fixture(
      parts: "<\(element) Duration=\"300\" PowerLow=\"\(low)\" PowerHigh=\"\(high)\"/>", plan: plan
    ).imported()
    #expect(imported.plan.notation == plan)
  }

  @Test func `a text that ends a sentence is not followed by a comma`() throws {
    let parts = """
      <SteadyState Duration="60" Power="0.9"><textevent timeoffset="0" message="Relax."/>
      <textevent timeoffset="0" message="Breathe!"/><textevent timeoffset="0" message="Smile"/></SteadyState>
      """
    try check(
      Fixture(parts: parts, plan: #"1m run "Relax. Breathe! Smile, 90 %""#, losses: ["90 % becomes a label"]))
  }

  @Test func `a text element with a duration is a message, not an interval`() throws {
    try check(
      Fixture(
        parts: #"<FreeRun Duration="60"/><Text Duration="10" message="Push"/>"#, plan: "1m run",
        losses: [#"the message "Push" is left out"#]))
  }

  @Test func `a message with a common misspelling is read`() throws {
    try check(
      Fixture(
        parts: #"<FreeRun Duration="60"><textevent timeoffset="0" mssage="Push"/></FreeRun>"#, plan: "1m run \"Push\""))
  }

  @Test func `cadences, slopes, zones and powers in watts are added to the label`() throws {
    let parts = """
      <SteadyState Duration="60" Cadence="90" CadenceLow="85" CadenceHigh="95" Incline="3"/>
      <IntervalsT Repeat="2" OnDuration="20" OffDuration="40" OnSlope="4.5" OffSlope="-1" CadenceLow="170" \
      CadenceHigh="180" CadenceResting="160"/>
      <FreeRun Duration="60" Slope="0" Cadence="0"/>
      <SteadyState Duration="60" PowerLow="180" PowerHigh="200" Zone="3"/>
      """
    let labels = [
      "cadence 85-95 per minute", "incline 3", "cadence 170-180 per minute", "slope 4.5", "cadence 160 per minute",
      "slope -1", "power 180-200", "zone 3",
    ]
    try check(
      Fixture(
        parts: parts,
        plan: "1m run \"\(labels[0]), \(labels[1])\", "
          + "2x(20s run \"\(labels[2]), \(labels[3])\", 40s recover \"\(labels[4]), \(labels[5])\"), 1m run, "
          + "1m run \"\(labels[6]), \(labels[7])\"",
        losses: labels.map { "\($0) becomes a label" }))
  }

  @Test func `a speed in metres per second becomes a pace`() throws {
    try check(
      Fixture(
        parts: #"<SteadyState Duration="60" Speed="3.33"/><SteadyState Duration="60" Speed="2.5"/>"#,
        plan: "1m run @5:00/km, 1m run @6:40/km",
        losses: ["attribute Speed, which has no unit: read as metres per second"]))
    try check(
      Fixture(
        parts: #"<SteadyState Duration="60" Speed="0.1"/>"#, plan: #"1m run "0.1 m/s""#,
        losses: ["attribute Speed, which has no unit: read as metres per second", "0.1 m/s becomes a label"]))
  }

  @Test func `the threshold pace turns shares into paces`() throws {
    let parts = """
      <Warmup Duration="600" PowerLow="0.6" PowerHigh="0.75" pace="2"/>
      <IntervalsT Repeat="5" OnDuration="120" OffDuration="60" OnPower="1" OffPower="0.6667" pace="2"/>
      <SteadyState Duration="60" Power="0.01"/>
      """
    try check(
      Fixture(
        head: "<sportType>run</sportType><durationType>time</durationType><thresholdSecPerKm>302</thresholdSecPerKm>",
        parts: parts,
        plan: "10m warmup @7:33/km, 5x(2m run @5:02/km, 1m recover @7:33/km), 1m run \"1 %\"",
        losses: ["8:23/km to 6:43/km became 7:33/km", "1 % becomes a label"]))
    try check(
      Fixture(
        head: "<thresholdSecPerKm>300</thresholdSecPerKm>", parts: #"<SteadyState Duration="60" Power="1"/>"#,
        plan: "1m run @5:00/km"))
    try check(
      Fixture(
        head: "<sportType>bike</sportType><thresholdSecPerKm>300</thresholdSecPerKm>",
        parts: #"<SteadyState Duration="60" Power="1"/>"#, plan: #"1m run "100 % of FTP""#,
        losses: [
          "the workout is for cycling", "100 % of FTP becomes a label",
          "element <thresholdSecPerKm> \"300\" is left out (line 1)",
        ]))
  }

  @Test(arguments: [
    ("Ramp", 0.75, 1.0, "6:40/km to 5:00/km"), ("Ramp", 1.0, 0.75, "5:00/km to 6:40/km"),
    ("Warmup", 0.75, 1.0, "6:40/km to 5:00/km"), ("Cooldown", 0.75, 1.0, "5:00/km to 6:40/km"),
    ("SteadyState", 0.75, 1.0, "5:00/km to 6:40/km"),
  ])
  func `the paces of a ramp are reported in the direction of the ramp`(
    _ element: String, _ low: Double, _ high: Double, _ range: String
  ) throws {
    let imported = try Fixture(
      head: "<sportType>run</sportType><durationType>time</durationType><thresholdSecPerKm>300</thresholdSecPerKm>",
      parts: "<\(element) Duration=\"300\" PowerLow=\"\(low)\" PowerHigh=\"\(high)\"/>", plan: ""
    ).imported()
    #expect(imported.report.losses.map(\.words) == ["\(range) became 5:50/km"])
  }

  @Test func `an unknown element with a length is an interval and is reported`() throws {
    try check(
      Fixture(
        parts: #"<Strides Duration="30"/><Strides Duration="0"/>"#, plan: "30s run",
        losses: [
          "the unknown element Strides became an interval",
          "element <Strides> is left out, because its length is 0 (line 2)",
        ]))
  }

  @Test func `a step without a length is left out and reported with its texts`() throws {
    let message = #"<textevent timeoffset="0" message="Go"/>"#
    try check(
      Fixture(
        parts: """
          <FreeRun Duration="60"/>
          <SteadyState Duration="0" Power="1.2" pace="0" Cadence="90">\(message)</SteadyState>
          <IntervalsT Repeat="2" OnDuration="60" OffDuration="0"/>
          <IntervalsT Repeat="2" OnDuration="0" OffDuration="0">\(message)</IntervalsT>
          """, plan: "1m run, 2x(1m run)",
        losses: [
          "element <SteadyState> is left out, because its length is 0 (line 3)",
          #"the message "Go" is left out"#,
          "the second interval of <IntervalsT> is left out, because its length is 0 (line 4)",
          "the first interval of <IntervalsT> is left out, because its length is 0 (line 5)",
          "the second interval of <IntervalsT> is left out, because its length is 0 (line 5)",
        ]))
  }

  @Test(
    arguments: [
      // A run that refers to a race pace is in metres, as in Zwift.
      ("<sportType>run</sportType>", #" pace="1""#, "", "400mtr", "lengths without durationType: read as metres"),
      ("", #" pace="1""#, "", "400mtr", "lengths without durationType: read as metres"),
      ("<sportType>run</sportType>", "", "", "6m40s", "lengths without durationType: read as seconds"),
      ("<sportType>run</sportType>", #" pace="1""#, "30", "6m40s", "lengths without durationType: read as seconds"),
      (
        "<sportType>run</sportType><durationType>Lap</durationType>", "", "", "6m40s",
        #"lengths with the unknown durationType "lap": read as seconds"#
      ),
      ("", "", "", "6m40s", nil), ("", #" pace="0""#, "", "6m40s", nil),
      ("<sportType>run</sportType><durationType>Distance</durationType>", "", "", "400mtr", nil),
    ] as [(String, String, String, String, String?)])
  func `an assumed unit of lengths is reported`(
    _ head: String, _ pace: String, _ offset: String, _ length: String, _ assumption: String?
  ) throws {
    let message = offset.isEmpty ? "" : "<textevent timeoffset=\"\(offset)\" message=\"Go\"/>"
    let imported = try Fixture(
      head: head, parts: "<FreeRun Duration=\"400\"\(pace)>\(message)</FreeRun>", plan: ""
    ).imported()
    #expect(imported.plan.notation.hasPrefix("\(length) run"))
    #expect(imported.report.losses.map(\.words).filter { $0.hasPrefix("lengths") } == [assumption].compactMap(\.self))
  }

  @Test func `an offset in seconds beside an offset in metres is reported`() throws {
    try check(
      Fixture(
        head: "<sportType>run</sportType><durationType>distance</durationType>",
        parts: #"<FreeRun Duration="400"><textevent timeoffset="30" distoffset="0" message="Go"/></FreeRun>"#,
        plan: "400mtr run \"Go\"", losses: [#"attribute timeoffset="30" is left out (line 2)"#]))
  }

  @Test func `a number of repetitions that is not a whole number is refused`() {
    let fixture = Fixture(parts: #"<IntervalsT Repeat="2.7" OnDuration="60" OffDuration="30"/>"#, plan: "")
    let error = #expect(throws: WorkoutFileError.self) { try fixture.imported() }
    #expect(error?.words == "line 2: 2.7 repetitions are not a whole number")
  }

  @Test(
    arguments: [
      ("", "the file is not in UTF-8: read as windows-1252"),
      ("<?xml version=\"1.0\"?>", "the file is not in UTF-8: read as windows-1252"),
      ("<?xml version='1.0' encoding='Windows-1252'?>", nil), ("<?xml version='1.0' encoding='ISO-8859-1'?>", nil),
    ] as [(String, String?)])
  func `a file in windows-1252 is read, and an assumed encoding is reported`(
    _ declaration: String, _ assumption: String?
  ) throws {
    let text =
      "\(declaration)<workout_file><name>H\u{F6}he \u{96} f\u{FC}nf\u{85}</name><workout>"
      + "<FreeRun Duration=\"60\"><textevent message=\"\u{80}\"/></FreeRun></workout></workout_file>"
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    let imported = try ImportedWorkout(bytes, format: .zwo, per: .kilometres)
    #expect(imported.name == "Höhe – fünf…")
    #expect(imported.plan.notation == "1m run \"€\"")
    #expect(imported.report.losses.map(\.words) == [assumption].compactMap(\.self))
  }

  @Test func `invalid UTF-8 is an error in a file that declares UTF-8`() {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<workout_file><name>\u{F6}</name></workout_file>"
    let error = #expect(throws: WorkoutFileError.self) {
      try ImportedWorkout(text.unicodeScalars.map { UInt8($0.value) }, format: .zwo, per: .kilometres)
    }
    #expect(error?.words == "line 2: not well-formed (invalid token)")
  }
}
