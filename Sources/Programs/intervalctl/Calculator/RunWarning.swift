import TerminalUI
import RunCalculator
import PlanNotation
import WorkoutModel

extension TextStream {
  /// Warns of a run faster than the world record; `timeAs` is the time as it was typed, if it was.
  func warn(of run: SolvedRun, timeAs typed: String?) throws(OutputError) {
    guard let record = WorldRecord.beaten(byMetres: run.metres, in: run.time) else { return }
    try writeWarnings([record.warning])
    guard let typed, run.metres / (run.time * 60).inSeconds > RunWarning.slowestWalk else { return }
    try writeHints([RunWarning.hoursHint(for: typed)].compactMap(\.self))
  }
}

extension WorldRecord {
  /// `this is faster than the world record over a marathon: 2:00:35 (Kelvin Kiptum, 2023)`.
  var warning: String { "this is faster than the world record over \(event): \(mark) (\(holder), \(year))" }
}

enum RunWarning {
  /// 30:00/km in metres a second; a time that would be slower than this with hours was not meant that way.
  static let slowestWalk = 1000.0 / 1800

  /// A hint for a clock of two fields, such as `2:30`, that may be missing its hours; nil for another time.
  static func hoursHint(for text: String) -> String? {
    guard text.count(where: { $0 == ":" }) == 1 else { return nil }
    return "\(text) is minutes and seconds; write \(text):00 for hours and minutes"
  }
}
