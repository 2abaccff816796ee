import PlanNotation
import TestSupport
import Testing
import WorkoutFiles
import WorkoutModel

/// Tests of the losses in XML files: everything that the readers do not use is reported.
@Suite struct XMLLossTests {
  private func words(_ text: String, _ format: WorkoutFormat) throws -> [String] {
    try ImportedWorkout(Array(text.utf8), format: format, per: .kilometres).report.losses.map(\.words)
  }

  @Test func `an unknown part of a ZWO file is reported with its line`() throws {
    let text = """
      <workout_file><sportType>run</sportType><durationType>time</durationType>
      <ftpOverride>250</ftpOverride><tags><tag name="x"/></tags><uniqueId>1</uniqueId>
      <workout units="imperial">
      <FreeRun Duration="60" Slop="3" FlatRoad="1"><gameplayevent type="camera"/>swim</FreeRun>
      <RestDay/>
      </workout></workout_file>
      """
    #expect(
      try words(text, .zwo) == [
        #"element <ftpOverride> "250" is left out (line 2)"#, #"attribute units="imperial" is left out (line 3)"#,
        #"attribute Slop="3" is left out (line 4)"#, #"text "swim" in <FreeRun> is left out (line 4)"#,
        "element <RestDay> is left out (line 5)",
      ])
  }

  @Test func `a repeated part is reported once with the number of times`() throws {
    let parts = (1...12).map { "<FreeRun Duration=\"60\" Slop=\"\($0)\" Target=\"low\"/>\n" }.joined()
    #expect(
      try words("<workout_file><workout>\n\(parts)</workout></workout_file>", .zwo) == [
        "attribute Slop is left out 12 times (first: line 2)",
        #"attribute Target="low" is left out 12 times (first: line 2)"#,
      ])
  }

  @Test func `the second of two attributes with the same name in different namespaces is reported`() throws {
    let workout = { (attributes: String) in
      "<workout_file xmlns:a=\"urn:a\"><workout><FreeRun \(attributes)/></workout></workout_file>"
    }
    let text = workout("Duration=\"60\" a:Duration=\"90\"")
    let imported = try ImportedWorkout(Array(text.utf8), format: .zwo, per: .kilometres)
    #expect(imported.plan.notation == "1m run")
    #expect(imported.report.losses.map(\.words) == [#"attribute Duration="90" is left out (line 1)"#])
    let reversed = workout("a:Duration=\"90\" Duration=\"60\"")
    #expect(try words(reversed, .zwo) == [#"attribute Duration="60" is left out (line 1)"#])
  }

  @Test func `a long value is cut in a loss`() throws {
    let value = String(repeating: "a", count: 10_000)
    #expect(
      try words("<workout_file><workout><FreeRun Duration=\"60\" Text=\"\(value)\"/></workout></workout_file>", .zwo)
        == ["attribute Text=\"\(value.prefix(40))…\" is left out (line 1)"])
  }

  @Test(arguments: [
    "<\(longName)/>", "<workout_file><workout><FreeRun Duration=\"\(longName)\"/></workout></workout_file>",
  ])
  func `an error quotes at most 200 characters of a file`(_ text: String) {
    let error = #expect(throws: WorkoutFileError.self) { try words(text, .zwo) }
    #expect(error?.words.contains(Self.longName.prefix(200) + "…") == true)
    #expect((error?.words.count ?? 0) < 250)
  }

  private static let longName = String(repeating: "a", count: 10_000)

  @Test func `a number that is not a share is reported`() throws {
    #expect(
      try words(
        "<workout_file><workout><SteadyState Duration=\"60\" Power=\"250\" pace=\"9\" Cadence=\"fast\"/></workout>"
          + "</workout_file>", .zwo) == [
          "power 250 becomes a label", #"attribute Cadence="fast" is left out (line 1)"#,
          #"attribute pace="9" is left out (line 1)"#,
        ])
  }

  @Test func `an unknown part of a TCX file is reported with its line`() throws {
    let text = """
      <TrainingCenterDatabase><Workouts><Workout Sport="Running"><Name>Hills</Name><Name>Hills again</Name>
      <Step><StepId>1</StepId><Duration><Seconds>60</Seconds><Meters>400</Meters></Duration>
      <Intensity>Brisk</Intensity><Target><Zone><Low>130</Low><High>145</High></Zone></Target></Step>
      <ScheduledOn>2030-01-01</ScheduledOn><Creator><Name>watch</Name></Creator></Workout></Workouts>
      <Author><Build>1</Build></Author></TrainingCenterDatabase>
      """
    #expect(
      try words(text, .tcx) == [
        #"element <Name> "Hills again" is left out (line 1)"#, #"element <Meters> "400" is left out (line 2)"#,
        #"text "Brisk" in <Intensity> is left out (line 3)"#, #"element <Zone> "130 145" is left out (line 3)"#,
        #"element <ScheduledOn> "2030-01-01" is left out (line 4)"#,
      ])
  }

  @Test(arguments: [WorkoutFormat.zwo, .tcx], seeds)
  func `every attribute, element and text that is added to a file is reported`(
    _ format: WorkoutFormat, _ seed: UInt64
  ) throws {
    var generator = SplitMix64(seed: seed)
    var document = ForeignXML(format, using: &generator)
    let plan = try document.imported()
    #expect(plan.report.losses.map(\.words).filter { $0.contains("left out") } == [])
    let additions = document.addUnknownParts(using: &generator)
    let changed = try document.imported()
    #expect(changed.plan == plan.plan)
    for addition in additions {
      #expect(changed.report.losses.contains { $0.words.contains(addition) }, "\(addition)\n\(document.text)")
    }
  }

  @Test(arguments: [WorkoutFormat.zwo, .tcx], seeds)
  func `a random file of another program is imported as its plan`(_ format: WorkoutFormat, _ seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let document = ForeignXML(format, using: &generator)
    #expect(try document.imported().plan.notation == document.plan, "\(document.text)")
  }
}
