package import Dates
import Text
import WorkoutModel
import WorkoutPresentation
package import WorkoutReports

/// Recorded workouts as lines of comma-separated values (RFC 4180), in metres and seconds.
package enum HistoryRecords {
  /// The line with the names of the columns.
  package static let header = line([
    "started", "title", "name", "completed", "seconds", "pausedSeconds", "metres", "metresArePartial", "corrected",
    "intervals", "plannedSeconds", "plannedMetres", "plannedMetresArePartial", "plan", "workoutId", "program",
    "session", "note", "heartRate", "maxHeartRate", "cadence",
  ])

  /// The line of a workout; unknown values are empty.
  package static func line(_ summary: Report.Summary, started: LocalTime) -> String {
    line([
      started.rfc3339, text(summary.title ?? summary.planName ?? ""), text(summary.planName ?? ""),
      "\(summary.completed)",
      seconds(summary.elapsedMs), seconds(summary.pausedMs), summary.distanceM.map(metres) ?? "",
      "\(summary.distanceIsPartial == true)", "\(summary.corrected == true)", "\(summary.intervals)",
      summary.plannedMs.map(seconds) ?? "", summary.plannedDistanceM.map(metres) ?? "",
      "\(summary.plannedDistanceIsPartial == true)", text(WorkoutName.notation(of: summary.plan) ?? ""),
      text(summary.workoutId), text(summary.session?.program ?? ""), summary.session?.id.description ?? "",
      text(summary.note ?? ""), whole(summary.heartRate), whole(summary.maxHeartRate), whole(summary.cadence),
    ])
  }

  private static func line(_ fields: [String]) -> String { fields.map(field).joined(separator: ",") + "\r\n" }

  /// Returns the text, and adds an apostrophe at the start if a spreadsheet could read the text as a formula.
  private static func text(_ text: String) -> String {
    text.unicodeScalars.first.map(formulas.contains) == true ? "'\(text)" : text
  }

  /// The first characters of formulas in spreadsheets.
  private static let formulas: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r"]

  /// A field, in quotes if necessary.
  private static func field(_ text: String) -> String {
    // The check compares scalars, because Swift treats a comma with a combining mark as a different character.
    let scalars = text.safeForTerminal.unicodeScalars
    guard scalars.contains(where: { $0 == "," || $0 == "\"" }) else { return String(scalars) }
    return "\"\(scalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined())\""
  }

  /// Seconds with three decimals.
  private static func seconds(_ milliseconds: Int) -> String { decimalText(Double(milliseconds) / 1000, decimals: 3) }

  private static func whole(_ number: Int?) -> String { number.map(String.init) ?? "" }

  private static func metres(_ metres: Double) -> String { decimalText(metres, decimals: 1) }
}
