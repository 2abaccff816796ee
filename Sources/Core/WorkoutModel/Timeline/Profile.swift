/// A workout as a picture to scale: stretches of time one behind the other, each with a height.
///
/// It is made for so many columns, and what is too narrow to be told apart there is one stretch, as high as the highest
/// of it; so a plan is never unrolled beyond what can be seen.
package struct Profile: Equatable, Sendable {
  /// From left to right, without gaps.
  package let stretches: [Stretch]
  /// What the whole width stands for.
  package let span: Duration
  /// Whether the whole workout is drawn; of an endless one it is the beginning.
  package let isWhole: Bool
  /// When the first open interval begins; nil without one.
  package let firstOpen: Duration?

  /// An interval, or several in a row that are too narrow to be told apart.
  package struct Stretch: Equatable, Sendable {
    /// From the left edge, where open intervals have a width too.
    package fileprivate(set) var start: Duration
    /// How wide it is.
    package fileprivate(set) var width: Duration
    /// The interval, or the first of the highest of several.
    package fileprivate(set) var interval: ScheduledInterval
    package fileprivate(set) var height: Double
    /// How many intervals there are in it.
    package fileprivate(set) var count: Int
    /// Whether one of them is open, so that nobody knows when what follows begins.
    package fileprivate(set) var hasOpen: Bool

    package var end: Duration { start + width }
  }

  /// Draws a workout on at least one column.
  ///
  /// Of an endless repeat there are four rounds, or as many as take the time of what comes before it.
  ///
  /// - Parameters:
  ///   - timeline: the workout.
  ///   - columns: how many there are.
  ///   - openColumns: how many an open interval takes, as long as all of them together leave half the picture.
  ///   - height: how high an interval is.
  package init(
    _ timeline: Timeline, columns: Int, openColumns: Int, height: @escaping (ScheduledInterval) -> Double
  ) {
    let (nodes, rounds) = timeline.passage.drawn
    let extent = nodes.reduce(Extent()) { $0 + Extent($1, rounds: rounds) }
    let open = extent.openWidth(columns: columns, openColumns: openColumns)
    // Where there is nothing but a few open intervals the picture is not filled.
    span = extent.time > .zero ? extent.width(open) : max(extent.width(open), open * columns / openColumns)
    isWhole = nodes.count == timeline.passage.nodes.count && timeline.measure.intervals != nil
    var sketch = Sketch(finest: span / columns, open: open, height: height)
    for node in nodes { sketch.add(node, endlessRounds: rounds) }
    stretches = sketch.finished()
    firstOpen = stretches.first(where: \.hasOpen)?.start
  }
}

extension Passage {
  /// The nodes that are drawn, up to an endless one, and how many rounds of that.
  fileprivate var drawn: (nodes: [Node], rounds: Int) {
    let fewest = 4
    for (index, node) in nodes.enumerated() {
      guard case .cycle(let cycle) = node, cycle.whole == nil else { continue }
      let round = Extent(cycle.body).time
      let before = nodes[..<index].reduce(Extent()) { $0 + Extent($1, rounds: 0) }.time
      let rounds = round > .zero ? Int((before / round).rounded(.up)) : 0
      return (Array(nodes[...index]), max(fewest, rounds))
    }
    return (nodes, fewest)
  }
}

/// What a part of a workout takes, where open intervals are counted apart.
private struct Extent {
  var time = Duration.zero
  var open = 0
  var count = 0

  init() {}

  init(_ passage: Passage) {
    if let time = passage.measure.duration, let count = passage.measure.intervals {
      (self.time, self.count) = (time, count)
    } else {
      self = passage.nodes.reduce(Extent()) { $0 + Extent($1, rounds: 0) }
    }
  }

  /// Of an endless repeat it is so many rounds.
  init(_ node: Node, rounds: Int) {
    switch node {
    case .interval(let interval):
      (time, open, count) = (interval.duration ?? .zero, interval.duration == nil ? 1 : 0, 1)
    case .cycle(let cycle):
      self = Extent(cycle.body) * (cycle.whole ?? rounds) + (cycle.tail.map(Extent.init) ?? Extent())
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

  /// How long an open interval is drawn.
  func openWidth(columns: Int, openColumns: Int) -> Duration {
    guard open > 0 else { return .zero }
    guard time > .zero else { return .seconds(1) }
    guard open * openColumns * 2 <= columns else { return time / open }
    return time * openColumns / (columns - open * openColumns)
  }
}

/// The stretches as far as they are drawn.
private struct Sketch {
  /// What is at least so wide is a stretch of its own.
  private let finest: Duration
  private let open: Duration
  private let height: (ScheduledInterval) -> Double
  private var stretches: [Profile.Stretch] = []
  private var end = Duration.zero
  /// What is too narrow by itself.
  private var rest: Profile.Stretch?

  init(finest: Duration, open: Duration, height: @escaping (ScheduledInterval) -> Double) {
    self.finest = finest
    self.open = open
    self.height = height
  }

  mutating func add(_ node: Node, endlessRounds: Int) {
    switch node {
    case .interval(let interval): add(interval)
    case .cycle(let cycle): add(cycle, rounds: cycle.whole ?? endlessRounds)
    }
  }

  private mutating func add(_ passage: Passage) {
    for node in passage.nodes { add(node, endlessRounds: 0) }
  }

  private mutating func add(_ interval: ScheduledInterval) {
    add(
      Profile.Stretch(
        start: end, width: interval.duration ?? open, interval: interval, height: height(interval), count: 1,
        hasOpen: interval.duration == nil))
  }

  private mutating func add(_ cycle: Cycle, rounds: Int) {
    let round = Extent(cycle.body)
    if round.width(open) >= finest {
      for _ in 0..<rounds { add(cycle.body) }
    } else if rounds > 0, let (interval, height) = highest(of: cycle.body) {
      let all = round * rounds
      add(
        Profile.Stretch(
          start: end, width: all.width(open), interval: interval, height: height, count: all.count,
          hasOpen: all.open > 0))
    }
    if let tail = cycle.tail { add(tail) }
  }

  private mutating func add(_ stretch: Profile.Stretch) {
    end = stretch.end
    guard stretch.width < finest else {
      takeRest()
      append(stretch)
      return
    }
    rest = rest?.joined(with: stretch) ?? stretch
    if let rest, rest.width >= finest { takeRest() }
  }

  private mutating func takeRest() {
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
    takeRest()
    return stretches
  }

  private func highest(of passage: Passage) -> (ScheduledInterval, Double)? {
    var highest: (ScheduledInterval, Double)?
    for node in passage.nodes {
      let found =
        switch node {
        case .interval(let interval): (interval, height(interval))
        case .cycle(let cycle): self.highest(of: cycle.whole == 0 ? cycle.tail ?? cycle.body : cycle.body)
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
