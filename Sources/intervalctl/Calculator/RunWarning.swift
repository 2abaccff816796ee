import PlanNotation
import WorkoutModel

extension TextStream {
  /// Warns of a run that nobody has run; `timeAs` is its time as it was typed, if it was.
  func warn(of run: SolvedRun, timeAs typed: String?) throws(OutputError) {
    guard let record = WorldRecord.beaten(byMetres: run.metres, in: run.time) else { return }
    try writeWarnings([record.warning])
    guard let typed, run.metres / (run.time * 60).inSeconds > RunWarning.slowestWalk else { return }
    try writeHints([RunWarning.hoursHint(for: typed)].compactMap(\.self))
  }
}

extension WorldRecord {
  /// `this is faster than the world record over 10 km: 26:11 (Joshua Cheptegei, 2020)`.
  var warning: String { "this is faster than the world record over \(event): \(mark) (\(holder), \(year))" }
}

enum RunWarning {
  /// 30:00/km in metres a second: a time that would be slower in hours is not meant so.
  static let slowestWalk = 1000.0 / 1800

  /// What a clock of two fields, `2:30`, would be with hours; nil for another time.
  static func hoursHint(for text: String) -> String? {
    guard text.count(where: { $0 == ":" }) == 1 else { return nil }
    return "\(text) is minutes and seconds; write \(text):00 for hours and minutes"
  }
}
