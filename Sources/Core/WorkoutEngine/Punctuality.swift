/// How late the cues of beginnings that came by themselves, and of the end, were handed over, against their deadlines.
package struct Punctuality: Equatable, Codable, Sendable {
  /// How many cues there were.
  package private(set) var cues = 0
  package private(set) var last = Duration.zero
  package private(set) var longest = Duration.zero
  /// How many intervals were over before they could be cued.
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
