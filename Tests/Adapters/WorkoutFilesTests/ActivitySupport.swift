import FoundationEssentials
import PlanNotation
import TestSupport
import WorkoutEngine
import WorkoutModel
import WorkoutReports

@testable import WorkoutFiles

extension Report.Summary {
  /// Makes a summary from laps, whose totals are those of the laps.
  static func of(
    _ laps: [Report.Lap], dropped: Int = 0, elapsedMs: Int? = nil, pausedMs: Int = 0, metres: Double? = nil,
    plan: String = "10m run"
  ) -> Report.Summary {
    let interval = Report.Interval(kind: "run", goal: "10m", durationMs: 600_000)
    return Report.Summary(
      workoutId: "x", plan: plan, completed: true, startedAt: "2026-11-27T06:30:00Z", endedAt: "2026-11-27T07:30:00Z",
      elapsedMs: elapsedMs ?? laps.reduce(0) { $0 + $1.elapsedMs }, pausedMs: pausedMs, distanceM: metres,
      intervals: laps.count, laps: Report.Laps(dropped: dropped, intervals: [interval], laps: laps))
  }
}

extension ActivityFile {
  init(
    _ summary: Report.Summary, records: [SensorRecord] = [], as format: ActivityFormat, sport: Sport = .running,
    isIndoor: Bool = true
  ) throws {
    try self.init(
      summary, records: records, as: format,
      Options(sport: sport, isIndoor: isIndoor, utcOffset: 3600, configuration: Settings(), version: "1.2.3"))
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A message of an exported FIT file.
struct FITLine: Equatable {
  let message: FITProfile.Message?
  /// The numbers of the fields that contain numbers, and their values.
  let numbers: [UInt8: Int]
  let texts: [UInt8: String]

  /// Reads the messages of a file.
  static func lines(of file: ActivityFile) throws -> [FITLine] {
    var reader = FITReader(file.bytes)
    return try reader.messages(where: { _ in true }, limit: 100_000).map { message in
      let fields = message.unreadFields
      return FITLine(
        message: FITProfile.Message(rawValue: message.number),
        numbers: Dictionary(
          uniqueKeysWithValues: fields.compactMap { field in message.number(field).map { (field, $0) } }),
        texts: Dictionary(uniqueKeysWithValues: fields.compactMap { field in message.text(field).map { (field, $0) } }))
    }
  }

  subscript(_ field: UInt8) -> Int? { numbers[field] }
}

extension [FITLine] {
  func of(_ message: FITProfile.Message) -> [FITLine] { filter { $0.message == message } }
}
