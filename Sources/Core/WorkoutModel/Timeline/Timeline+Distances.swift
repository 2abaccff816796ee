extension Timeline {
  /// When so many metres from the start are reached, at least 0; nil beyond the end, and behind an interval whose
  /// distance nobody knows.
  ///
  /// At the very end of an interval it is that end.
  package func time(atMetres metres: Double) -> Duration? {
    if let end = measure.metres, end < metres { return nil }
    var left = metres
    var time = Duration.zero
    var passage = passage
    while true {
      let index = passage.index(atMetres: left)
      guard let before = passage.before[index].duration, let metresBefore = passage.before[index].metres else {
        return nil
      }
      left -= metresBefore
      time += before
      switch passage.nodes[index] {
      case .interval(let interval):
        guard let duration = interval.duration, let metres = interval.metres else { return nil }
        return time + duration * (left / metres)
      case .cycle(let cycle):
        let round = cycle.round(atMetres: left)
        guard let inner = cycle.passage(round: round) else { return nil }
        let skipped = cycle.measure(ofRounds: 0..<round)
        left -= skipped.metres ?? 0
        time += skipped.duration ?? .zero
        passage = inner
      }
    }
  }
}

extension Passage {
  /// The first node that does not end before `metres`, or whose end nobody knows; the last one if all do, as they may
  /// by a rounding error.
  fileprivate func index(atMetres metres: Double) -> Int {
    var (low, high) = (0, nodes.count)
    while low < high {
      let middle = (low + high) / 2
      if let end = before[middle + 1].metres, end < metres { low = middle + 1 } else { high = middle }
    }
    return min(low, nodes.count - 1)
  }
}

extension Cycle {
  /// The round in which `metres` are reached: the first where a round's distance is not known.
  fileprivate func round(atMetres metres: Double) -> Int {
    guard body.measure.metres != nil else { return 0 }
    return body.rounds(within: .metres(metres), changed: changed, most: lastRound).count
  }
}
