/// Estimates how long the speech service speaks a text, from the times of earlier texts.
///
/// With some synthesizers and servers, the end of a text is never reported (`SpeechConnection.reportEnds`). Without an
/// estimate, other programs would be lowered until the next text.
struct SpeechTimes {
  /// The latest times, as factors of the times of a normal voice; the latest is last.
  private var factors: [Double] = []

  /// The number of times that count, because a user can change the voice of the service at any time.
  private static let count = 8
  /// The lowest possible factor: espeak-ng speaks at most 450 words a minute, and normally 175, which is 0.39.
  private static let minFactor = 0.35
  /// The factor of a slow voice, which speaks 117 words a minute.
  private static let slowFactor = 1.5
  /// The growth of the factors after a text without a report, because the voice may have become slower.
  private static let growth = 1.1

  /// The time by which the end of a text should have been reported.
  ///
  /// The estimate uses the shortest of the latest times, because others may include a late report. Before the first
  /// report, nothing is known about the voice, so the time is long enough for a slow voice.
  func limit(for text: String) -> Duration {
    let longest = Duration.seconds(5) + .milliseconds(150) * text.utf8.count
    return min(longest, Self.normalTime(of: text) * ((factors.min() ?? Self.slowFactor) * 1.3) + .milliseconds(700))
  }

  /// Adds the time between a text and the report of its end.
  mutating func add(_ time: Duration, of text: String) {
    factors = factors.suffix(Self.count - 1) + [max(Self.minFactor, time / Self.normalTime(of: text))]
  }

  /// Increases the estimates up to that of a slow voice, because the end of a text was not reported within the limit.
  mutating func addUnreported() { factors = factors.map { max($0, min($0 * Self.growth, Self.slowFactor)) } }

  /// The time in which a normal voice speaks a text: 175 words a minute, with five letters and a space in each word.
  ///
  /// A digit counts as five letters, since it is spoken as a word.
  private static func normalTime(of text: String) -> Duration {
    let letters = text.utf8.reduce(0) { $0 + (UInt8(ascii: "0")...UInt8(ascii: "9") ~= $1 ? 5 : 1) }
    return .milliseconds(400 + 57 * letters)
  }
}
