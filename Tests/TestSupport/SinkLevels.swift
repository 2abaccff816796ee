import Synchronization

/// Measures the volume of the sound that a test's sound server plays, 20 times a second.
///
/// Both channels are measured, because PipeWire adds the channels of a recording with one channel.
package struct SinkLevels: Sendable {
  /// The peak in each twentieth of a second, as a line of text with a number from 0 to 32768.
  private let peaks: Recording<String>

  /// Peaks above this value count as sound.
  ///
  /// Digital silence is 0.
  private static let threshold = 300
  private static let rate = 20

  /// Starts the measurement, and returns after the first sample.
  package static func start(on desktop: Desktop) async throws -> SinkLevels {
    let listener = try await desktop.processes.start(
      "sh",
      [
        "-c",
        "parec -d null.monitor --latency-msec=50 --format=s16le --rate=8000 --channels=2 | exec python3 -c '\(meter)'",
      ], environment: desktop.environment)
    _ = try await listener.output.first("the first sample") { !$0.isEmpty }
    return SinkLevels(peaks: listener.output)
  }

  private static let meter = """
    import array, sys
    while data := sys.stdin.buffer.read(\(8000 / rate * 4)):
        print(max(map(abs, array.array("h", data))), flush=True)
    """

  /// Number of peaks so far, for a search that begins after these peaks.
  package var mark: Int { peaks.count }

  /// Waits for a sound after a mark, and returns the position at which the sound begins.
  package func sound(from mark: Int = 0, within limit: Duration = generousLimit) async throws -> Int {
    _ = try await peaks.first("a sound", from: mark, within: limit, where: Self.isLoud)
    return peaks.elements.dropFirst(mark).firstIndex(where: Self.isLoud) ?? mark
  }

  /// Waits for half a second of silence after a mark, and returns the position at which the silence begins.
  package func silence(from mark: Int = 0, within limit: Duration = generousLimit) async throws -> Int {
    let quiet = QuietCounter(limit: Self.rate / 2)
    _ = try await peaks.first("silence", from: mark, within: limit) { quiet.count(isLoud: Self.isLoud($0)) }
    return mark + quiet.total - Self.rate / 2
  }

  /// Returns the highest peak after a mark.
  package func peak(from mark: Int) -> Int {
    peaks.elements.dropFirst(mark).compactMap(Int.init).max() ?? 0
  }

  /// Returns the time between two positions.
  package func time(from start: Int, to end: Int) -> Duration {
    .seconds(end - start) / Self.rate
  }

  private static func isLoud(_ peak: String) -> Bool {
    (Int(peak) ?? 0) > threshold
  }
}

/// Counts consecutive quiet peaks.
private final class QuietCounter: Sendable {
  private struct Counts {
    var quiet = 0
    var total = 0
  }

  private let counts = Mutex(Counts())
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  var total: Int { counts.withLock { $0.total } }

  /// Counts a peak, and returns whether the number of consecutive quiet peaks has reached the limit.
  func count(isLoud: Bool) -> Bool {
    counts.withLock { counts in
      counts.total += 1
      counts.quiet = isLoud ? 0 : counts.quiet + 1
      return counts.quiet == limit
    }
  }
}
