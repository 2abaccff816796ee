extension Timeline {
  /// The place of the interval that runs at `offset` from the start of the workout, and how far into it that is.
  ///
  /// An interval holds its own start and not its end. Nil below zero, from the end on, and beyond an open interval,
  /// whose end nobody knows.
  package func place(at offset: Duration) -> (place: Place, elapsed: Duration)? {
    guard offset >= .zero else { return nil }
    var place = Place(number: 1, frames: [])
    var left = offset
    var passage = passage
    while true {
      guard let index = passage.index(at: left), let before = passage.before[index].duration,
        let intervals = passage.before[index].intervals
      else { return nil }
      left -= before
      place.number += intervals
      switch passage.nodes[index] {
      case .interval:
        place.frames.append(Place.Frame(index: index))
        return (place, left)
      case .cycle(let cycle):
        let round = cycle.round(at: left)
        guard let inner = cycle.passage(round: round) else { return nil }
        place.frames.append(Place.Frame(index: index, round: round))
        let skipped = cycle.measure(ofRounds: 0..<round)
        left -= skipped.duration ?? .zero
        place.number += skipped.intervals ?? 0
        passage = inner
      }
    }
  }

  /// The same interval in a later round of the endless repeat round a place: on by the whole rounds that fit in `time`,
  /// with what they amount to.
  ///
  /// Nil where not one fits, where an open interval leaves a round's length unknown, outside an endless repeat, and up
  /// to its last round that is another than the rest.
  package func place(_ place: Place, onByRoundsWithin time: Duration) -> (place: Place, rounds: Measure)? {
    guard let outermost = place.frames.first, case .cycle(let cycle) = passage.nodes[outermost.index],
      cycle.whole == nil, cycle.changed.keys.allSatisfy({ $0 < outermost.round }),
      let length = cycle.body.measure.duration, length <= time
    else { return nil }
    let count = Int(time.attoseconds / length.attoseconds)
    let rounds = cycle.body.measure * count
    var later = place
    later.frames[0].round += count
    later.number += rounds.intervals ?? 0
    return (later, rounds)
  }
}

extension Passage {
  /// The node that runs at `offset`: the last one that has begun and not ended.
  fileprivate func index(at offset: Duration) -> Int? {
    var (low, high) = (0, nodes.count)
    while low < high {
      let middle = (low + high) / 2
      if let end = before[middle + 1].duration, end <= offset { low = middle + 1 } else { high = middle }
    }
    return low < nodes.count ? low : nil
  }
}

extension Cycle {
  fileprivate func round(at offset: Duration) -> Int {
    guard body.measure.duration != nil else { return 0 }
    return body.rounds(within: .time(offset), changed: changed, most: whole).count
  }
}
