/// An interval as scheduled, with its actual duration and distance.
package struct ScheduledInterval: Equatable, Sendable {
  /// The interval as written, with its original goal even if it is cut.
  package let interval: Interval
  /// Actual duration; nil for an open interval.
  package let duration: Duration?
  /// Actual metres; nil without a pace, or for an open interval.
  package let metres: Double?

  package var kind: Kind { interval.kind }
  /// The whole interval as written.
  package var uncut: ScheduledInterval { ScheduledInterval(interval) ?? self }
  package var totals: Totals { Totals(duration: duration, metres: metres, intervals: 1) }

  /// Schedules a whole interval; fails for a distance without a pace, whose duration is unknown.
  init?(_ interval: Interval) {
    self.interval = interval
    let speed = interval.pace?.metresPerSecond
    switch interval.goal {
    case .time(let time):
      duration = time
      metres = speed.map { $0 * time.inSeconds }
    case .distance(let distance):
      guard let speed else { return nil }
      duration = .seconds(distance.metres / speed)
      metres = distance.metres
    case .open:
      duration = nil
      metres = nil
    }
  }

  /// Schedules the beginning of an interval.
  init(_ whole: ScheduledInterval, cutTo duration: Duration, metres: Double?) {
    interval = whole.interval
    self.duration = duration
    self.metres = metres
  }
}

/// Round of a repeat, such as 3 of 8.
package struct Round: Hashable, Sendable {
  /// Number of the round, from 1.
  package let number: Int
  /// Number of rounds, including a partial last one and those that an outer repeat cuts off; nil for an endless repeat.
  package let of: Int?

  package init(number: Int, of: Int?) {
    self.number = number
    self.of = of
  }
}

// MARK: - Text

extension ScheduledInterval {
  /// The duration or distance of the interval: `30 s`, `400 m`, `until you say next`.
  ///
  /// The distance of a cut interval is in `unit`.
  package func extentText(in unit: DistanceUnit) -> String {
    switch interval.goal {
    case .open: "until you say next"
    case .time: duration?.unitsText ?? ""
    case .distance(let distance): isCut(distance) ? unit.text(metres: metres ?? 0) : distance.phrase
    }
  }

  /// The duration or distance of the interval in spoken words: `thirty seconds`, `four hundred metres`.
  package func spokenExtent(in unit: DistanceUnit) -> String {
    switch interval.goal {
    case .open: "until you say next"
    case .time: duration?.spoken ?? ""
    case .distance(let distance): isCut(distance) ? unit.spoken((metres ?? 0) / unit.metres) : distance.spoken
    }
  }

  private func isCut(_ distance: Distance) -> Bool { metres != distance.metres }
}

/// Position of an interval in a timeline: the node at each level of nesting, and its round.
package struct Position: Hashable, Codable, Sendable {
  /// The interval's number, from 1; after an endless repeat, numbers continue from where the repeat was left.
  package internal(set) var number: Int
  /// Nodes from the outermost to the interval itself.
  var frames: [Frame]
  /// The position at which the endless repeat before this position was left; one element or none.
  var exit: [Position] = []

  private enum CodingKeys: String, CodingKey {
    case number
    case frames
    case exit = "left"
  }

  struct Frame: Hashable, Codable, Sendable {
    /// Index of the node in its segment.
    var index: Int
    /// Round of a repeat, from 0; 0 for an interval.
    var round = 0
  }

  /// Number of repeats around the interval.
  package var depth: Int { frames.count - 1 }

  /// Whether the repeat at `level` around this position is the same occurrence as the one around `other`.
  package func shares(repeatAt level: Int, with other: Position) -> Bool {
    level < min(depth, other.depth) && frames[..<level] == other.frames[..<level]
      && frames[level].index == other.frames[level].index
  }
}

extension Timeline {
  /// Whether a position that was saved or received belongs to this timeline.
  ///
  /// The other methods require a position that belongs to the timeline.
  package func contains(_ position: Position) -> Bool {
    guard Position.numbers.contains(position.number), containsFrames(of: position), position.exit.count <= 1 else {
      return false
    }
    return position.exit.allSatisfy { exit in
      exit.exit.isEmpty && Position.numbers.contains(exit.number) && containsFrames(of: exit)
        && isInEndlessRepeat(exit)
    }
  }

  private func containsFrames(of position: Position) -> Bool {
    var segment = segment
    for (level, frame) in position.frames.enumerated() {
      guard segment.nodes.indices.contains(frame.index) else { return false }
      switch segment.nodes[frame.index] {
      case .interval: return level == position.frames.count - 1 && frame.round == 0
      case .repeat(let repeatNode):
        guard Position.rounds.contains(frame.round), let inner = repeatNode.segment(round: frame.round) else {
          return false
        }
        segment = inner
      }
    }
    return false
  }

  private func isInEndlessRepeat(_ position: Position) -> Bool {
    guard let outermost = position.frames.first, case .repeat(let repeatNode) = segment.nodes[outermost.index] else {
      return false
    }
    return repeatNode.wholeRounds == nil
  }
}

extension Position {
  /// Valid numbers of intervals: more than an endless repeat reaches in a lifetime, and too few for sums to overflow.
  fileprivate static let numbers = 1...1_000_000_000_000
  fileprivate static let rounds = 0...1_000_000_000_000
}
