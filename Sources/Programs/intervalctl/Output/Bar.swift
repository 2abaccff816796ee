/// A bar to scale that lies in a line, in block characters, to an eighth of a column.
struct Bar: Equatable {
  /// From 0 to 1; what is above 0 is at least an eighth of a column.
  let part: Double

  func text(columns: Int) -> String {
    guard part > 0, columns > 0 else { return "" }
    let eighths = max(1, Int((min(part, 1) * Double(columns * 8)).rounded()))
    let rest = eighths % 8
    return String(repeating: "█", count: eighths / 8) + (rest > 0 ? Self.eighths[rest - 1] : "")
  }

  private static let eighths = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
