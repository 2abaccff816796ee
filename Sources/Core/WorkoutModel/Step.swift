/// One step of a plan: an interval, or steps that repeat.
package enum Step: Hashable, Sendable {
  case interval(Interval)
  case `repeat`(Repeat)
}

/// Steps done again and again.
package struct Repeat: Hashable, Sendable {
  package var extent: Extent
  package var body: [Step]

  package init(_ extent: Extent, _ body: [Step]) {
    self.extent = extent
    self.body = body
  }

  /// How long a repeat goes on.
  package enum Extent: Hashable, Sendable {
    /// So many rounds, 1 to 9999.
    case count(Int)
    /// Until the repeat has taken this long.
    case untilTime(Duration)
    /// Until the repeat has covered this distance.
    case untilDistance(Distance)
    case forever
  }
}
