import TerminalUI
import WorkoutModel

/// A profile on the half columns of a terminal, each so many half rows high.
struct ProfileColumns: Equatable {
  /// From left to right; nil where nothing is drawn.
  let columns: [Column?]

  /// One half column.
  struct Column: Equatable {
    /// The stretch that is seen there, counted from 0.
    let stretch: Int
    /// In half rows, at least 1.
    let level: Int
    let look: Style.Look?
    let isOpen: Bool
    /// Whether nothing but this column tells the stretch from the next, which looks the same.
    let isGap: Bool
  }

  /// Each stretch has the half columns that its ends come nearest to, or else the one that its middle is in.
  ///
  /// Where several share one the highest is seen. Without colours what is slow stays below the rest.
  init(_ profile: Profile, count: Int, levels: Int, isColoured: Bool) {
    let isCapped = !isColoured && profile.stretches.contains { $0.interval.kind.effort != .slow }
    func halfRows(of stretch: Profile.Stretch) -> Int {
      let height = isCapped ? PaceHeights.withoutColours(stretch.height, stretch.interval.kind) : stretch.height
      return max(1, Int((height * Double(levels)).rounded()))
    }
    var columns: [Column?] = Array(repeating: nil, count: count)
    let all = profile.stretches.map { Self.columns(of: $0, of: profile.span, count: count) }
    for (index, stretch) in profile.stretches.enumerated() {
      let look = stretch.interval.kind.effort.look
      let level = halfRows(of: stretch)
      let next = index + 1 < all.count ? profile.stretches[index + 1] : nil
      let looksLikeNext =
        next.map { $0.interval.kind.effort.look == look && halfRows(of: $0) == level } == true
      for column in all[index] where level > columns[column]?.level ?? 0 {
        columns[column] = Column(
          stretch: index, level: level, look: look, isOpen: stretch.interval.duration == nil,
          isGap: looksLikeNext && stretch.count == 1 && all[index].count > 2 && column == all[index].upperBound - 1)
      }
    }
    self.columns = columns
  }

  private static func columns(of stretch: Profile.Stretch, of span: Duration, count: Int) -> Range<Int> {
    let first = stretch.start / span * Double(count)
    let last = stretch.end / span * Double(count)
    let (start, end) = (Int(first.rounded()), min(Int(last.rounded()), count))
    guard start < end else {
      let middle = min(Int((first + last) / 2), count - 1)
      return middle..<middle + 1
    }
    return start..<end
  }
}
