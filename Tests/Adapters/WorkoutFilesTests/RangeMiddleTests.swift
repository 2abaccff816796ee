import PlanNotation
import TestSupport
import Testing
import WorkoutFiles
import WorkoutModel

/// Tests of the pace that replaces a range of paces.
@Suite struct RangeMiddleTests {
  /// A file with an interval of a minute whose target is a range, given as seconds per kilometre.
  private static func file(_ format: WorkoutFormat, fast: Int, slow: Int) -> [UInt8] {
    switch format {
    case .fit:
      let speeds = [slow, fast].map { UInt32((1_000_000 / Double($0)).rounded()) }
      return FITBytes(steps: [
        [.byte(1, 0), .long(2, 60_000), .byte(3, 0), .long(5, speeds[0]), .long(6, speeds[1]), .byte(7, 0)]
      ]).bytes
    case .icu:
      let paces = [fast, slow].map { "\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)" }
      return Array("- 1m \(paces[0])-\(paces[1])/km Pace\n".utf8)
    case .tcx:
      return Array(
        """
        <TrainingCenterDatabase><Workouts><Workout><Step><Duration><Seconds>60</Seconds></Duration>
        <Target type="Speed_t"><SpeedZone><LowInMetersPerSecond>\(1000 / Double(slow))</LowInMetersPerSecond>
        <HighInMetersPerSecond>\(1000 / Double(fast))</HighInMetersPerSecond></SpeedZone></Target></Step></Workout>
        </Workouts></TrainingCenterDatabase>
        """.utf8)
    case .zwo:
      return Array(
        """
        <workout_file><sportType>run</sportType><thresholdSecPerKm>\(fast)</thresholdSecPerKm><workout>
        <SteadyState Duration="60" PowerLow="\(Double(fast) / Double(slow))" PowerHigh="1"/></workout></workout_file>
        """.utf8)
    }
  }

  private static func imported(_ format: WorkoutFormat, fast: Int, slow: Int) throws -> Plan {
    try ImportedWorkout(file(format, fast: fast, slow: slow), format: format, per: .kilometres).plan
  }

  @Test(arguments: WorkoutFormat.allCases)
  func `the middle of a range is the mean of the two paces in every format`(_ format: WorkoutFormat) throws {
    #expect(try Self.imported(format, fast: 330, slow: 390).notation == "1m run @6:00/km")
    #expect(try Self.imported(format, fast: 240, slow: 480).notation == "1m run @6:00/km")
  }

  @Test(arguments: WorkoutFormat.allCases, seeds)
  func `a random range has the same middle in every format`(_ format: WorkoutFormat, _ seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let fast = Int.random(in: 180...300, using: &generator)
    let half = Int.random(in: 20...100, using: &generator)
    let pace = Pace.time(.seconds(fast + half), per: .kilometres)
    let plan = try Self.imported(format, fast: fast, slow: fast + 2 * half)
    #expect(plan.intervals.map(\.pace) == [pace])
  }
}
