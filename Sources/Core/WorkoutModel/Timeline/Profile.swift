/// Drawing of a workout to scale: consecutive stretches of time, each with a height.
///
/// The drawing has a number of columns. Consecutive intervals that are narrower than a column are combined into one
/// stretch with the height of the highest interval. A repeat is unrolled only if one round is at least a column wide.
package struct Profile: Equatable, Sendable {
  /// Stretches from left to right, without gaps.
  package let stretches: [Stretch]
  /// Time that the whole width represents.
  package let span: Duration
  /// Whether the whole workout is drawn; false for an endless workout, of which only the first rounds are drawn.
  package let isWhole: Bool
  /// Start of the first stretch with an open interval; nil if no interval is open.
  package let firstOpen: Duration?

  /// One interval, or consecutive intervals that are too narrow to be drawn separately.
  package struct Stretch: Equatable, Sendable {
    /// Distance from the left edge, as a time; for an open interval before the stretch, the drawn width is counted.
    package fileprivate(set) var start: Duration
    package fileprivate(set) var width: Duration
    /// The interval; if several intervals are combined, the first interval with the greatest height.
    package fileprivate(set) var interval: ScheduledInterval
    package fileprivate(set) var height: Double
    /// Number of intervals in the stretch.
    package fileprivate(set) var count: Int
    /// Whether the stretch contains an open interval; the starts of all following intervals are then unknown.
    package fileprivate(set) var hasOpen: Bool

    package var end: Duration { start + width }
  }

  /// Draws a workout.
  ///
  /// An endless repeat is drawn with at least four rounds. It is drawn with more rounds if the steps before it last
  /// longer than four rounds.
  ///
  /// - Parameters:
  ///   - timeline: the workout.
  ///   - columns: the number of columns, at least 1.
  ///   - openColumns: the maximum width of an open interval in columns; all open intervals together take at most half
  ///     of the drawing.
  ///   - height: returns the height of an interval.
  package init(
    _ timeline: Timeline, columns: Int, openColumns: Int, height: @escaping (ScheduledInterval) -> Double
  ) {
    let (nodes, rounds) = timeline.segment.drawn
    let extent = nodes.reduce(Extent()) { $0 + Extent($1, rounds: rounds) }
    let open = extent.openWidth(columns: columns, openColumns: openColumns)
    // If all intervals are open, each interval is at most `openColumns` wide, so the right part may be empty.
    span = extent.time > .zero ? extent.width(open) : max(extent.width(open), open * columns / openColumns)
    isWhole = nodes.count == timeline.segment.nodes.count && timeline.totals.intervals != nil
    var sketch = Sketch(minWidth: span / columns, open: open, height: height)
    for node in nodes { sketch.add(node, endlessRounds: rounds) }
    stretches = sketch.finished()
    firstOpen = stretches.first(where: \.hasOpen)?.start
  }
}

extension Segment {
  /// The nodes to draw, and the number of rounds in which to draw an endless repeat.
  ///
  /// An endless repeat is the last node that is drawn.
  fileprivate var drawn: (nodes: [Node], rounds: Int) {
    let minRounds = 4
    for (index, node) in nodes.enumerated() {
      guard case .repeat(let repeatNode) = node, repeatNode.wholeRounds == nil else { continue }
      let round = Extent(repeatNode.body).time
      let before = nodes[..<index].reduce(Extent()) { $0 + Extent($1, rounds: 0) }.time
      let rounds = round > .zero ? Int((before / round).rounded(.up)) : 0
      return (Array(nodes[...index]), max(minRounds, rounds))
    }
    return (nodes, minRounds)
  }
}

/// Extent of a part of a workout: the total time of its intervals that are not open, the number of its open intervals,
/// and the number of all its intervals.
private struct Extent {
  var time = Duration.zero
  var open = 0
  var count = 0

  init() {}

  init(_ segment: Segment) {
    if let time = segment.totals.duration, let count = segment.totals.intervals {
      (self.time, self.count) = (time, count)
    } else {
      self = segment.nodes.reduce(Extent()) { $0 + Extent($1, rounds: 0) }
    }
  }

  /// Makes the extent of a node; an endless repeat counts as `rounds` rounds.
  init(_ node: Node, rounds: Int) {
    switch node {
    case .interval(let interval):
      (time, open, count) = (interval.duration ?? .zero, interval.duration == nil ? 1 : 0, 1)
    case .repeat(let repeatNode):
      self =
        Extent(repeatNode.body) * (repeatNode.wholeRounds ?? rounds)
        + (repeatNode.partialRound.map(Extent.init) ?? Extent())
    }
  }

  static func + (left: Extent, right: Extent) -> Extent {
    var sum = left
    sum.time += right.time
    sum.open += right.open
    sum.count += right.count
    return sum
  }

  static func * (extent: Extent, rounds: Int) -> Extent {
    var product = extent
    product.time *= rounds
    product.open *= rounds
    product.count *= rounds
    return product
  }

  func width(_ open: Duration) -> Duration { time + open * self.open }

  /// Width of an open interval in the drawing, as a duration.
  func openWidth(columns: Int, openColumns: Int) -> Duration {
    guard open > 0 else { return .zero }
    guard time > .zero else { return .seconds(1) }
    guard open * openColumns * 2 <= columns else { return time / open }
    return time * openColumns / (columns - open * openColumns)
  }
}

/// Stretches drawn so far.
private struct Sketch {
  /// Minimum width of an interval that is a separate stretch.
  private let minWidth: Duration
  private let open: Duration
  private let height: (ScheduledInterval) -> Double
  private var stretches: [Profile.Stretch] = []
  private var end = Duration.zero
  /// The last stretch if it is still narrower than `minWidth`; the next intervals are added to this stretch.
  private var rest: Profile.Stretch?

  init(minWidth: Duration, open: Duration, height: @escaping (ScheduledInterval) -> Double) {
    self.minWidth = minWidth
    self.open = open
    self.height = height
  }

  mutating func add(_ node: Node, endlessRounds: Int) {
    switch node {
    case .interval(let interval): add(interval)
    case .repeat(let repeatNode): add(repeatNode, rounds: repeatNode.wholeRounds ?? endlessRounds)
    }
  }

  private mutating func add(_ segment: Segment) {
    for node in segment.nodes { add(node, endlessRounds: 0) }
  }

  private mutating func add(_ interval: ScheduledInterval) {
    add(
      Profile.Stretch(
        start: end, width: interval.duration ?? open, interval: interval, height: height(interval), count: 1,
        hasOpen: interval.duration == nil))
  }

  private mutating func add(_ repeatNode: RepeatNode, rounds: Int) {
    let round = Extent(repeatNode.body)
    if round.width(open) >= minWidth {
      for _ in 0..<rounds { add(repeatNode.body) }
    } else if rounds > 0, let (interval, height) = highest(of: repeatNode.body) {
      let all = round * rounds
      add(
        Profile.Stretch(
          start: end, width: all.width(open), interval: interval, height: height, count: all.count,
          hasOpen: all.open > 0))
    }
    if let partialRound = repeatNode.partialRound { add(partialRound) }
  }

  private mutating func add(_ stretch: Profile.Stretch) {
    end = stretch.end
    guard stretch.width < minWidth else {
      appendRest()
      append(stretch)
      return
    }
    rest = rest?.joined(with: stretch) ?? stretch
    if let rest, rest.width >= minWidth { appendRest() }
  }

  private mutating func appendRest() {
    if let rest { append(rest) }
    rest = nil
  }

  private mutating func append(_ stretch: Profile.Stretch) {
    if let last = stretches.last, last.count > 1, stretch.count > 1, last.looksLike(stretch) {
      stretches[stretches.count - 1] = last.joined(with: stretch)
    } else {
      stretches.append(stretch)
    }
  }

  mutating func finished() -> [Profile.Stretch] {
    appendRest()
    return stretches
  }

  private func highest(of segment: Segment) -> (ScheduledInterval, Double)? {
    var highest: (ScheduledInterval, Double)?
    for node in segment.nodes {
      let found =
        switch node {
        case .interval(let interval): (interval, height(interval))
        case .repeat(let repeatNode):
          self.highest(
            of: repeatNode.wholeRounds == 0 ? repeatNode.partialRound ?? repeatNode.body : repeatNode.body)
        }
      if let found, found.1 > highest?.1 ?? -1 { highest = found }
    }
    return highest
  }
}

extension Profile.Stretch {
  fileprivate func joined(with next: Self) -> Self {
    var joined = self
    joined.width += next.width
    joined.count += next.count
    joined.hasOpen = hasOpen || next.hasOpen
    if next.height > height { (joined.interval, joined.height) = (next.interval, next.height) }
    return joined
  }

  fileprivate func looksLike(_ other: Self) -> Bool {
    interval.kind == other.interval.kind && height == other.height && hasOpen == other.hasOpen
  }
}
