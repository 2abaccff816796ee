import Testing

@testable import AudioOutput

/// The time after which the volumes of other programs are restored if the speech service does not report that a text has
/// ended.
@Suite struct SpeechTimesTests {
  /// A text that espeak-ng speaks in about two seconds at its normal rate.
  private static let text = "walk 5 seconds, then run"

  @Test(
    arguments: [
      ([], 4.5), ([2.2], 3.6), ([7.5, 2.1], 3.5), ([2.2, 12], 3.6), ([6.5], 8.6), ([0.01], 1.7),
    ] as [([Double], Double)])
  func `the limit is near the shortest of the latest times, but not below the fastest voice`(
    times: [Double], limit: Double
  ) {
    var learnt = SpeechTimes()
    for time in times { learnt.add(.seconds(time), of: Self.text) }
    #expect(abs(learnt.limit(for: Self.text) / .seconds(1) - limit) < 0.1)
  }

  @Test func `if no end is reported, the limit grows until an end is reported`() {
    var learnt = SpeechTimes()
    learnt.add(.seconds(1), of: Self.text)
    for _ in 0..<8 { learnt.addUnreported() }
    // The voice speaks half as fast as before.
    #expect(learnt.limit(for: Self.text) > .seconds(2) && learnt.limit(for: Self.text) < .seconds(4))
    learnt.add(.seconds(1), of: Self.text)
    #expect(learnt.limit(for: Self.text) <= .seconds(2))
    for _ in 0..<20 { learnt.addUnreported() }
    #expect(learnt.limit(for: Self.text) == SpeechTimes().limit(for: Self.text))
  }

  @Test func `only the latest eight times count, and digits are spoken as words`() {
    var learnt = SpeechTimes()
    learnt.add(.seconds(1), of: Self.text)
    for _ in 0..<8 { learnt.add(.seconds(2), of: Self.text) }
    var other = SpeechTimes()
    other.add(.seconds(2), of: Self.text)
    #expect(learnt.limit(for: "1 2 3") == other.limit(for: "1 2 3"))
    #expect(other.limit(for: "1 2 3") > other.limit(for: "run") + .milliseconds(700))
  }
}
