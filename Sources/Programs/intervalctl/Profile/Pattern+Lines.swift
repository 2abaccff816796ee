import WorkoutModel

extension Pattern {
  /// The picture in so many rows of block characters, with `…` behind it where there is more.
  ///
  /// So many of the first columns are faint: they are over.
  func lines(rows: Int, _ style: Style, faint: Int = 0) -> [String] {
    let looks = columns.enumerated().map { $0 < faint ? .faint : $1.kind.effort.look }
    let isMixed = columns.contains { $0.kind.effort != .slow }
    let heights = columns.map {
      style.isColoured || !isMixed ? $0.height : PaceHeights.withoutColours($0.height, $0.kind)
    }
    return (0..<rows).map { row in
      let cells = zip(columns, heights).map { $0.cell(above: rows - 1 - row, of: rows, height: $1) }
      var line = ""
      var start = 0
      while start < columns.count {
        let look = looks[start]
        let end = looks[start...].firstIndex { $0 != look } ?? columns.count
        line += style.text(cells[start..<end].joined(), look)
        start = end
      }
      guard row < rows - 1 else { return extent == .whole ? line : line + style.text("…", .faint) }
      return line
    }
  }

  /// What part is drawn and what the marks mean; nil where there is nothing to say.
  func caption(of totals: Totals) -> String? {
    let open = columns.contains(where: \.isOpen) ? Self.openLegend : nil
    return [extent.caption(of: totals), open].compactMap(\.self).joined(separator: "   ").nonEmpty
  }

  static let openCell = "░"
  static let openLegend = "\(openCell) until you say next"
  fileprivate static let eighths = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
}

extension Pattern.Extent {
  /// `first 22:00 of 43:12`; nil for the whole.
  func caption(of totals: Totals) -> String? {
    guard case .beginning(let intervals, let duration) = self else { return nil }
    if let duration {
      return "first \(duration.clockText())" + (totals.duration.map { " of \($0.clockText())" } ?? ", and so on")
    }
    return "first \(intervals)" + (totals.intervals.map { " of \($0) intervals" } ?? " intervals, and so on")
  }
}

extension Pattern.Column {
  /// The block in one row, so many rows above the lowest, of a picture of `rows`.
  fileprivate func cell(above row: Int, of rows: Int, height: Double) -> String {
    guard !isGap else { return " " }
    let eighths = max(1, Int((height * Double(rows * 8)).rounded())) - row * 8
    guard eighths > 0 else { return " " }
    return isOpen ? Pattern.openCell : Pattern.eighths[min(eighths, 8) - 1]
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
