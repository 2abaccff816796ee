import WorkoutModel

/// What a workout's way has of its own, apart from the plan's.
struct Course: Equatable, Codable, Sendable {
  /// Other goals of repeats until a distance, as distances that were measured have made them; the latest one is last.
  private(set) var amendments: [Timeline.Amendment] = []
  /// For each repeat round the present place, outermost first, the estimated metres at which it was entered.
  private(set) var entries: [Double] = []
  /// By how much the end of the present stage was moved by hand.
  var extended = Duration.zero
  /// For how long of the present interval the distance was measured.
  var measured = Duration.zero

  /// How many amendments are kept: more than any place has repeats round it.
  static let mostAmendments = 64

  /// Takes note that the interval at a place begins, after that at another, when so many metres are estimated.
  ///
  /// A repeat that is entered where it does not start counts as covered up to there.
  mutating func begin(_ place: Place, in timeline: Timeline, after last: Place?, estimated: Double) {
    entries = (0..<place.depth).map { level in
      if let last, entries.indices.contains(level), place.shares(repeatAt: level, with: last) { return entries[level] }
      return estimated - (timeline.measure(before: place, inRepeatAt: level).metres ?? 0)
    }
    extended = .zero
    measured = .zero
  }

  /// Moves the entries of the repeats from a level on inwards.
  mutating func shiftEntries(from level: Int, by metres: Double) {
    for index in entries.indices.dropFirst(level) { entries[index] += metres }
  }

  /// Amends the repeats round a place, in place of all amendments that they have.
  mutating func amend(_ place: Place, by own: [Timeline.Amendment]) {
    amendments = amended(place, by: own)
  }

  /// The amendments as they then are.
  func amended(_ place: Place, by own: [Timeline.Amendment]) -> [Timeline.Amendment] {
    amendments.filter { !$0.concerns(place) }.suffix(max(0, Self.mostAmendments - own.count)) + own
  }
}
