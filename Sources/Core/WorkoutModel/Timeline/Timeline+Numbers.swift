extension Timeline {
  /// The place of the interval with a number, from 1.
  ///
  /// Nil where there is none, and behind an endless repeat, where the numbers depend on when it was left.
  package func place(numbered number: Int) -> Place? {
    guard number > 0 else { return nil }
    var place = Place(number: number, frames: [])
    var left = number - 1
    var passage = passage
    while true {
      guard let index = passage.index(of: left), let before = passage.before[index].intervals else { return nil }
      left -= before
      switch passage.nodes[index] {
      case .interval:
        place.frames.append(Place.Frame(index: index))
        return place
      case .cycle(let cycle):
        guard let (round, before) = cycle.round(ofInterval: left), let inner = cycle.passage(round: round) else {
          return nil
        }
        place.frames.append(Place.Frame(index: index, round: round))
        left -= before
        passage = inner
      }
    }
  }

  /// The place behind the last endless repeat, numbered from 1; nil where there is none.
  package var startBehindEndlessRepeat: Place? {
    guard let endless = passage.nodes.lastIndex(where: { $0.measure.intervals == nil }),
      passage.nodes.indices.contains(endless + 1)
    else { return nil }
    return Place(number: 1, frames: Self.first(in: passage, at: endless + 1))
  }

  /// How many repeats there are round a place.
  package func depth(of place: Place) -> Int { place.frames.count - 1 }

  /// What a place is part of: the round of the repeat at a depth, 1 for the outermost, or at 0 the whole plan.
  ///
  /// It is told by its first place, how many intervals come before the place, and how many there are in all; nil where
  /// an endless repeat makes that unknown.
  package func round(at place: Place, depth: Int) -> (start: Place, before: Int, count: Int)? {
    var passage = passage
    var before = 0
    var (whole, start) = (passage, Place(number: 0, frames: []))
    for (level, frame) in place.frames.enumerated() {
      if level == depth {
        (whole, before) = (passage, 0)
        start.frames = place.frames[..<level] + Self.first(in: passage, at: 0)
      }
      guard level < depth || passage.before[frame.index].intervals != nil else { return nil }
      before += passage.before[frame.index].intervals ?? 0
      guard case .cycle(let cycle) = passage.nodes[frame.index] else { break }
      before += cycle.measure(ofRounds: 0..<frame.round).intervals ?? 0
      guard let inner = cycle.passage(round: frame.round) else { return nil }
      passage = inner
    }
    guard let count = whole.measure.intervals else { return nil }
    start.number = place.number - before
    start.left = place.left
    return (start, before, count)
  }
}

extension Cycle {
  /// The round, from 0, of the interval that so many others of the repeat come before, and how many of those come before
  /// that round.
  fileprivate func round(ofInterval number: Int) -> (round: Int, before: Int)? {
    guard let length = body.measure.intervals else { return nil }
    var (round, before) = (0, 0)
    func addBodies(before end: Int) {
      let added = min((number - before) / length, end - round)
      round += added
      before += length * added
    }
    for (changedRound, other) in changed.sorted(by: { $0.key < $1.key }) {
      addBodies(before: changedRound)
      guard let intervals = other.measure.intervals else { return nil }
      guard round == changedRound, before + intervals <= number else { return (round, before) }
      round += 1
      before += intervals
    }
    addBodies(before: whole ?? .max)
    return (round, before)
  }
}

extension Passage {
  /// The node that the interval is in that so many others come before; nil beyond the end.
  fileprivate func index(of number: Int) -> Int? {
    var (low, high) = (0, nodes.count)
    while low < high {
      let middle = (low + high) / 2
      if let end = before[middle + 1].intervals, end <= number { low = middle + 1 } else { high = middle }
    }
    return low < nodes.count ? low : nil
  }
}
