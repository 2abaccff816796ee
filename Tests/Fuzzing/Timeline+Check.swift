import WorkoutModel

extension Timeline {
  /// Holds what the timeline says of its places against its totals and one another.
  func check() throws(Violation) {
    try checkBeginning()
    let end = measure.duration ?? .seconds(180_000)
    for offset in [.zero, .nanoseconds(1), end / 3, end / 2, end - .nanoseconds(1), end, end + .seconds(1)] {
      guard let (place, elapsed) = place(at: offset) else { continue }
      try check(place, after: elapsed, at: offset)
    }
    if let duration = measure.duration {
      try require(place(at: duration) == nil && place(at: .nanoseconds(-1)) == nil, "a place outside")
    }
    for fraction in [0, 0.3, 0.5, 1, 1.5] {
      _ = time(atMetres: (measure.metres ?? 1000) * fraction)
    }
  }

  /// Goes from place to place for a while, as far as times are known.
  private func checkBeginning() throws(Violation) {
    var offset = Duration.zero
    var current = start
    for _ in 0..<24 {
      if let (place, elapsed) = place(at: offset) {
        try require(place == current && elapsed == .zero, "\(place) is not \(current) at \(offset)")
      }
      try check(current, after: .zero, at: offset)
      guard let duration = interval(at: current).duration, let next = place(after: current) else { return }
      offset += duration
      current = next
    }
  }

  private func check(_ place: Place, after elapsed: Duration, at offset: Duration) throws(Violation) {
    let interval = interval(at: place)
    let rest = measure(after: place)
    try require(elapsed >= .zero && elapsed < interval.duration ?? .seconds(1_000_000), "\(elapsed) of \(interval)")
    for round in rounds(at: place) {
      try require((1...(round.of ?? .max)).contains(round.number), "\(round)")
    }
    if let total = measure.duration, let duration = interval.duration, let rest = rest.duration {
      try require(offset - elapsed + duration + rest == total, "\(offset) and what is left are not \(total)")
    }
    if let total = measure.intervals, let rest = rest.intervals {
      try require(place.number + rest == total, "\(place.number) and \(rest) are not \(total)")
    }
    if let next = self.place(after: place) {
      try require(next.number == place.number + 1, "\(next) after \(place)")
      try require(self.place(before: next) == place, "before \(next) is not \(place)")
    } else {
      try require(rest.intervals == 0, "nothing after \(place), and yet \(rest)")
    }
    if let out = self.place(outOf: place) { _ = self.interval(at: out) }
    _ = isStartOfLastRound(place)
  }
}
