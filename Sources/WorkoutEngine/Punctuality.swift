/// How late cues were handed over, against their deadlines.
package struct Punctuality: Equatable, Codable, Sendable {
  /// How many cues there were.
  package private(set) var cues = 0
  package private(set) var last = Duration.zero
  package private(set) var longest = Duration.zero
  /// How many cues never were, since a later one was already due.
  package private(set) var missed = 0
  private(set) var sum = Duration.zero

  package init() {}

  package var mean: Duration { cues == 0 ? .zero : sum / cues }

  mutating func record(lateness: Duration, missed: Int) {
    cues += 1
    last = lateness
    longest = max(longest, lateness)
    sum += lateness
    self.missed += missed
  }

  mutating func miss(_ cues: Int) {
    missed += cues
  }
}
