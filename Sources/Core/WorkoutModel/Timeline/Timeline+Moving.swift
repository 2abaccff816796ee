extension Timeline {
  /// The first interval.
  package var start: Place { Place(number: 1, frames: Self.first(in: passage, at: 0)) }

  /// The interval at a place.
  package func interval(at place: Place) -> ScheduledInterval {
    guard let passage = passages(to: place).last, let frame = place.frames.last,
      case .interval(let interval) = passage.nodes[frame.index]
    else { preconditionFailure("\(place) is no place of this timeline") }
    return interval
  }

  /// The repeats round a place, outermost first.
  package func rounds(at place: Place) -> [Round] {
    zip(passages(to: place), place.frames).compactMap { passage, frame in
      guard case .cycle(let cycle) = passage.nodes[frame.index] else { return nil }
      return Round(number: frame.round + 1, of: cycle.rounds)
    }
  }

  /// Whether the last of several rounds of the outermost repeat begins at a place.
  package func isStartOfLastRound(_ place: Place) -> Bool {
    guard let frame = place.frames.first, case .cycle(let cycle) = passage.nodes[frame.index],
      let lastRound = cycle.lastRound, lastRound > 0
    else { return false }
    return frame.round == lastRound && place.frames.dropFirst().allSatisfy { $0.index == 0 && $0.round == 0 }
  }

  /// The place of the next interval; nil at the end.
  package func place(after place: Place) -> Place? {
    let passages = passages(to: place)
    var frames = place.frames
    for level in frames.indices.reversed() {
      let frame = frames[level]
      if level < frames.count - 1, case .cycle(let cycle) = passages[level].nodes[frame.index],
        let next = cycle.passage(round: frame.round + 1)
      {
        frames[level].round += 1
        return place.moved(
          to: frames[...level] + Self.first(in: next, at: 0), number: place.number + 1)
      }
      if frame.index + 1 < passages[level].nodes.count {
        return place.moved(
          to: frames[..<level] + Self.first(in: passages[level], at: frame.index + 1), number: place.number + 1)
      }
    }
    return nil
  }

  /// The place of the interval before; nil at the start.
  ///
  /// Before the step that follows an endless repeat it is where that repeat was left.
  package func place(before place: Place) -> Place? {
    let passages = passages(to: place)
    var frames = place.frames
    for level in frames.indices.reversed() {
      let frame = frames[level]
      if level < frames.count - 1, frame.round > 0, case .cycle(let cycle) = passages[level].nodes[frame.index],
        let previous = cycle.passage(round: frame.round - 1)
      {
        frames[level].round -= 1
        return place.moved(to: frames[...level] + Self.last(in: previous), number: place.number - 1)
      }
      if frame.index > 0 {
        if case .cycle(let cycle) = passages[level].nodes[frame.index - 1], cycle.whole == nil {
          return place.left.last
        }
        return place.moved(
          to: frames[..<level] + Self.last(in: passages[level], at: frame.index - 1), number: place.number - 1)
      }
    }
    return nil
  }

  /// The place of what follows the innermost repeat round a place; nil where nothing does.
  ///
  /// Outside any repeat it is the next interval.
  package func place(outOf place: Place) -> Place? {
    guard place.frames.count > 1 else { return self.place(after: place) }
    let level = place.frames.count - 2
    guard case .cycle(let cycle) = passages(to: place)[level].nodes[place.frames[level].index] else { return nil }
    var last = place
    if let lastRound = cycle.lastRound, let passage = cycle.passage(round: lastRound) {
      last.frames = place.frames[..<level] + [Place.Frame(index: place.frames[level].index, round: lastRound)]
      last.frames += Self.last(in: passage)
      last.number += (measure(after: place, from: level + 1).intervals ?? 0)
      return self.place(after: last)
    }
    // Out of an endless repeat, which stands at the top level of the plan.
    let next = place.frames[level].index + 1
    guard next < passage.nodes.count else { return nil }
    return Place(number: place.number + 1, frames: Self.first(in: passage, at: next), left: [place])
  }

  /// What is scheduled after the interval at a place, up to the end.
  package func measure(after place: Place) -> Measure { measure(after: place, from: 0) }

  /// What is scheduled after the interval at a place, up to the end of what the frame at `level` stands in: 0 for the
  /// whole plan, 1 for all rounds of the outermost repeat, and so on.
  private func measure(after place: Place, from level: Int) -> Measure {
    let passages = passages(to: place)
    var total = Measure.zero
    for (depth, frame) in place.frames.enumerated() where depth >= level {
      total = total + passages[depth].after[frame.index]
    }
    for (depth, frame) in place.frames.enumerated() where depth >= level - 1 {
      if case .cycle(let cycle) = passages[depth].nodes[frame.index] {
        total = total + cycle.measure(afterRound: frame.round)
      }
    }
    return total
  }

  /// The passage that each frame of a place indexes, outermost first.
  func passages(to place: Place) -> [Passage] {
    var passages = [passage]
    passages.reserveCapacity(place.frames.count)
    for frame in place.frames.dropLast() {
      guard case .cycle(let cycle)? = passages.last?.nodes[frame.index],
        let inner = cycle.passage(round: frame.round)
      else { preconditionFailure("\(place) is no place of this timeline") }
      passages.append(inner)
    }
    return passages
  }

  static func first(in passage: Passage, at index: Int) -> [Place.Frame] {
    let frame = Place.Frame(index: index)
    guard case .cycle(let cycle) = passage.nodes[index], let inner = cycle.passage(round: 0) else { return [frame] }
    return [frame] + first(in: inner, at: 0)
  }

  private static func last(in passage: Passage, at index: Int? = nil) -> [Place.Frame] {
    let index = index ?? passage.nodes.count - 1
    guard case .cycle(let cycle) = passage.nodes[index], let round = cycle.lastRound,
      let inner = cycle.passage(round: round)
    else { return [Place.Frame(index: index)] }
    return [Place.Frame(index: index, round: round)] + last(in: inner)
  }
}

extension Cycle {
  fileprivate func measure(afterRound round: Int) -> Measure {
    guard let whole else { return .unknown }
    return round < whole ? measure(ofRounds: round + 1..<whole) + (tail?.measure ?? .zero) : .zero
  }
}

extension Place {
  fileprivate func moved(to frames: some Sequence<Frame>, number: Int) -> Place {
    Place(number: number, frames: Array(frames), left: left)
  }
}
