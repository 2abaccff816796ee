/// Position of an interval in a timeline: the node at each level of nesting, and the round of each repeat.
package struct Position: Equatable, Codable, Sendable {
  /// The interval's number, from 1.
  ///
  /// After an endless repeat, the numbers continue from the interval in which the workout left the repeat.
  package internal(set) var number: Int
  /// The node at each level of nesting, from the outermost repeat to the interval itself.
  var frames: [Frame]
  /// The positions at which the workout left endless repeats, in the order of the plan; at most one for each repeat.
  ///
  /// The exits of these positions are ignored.
  var exits: [Position] = []

  private enum CodingKeys: String, CodingKey {
    case number
    case frames
    case exits = "left"
  }

  struct Frame: Equatable, Codable, Sendable {
    /// Index of the node in its segment.
    var index: Int
    /// Round of a repeat, from 0; 0 for an interval.
    var round = 0
  }

  /// Number of repeats around the interval.
  package var depth: Int { frames.count - 1 }

  /// The rounds of the repeats around the interval, from 1, outermost first.
  package var rounds: [Int] { frames.dropLast().map { $0.round + 1 } }

  /// Whether this position comes before `other` in the plan.
  package func precedes(_ other: Position) -> Bool {
    for (frame, otherFrame) in zip(frames, other.frames) where frame != otherFrame {
      return (frame.index, frame.round) < (otherFrame.index, otherFrame.round)
    }
    return false
  }

  /// Whether this position and `other` are in the same occurrence of the repeat at `level`.
  package func shares(repeatAt level: Int, with other: Position) -> Bool {
    level < min(depth, other.depth) && frames[..<level] == other.frames[..<level]
      && frames[level].index == other.frames[level].index
  }
}

extension Position {
  /// The index of the node at each level of nesting, with the round of each repeat, such as `2.7/0`.
  ///
  /// The number and the exits are not included.
  package var path: String {
    frames.map { $0.round == 0 ? "\($0.index)" : "\($0.index).\($0.round)" }.joined(separator: "/")
  }

  /// Reads a path; nil if the text is not a path.
  package init?(path: Substring) {
    frames = []
    number = 1
    for level in path.split(separator: "/", omittingEmptySubsequences: false) {
      let fields = level.split(separator: ".", omittingEmptySubsequences: false)
      guard fields.count <= 2, let index = Int(fields[0]), let round = fields.count == 2 ? Int(fields[1]) : 0 else {
        return nil
      }
      frames.append(Frame(index: index, round: round))
    }
  }
}

extension Timeline {
  /// Whether a position that was saved or received belongs to this timeline.
  ///
  /// The other methods require a position that belongs to the timeline.
  package func contains(_ position: Position) -> Bool {
    let indices = (position.exits + [position]).compactMap(\.frames.first?.index)
    return Position.numbers.contains(position.number) && contains(position.frames)
      && zip(indices, indices.dropFirst()).allSatisfy { $0 < $1 }
      && position.exits.allSatisfy { exit in
        Position.numbers.contains(exit.number) && contains(exit.frames) && isInEndlessRepeat(exit.frames)
      }
  }

  private func contains(_ frames: [Position.Frame]) -> Bool {
    var segment = segment
    for (level, frame) in frames.enumerated() {
      guard segment.nodes.indices.contains(frame.index) else { return false }
      switch segment.nodes[frame.index] {
      case .interval: return level == frames.count - 1 && frame.round == 0
      case .repeat(let repeatNode):
        guard Position.rounds.contains(frame.round), let inner = repeatNode.segment(round: frame.round) else {
          return false
        }
        segment = inner
      }
    }
    return false
  }

  /// Whether a workout can leave an endless repeat from the interval at `frames`; no other repeat may contain it.
  private func isInEndlessRepeat(_ frames: [Position.Frame]) -> Bool {
    guard frames.count == 2, let outermost = frames.first, case .repeat(let repeatNode) = segment.nodes[outermost.index]
    else {
      return false
    }
    return repeatNode.wholeRounds == nil
  }
}

extension Position {
  /// Valid numbers of an interval.
  ///
  /// An endless repeat does not reach the maximum in a lifetime. The sum of two numbers up to the maximum does not
  /// overflow.
  fileprivate static let numbers = 1...1_000_000_000_000
  static let rounds = 0...1_000_000_000_000
}
