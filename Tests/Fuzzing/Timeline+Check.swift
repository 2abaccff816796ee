import WorkoutModel

extension Timeline {
  /// Holds what the timeline says of its positions against its totals and one another.
  func check() throws(Violation) {
    try checkBeginning()
    let end = totals.duration ?? .seconds(180_000)
    for offset in [.zero, .nanoseconds(1), end / 3, end / 2, end - .nanoseconds(1), end, end + .seconds(1)] {
      guard let (position, elapsed) = position(at: offset) else { continue }
      try check(position, after: elapsed, at: offset)
    }
    if let duration = totals.duration {
      try require(position(at: duration) == nil && position(at: .nanoseconds(-1)) == nil, "a position outside")
    }
    for fraction in [0, 0.3, 0.5, 1, 1.5] {
      _ = time(atMetres: (totals.metres ?? 1000) * fraction)
    }
  }

  /// Goes from position to position for a while, as far as times are known.
  private func checkBeginning() throws(Violation) {
    var offset = Duration.zero
    var current = start
    for _ in 0..<24 {
      if let (position, elapsed) = position(at: offset) {
        try require(position == current && elapsed == .zero, "\(position) is not \(current) at \(offset)")
      }
      try check(current, after: .zero, at: offset)
      guard let duration = interval(at: current).duration, let next = position(after: current) else { return }
      offset += duration
      current = next
    }
  }

  private func check(_ position: Position, after elapsed: Duration, at offset: Duration) throws(Violation) {
    let interval = interval(at: position)
    let rest = totals(after: position)
    try require(elapsed >= .zero && elapsed < interval.duration ?? .seconds(1_000_000), "\(elapsed) of \(interval)")
    for round in rounds(at: position) {
      try require((1...(round.of ?? .max)).contains(round.number), "\(round)")
    }
    if let total = totals.duration, let duration = interval.duration, let rest = rest.duration {
      try require(offset - elapsed + duration + rest == total, "\(offset) and what is left are not \(total)")
    }
    if let total = totals.intervals, let rest = rest.intervals {
      try require(position.number + rest == total, "\(position.number) and \(rest) are not \(total)")
    }
    if let next = self.position(after: position) {
      try require(next.number == position.number + 1, "\(next) after \(position)")
      try require(self.position(before: next) == position, "before \(next) is not \(position)")
    } else {
      try require(rest.intervals == 0, "nothing after \(position), and yet \(rest)")
    }
    if let out = self.position(outOf: position) { _ = self.interval(at: out) }
    _ = isStartOfLastRound(position)
  }
}
