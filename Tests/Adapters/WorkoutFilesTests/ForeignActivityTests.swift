import FoundationEssentials
import PlanNotation
import TestSupport
import TestTraits
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutReports

@testable import WorkoutFiles

/// Tests in which independent programs read exported activities; see Tests/foreign/activity_readers.py.
@Suite(.hangLimit)
struct ForeignActivityTests {
  /// The values that all readers read from both files of an activity.
  private struct Read: Decodable {
    let start: Int
    let elapsed: Int
    let distance: Int?
    let records: Int
    let laps: [Lap]
    /// The heart rate and the steps per minute of each record.
    let values: [[Int?]]

    struct Lap: Decodable {
      let elapsed: Int
      let total: Int
      let distance: Int?
      let intensity: Int
      let trigger: Int
      let step: Int?
    }
  }

  @Test(.enabled(if: VirtualEnvironment.isComplete, "\(VirtualEnvironment.requirement)"))
  func `four libraries read the times, the distances and the laps of the history from both files`() async throws {
    let summaries = try seeds.map { try Report.Summary.random(seed: $0) }
    let folder = try Self.folder(summaries)
    let run = try await Invocation.run(
      VirtualEnvironment.program("python"), ["\(packageRoot)/Tests/foreign/activity_readers.py", folder.path])
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    try #require(lines.count == summaries.count)
    for (summary, line) in zip(summaries, lines) {
      try Self.expect(JSONDecoder().decode(Read.self, from: Data(line.utf8)), summary)
    }
  }

  @Test(.enabled(if: VirtualEnvironment.isComplete, "\(VirtualEnvironment.requirement)"))
  func `four libraries read the values of the sensors from both files`() async throws {
    let summaries = try seeds.map { try Report.Summary.random(seed: $0) }
    let records = seeds.map { [SensorRecord].random(seed: $0) }
    let folder = try Self.folder(summaries, records)
    let run = try await Invocation.run(
      VirtualEnvironment.program("python"), ["\(packageRoot)/Tests/foreign/activity_readers.py", folder.path])
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    try #require(lines.count == summaries.count)
    for (index, line) in lines.enumerated() {
      let read = try JSONDecoder().decode(Read.self, from: Data(line.utf8))
      let activity = try Activity(summaries[index], records: records[index])
      let values = activity.traces.flatMap(\.runs).flatMap(\.records).map { [$0.heartRate, $0.cadence] }
      #expect(read.values == (values.contains { $0[0] != nil } ? values : []))
    }
  }

  private static func expect(_ read: Read, _ summary: Report.Summary) throws {
    #expect(read.elapsed == summary.elapsedMs)
    #expect(read.distance == summary.distanceM.map { Int(($0 * 100).rounded()) })
    let report = try #require(summary.laps)
    let laps = report.laps.filter { $0.elapsedMs > 0 }
    try #require(read.laps.count == laps.count)
    for (read, lap) in zip(read.laps, laps) {
      // The total is rounded once, and the laps are fitted to it.
      #expect(abs(read.elapsed - lap.elapsedMs) <= 2)
      if let distance = read.distance { #expect(abs(Double(distance) / 100 - (lap.distanceM ?? 0)) < 0.02) }
      let kind = try #require(Kind(rawValue: report.intervals[lap.interval].kind))
      #expect(read.intensity == intensities[kind])
    }
    let triggers: [Report.EndWord: Int] = [.time: 1, .distance: 2, .next: 0, .back: 0, .stop: 0]
    #expect(read.laps.map(\.trigger) == laps.dropLast().map { triggers[$0.ended] } + [7])
    let steps = try PlanFile(summary.plan).plan.intervalsByStep
    for (read, lap) in zip(read.laps, laps) {
      let step = try #require(read.step.flatMap { steps[$0] })
      let interval = report.intervals[lap.interval]
      #expect(step.kind.rawValue == interval.kind)
      #expect(step.label == interval.label)
      #expect(step.goal.notation == interval.goal)
    }
  }

  /// Intensity of each kind, as a number of the FIT profile.
  private static let intensities: [Kind: Int] = [
    .run: 0, .jog: 0, .sprint: 0, .work: 0, .interval: 0, .rest: 1, .walk: 1, .recover: 1, .warmup: 2, .cooldown: 3,
  ]

  @Test func `GPSBabel reads all records of FIT files, and the start of TCX files`() async throws {
    let summaries = try seeds.map { try Report.Summary.random(seed: $0) }
    let folder = try Self.folder(summaries)
    for format in ActivityFormat.allCases {
      let files = summaries.indices.flatMap { ["-f", folder.path(of: "\(1000 + $0).\(format.rawValue)")] }
      let input = format == .fit ? "garmin_fit,allpoints=1" : "gtrnctr"
      let run = try await Invocation.run("gpsbabel", ["-t", "-i", input] + files + ["-o", "gpx", "-F", "-"])
      #expect(run.status == 0, "\(run.errors)")
      let tracks = run.output.split(separator: "<trk>").dropFirst()
      try #require(tracks.count == summaries.count)
      for (summary, track) in zip(summaries, tracks) {
        let activity = try Activity(summary)
        let start = Date(timeIntervalSince1970: Double(activity.start)).ISO8601Format()
        #expect(track.contains(format == .fit ? "<time>\(start)</time>" : "<name>\(start)</name>"))
        // GPSBabel ignores the trackpoints of a TCX file if they have no position.
        let records = activity.traces.flatMap(\.runs).reduce(0) { $0 + $1.records.count }
        #expect(track.split(separator: "<trkpt").count - 1 == (format == .fit ? records : 0))
      }
    }
  }

  /// Writes both files of each activity.
  static func folder(_ summaries: [Report.Summary], _ records: [[SensorRecord]] = []) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (index, summary) in summaries.enumerated() {
      for format in ActivityFormat.allCases {
        let file = try ActivityFile(summary, records: records.isEmpty ? [] : records[index], as: format)
        try folder.write(bytes: file.bytes, to: "\(1000 + index).\(format.rawValue)")
      }
    }
    return folder
  }
}

extension Plan {
  /// The intervals by the numbers of their steps in a FIT workout.
  fileprivate var intervalsByStep: [Int: Interval] {
    var (intervals, count) = ([Int: Interval](), 0)
    func visit(_ steps: [Step]) {
      for step in steps {
        switch step {
        case .interval(let interval): intervals[count] = interval
        case .repeat(let `repeat`): visit(`repeat`.body)
        }
        count += 1
      }
    }
    visit(steps)
    return intervals
  }
}

extension Report.Summary {
  /// Makes the summary of a random workout of a few minutes.
  ///
  /// The workout is paused, moved, extended, corrected and stopped at random. The daemon is killed at random.
  static func random(seed: UInt64) throws -> Report.Summary {
    var generator = SplitMix64(seed: seed)
    let plan = Plan.random(
      .init(hasOpenIntervals: true, hasForever: generator.oneIn(4), hasPaces: !generator.oneIn(4)), using: &generator)
    let request = try RequestedWorkout(text: plan.notation, planName: nil, configuration: Settings())
    var simulator = WorkoutSimulator()
    try simulator.handle(.start(request.workout, replacing: false))
    simulator.run(for: .seconds(Int.random(in: 0...12, using: &generator)))
    for _ in 0..<Int.random(in: 1...12, using: &generator) where simulator.engine.workout != nil {
      simulator.run(for: .milliseconds(Int.random(in: 0...15_000, using: &generator)))
      guard simulator.engine.workout != nil else { break }
      try simulator.handle(.random(correcting: true, using: &generator))
      if simulator.engine.workout != nil, generator.oneIn(4) { try simulator.restart() }
    }
    if simulator.engine.workout != nil {
      if generator.oneIn(2) { try simulator.handle(.resume) }
      simulator.run(for: .seconds(20))
    }
    if simulator.engine.workout != nil { try simulator.handle(.stop) }
    return simulator.takeSummary(of: request)
  }
}

extension [SensorRecord] {
  /// Makes the values of sensors that are missing at random for ten minutes.
  static func random(seed: UInt64) -> [SensorRecord] {
    var generator = SplitMix64(seed: seed)
    var (records, time, distance) = ([SensorRecord](), 0, 0)
    while time < 600_000 {
      time += generator.oneIn(30) ? 20_000 : Int.random(in: 1000...1300, using: &generator)
      let speed = Int.random(in: 0...5000, using: &generator)
      distance += speed / 10
      records.append(
        SensorRecord(
          time: time, distance: generator.oneIn(5) ? nil : distance, speed: generator.oneIn(5) ? nil : speed,
          cadence: generator.oneIn(5) ? nil : Int.random(in: 0...250, using: &generator),
          heartRate: generator.oneIn(5) ? nil : Int.random(in: 60...200, using: &generator)))
    }
    return records
  }
}
