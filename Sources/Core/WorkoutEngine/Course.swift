import WorkoutModel

/// What a workout's way has of its own, apart from the plan's.
struct Course: Equatable, Codable, Sendable {
  /// Other goals of repeats until a distance, as distances that were measured have made them; the latest one is last.
  private(set) var amendments: [Timeline.Amendment] = []
  /// For each repeat round the present place, outermost first, the estimated metres at which it was entered.
  private(set) var entries: [Double] = []
  /// The same for the place at which a repeat was left last, for whoever goes back there; nil where none was.
  private(set) var left: Left?
  /// By how much the end of the present stage was moved by hand.
  var extended = Duration.zero
  /// Whether a distance was measured in the present interval, which has no pace: it stands for the rest of that.
  var isMeasured = false

  struct Left: Equatable, Codable, Sendable {
    let place: Place
    let entries: [Double]
  }

  /// How many amendments are kept: more than any place has repeats round it.
  static let mostAmendments = 64

  /// Takes note that the interval at a place begins, after that at another, when so many metres are estimated.
  ///
  /// A repeat that is entered where it does not start counts as covered up to there, unless it is the one that was left
  /// last.
  mutating func begin(_ place: Place, in timeline: Timeline, after last: Place?, estimated: Double) {
    let before = last.map { Left(place: $0, entries: entries) }
    entries = (0..<place.depth).map { level in
      before?.entry(at: level, sharedWith: place) ?? left?.entry(at: level, sharedWith: place)
        ?? estimated - (timeline.measure(before: place, inRepeatAt: level).metres ?? 0)
    }
    if let before, before.place.depth > 0, !place.shares(repeatAt: before.place.depth - 1, with: before.place) {
      left = before
    }
    extended = .zero
    isMeasured = false
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

extension Course.Left {
  /// The metres at which the repeat at a level was entered, where it is the same occurrence that is round a place.
  fileprivate func entry(at level: Int, sharedWith other: Place) -> Double? {
    entries.indices.contains(level) && other.shares(repeatAt: level, with: place) ? entries[level] : nil
  }
}
