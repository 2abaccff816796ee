extension Timeline {
  /// Whether a place that was kept elsewhere is one of this timeline: every other call may be asked of it then.
  package func contains(_ place: Place) -> Bool {
    guard Place.numbers.contains(place.number), holdsFrames(of: place), place.left.count <= 1 else { return false }
    return place.left.allSatisfy { left in
      left.left.isEmpty && Place.numbers.contains(left.number) && holdsFrames(of: left) && isInEndlessRepeat(left)
    }
  }

  private func holdsFrames(of place: Place) -> Bool {
    var passage = passage
    for (level, frame) in place.frames.enumerated() {
      guard passage.nodes.indices.contains(frame.index) else { return false }
      switch passage.nodes[frame.index] {
      case .interval: return level == place.frames.count - 1 && frame.round == 0
      case .cycle(let cycle):
        guard Place.rounds.contains(frame.round), let inner = cycle.passage(round: frame.round) else { return false }
        passage = inner
      }
    }
    return false
  }

  private func isInEndlessRepeat(_ place: Place) -> Bool {
    guard let outermost = place.frames.first, case .cycle(let cycle) = passage.nodes[outermost.index] else {
      return false
    }
    return cycle.whole == nil
  }
}

extension Place {
  /// More than an endless repeat comes to in any lifetime, and few enough that sums of them fit.
  fileprivate static let numbers = 1...1_000_000_000_000
  fileprivate static let rounds = 0...1_000_000_000_000
}
