import Dates
import Text
import ControlInterface
import WorkoutModel

/// Recorded workouts as lines of comma-separated values, after RFC 4180, in canonical units.
enum HistoryRecords {
  /// The names of the columns.
  static let header = line([
    "started", "title", "name", "completed", "seconds", "pausedSeconds", "metres", "corrected", "intervals",
    "plannedSeconds", "plannedMetres", "plan", "workoutId",
  ])

  /// The line of a workout; what is not known is empty.
  static func line(_ summary: Wire.Summary, started: LocalTime) -> String {
    line([
      started.rfc3339, text(summary.title ?? ""), text(summary.planName ?? ""), "\(summary.completed)",
      seconds(summary.elapsedMs), seconds(summary.pausedMs), summary.distanceM.map(metres) ?? "",
      "\(summary.corrected == true)",
      "\(summary.intervals)", summary.plannedMs.map(seconds) ?? "", summary.plannedDistanceM.map(metres) ?? "",
      text(WorkoutName.notation(of: summary.plan) ?? ""), text(summary.workoutId),
    ])
  }

  private static func line(_ fields: [String]) -> String { fields.map(field).joined(separator: ",") + "\r\n" }

  /// A text that no spreadsheet takes for a formula, by an apostrophe before it where it might.
  private static func text(_ text: String) -> String {
    text.unicodeScalars.first.map(formulas.contains) == true ? "'\(text)" : text
  }

  /// What a formula of a spreadsheet begins with, in quotes or not.
  private static let formulas: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r"]

  /// A field, in quotes where it needs them.
  private static func field(_ text: String) -> String {
    // By scalars: a character is more than a comma where a mark is put over it.
    let scalars = text.safeForTerminal.unicodeScalars
    guard scalars.contains(where: { $0 == "," || $0 == "\"" }) else { return String(scalars) }
    return "\"\(scalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined())\""
  }

  /// With three decimals.
  private static func seconds(_ milliseconds: Int) -> String { decimalText(Double(milliseconds) / 1000, decimals: 3) }

  private static func metres(_ metres: Double) -> String { decimalText(metres, decimals: 1) }
}
