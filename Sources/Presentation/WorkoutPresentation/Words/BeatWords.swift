import WorkoutEngine
import WorkoutModel

/// What a bare repeat says: at its start how often, and at its k-th boundary what has gone by, k and the total.
struct BeatWords {
  let title: String
  let lines: [String]

  init(_ interval: ScheduledInterval, _ progress: Progress) {
    let length = (interval.interval.goal.time ?? .zero).spelledOut
    let total = progress.remaining.map { progress.elapsed + $0 }
    let boundary = (progress.number ?? 1) - 1
    guard boundary > 0 else {
      title = "Every \(length)"
      lines = [
        progress.of.map { of in "\(Self.times(of)), \((total ?? .zero).clockText()) in all" } ?? "Until you stop it"
      ]
      return
    }
    title = "\(length) elapsed"
    let soFar = "\(progress.elapsed.clockText()) so far"
    lines = [
      progress.of.map { "\(boundary) of \($0)" } ?? Self.times(boundary),
      progress.remaining.map { "\(soFar), \($0.clockText()) left" } ?? soFar,
    ]
  }

  private static func times(_ count: Int) -> String { count == 1 ? "1 time" : "\(count) times" }
}

extension Goal {
  fileprivate var time: Duration? {
    if case .time(let time) = self { time } else { nil }
  }
}

extension Duration {
  /// `30 seconds`, `1 minute 30 seconds`.
  fileprivate var spelledOut: String {
    let names = ["h": "hour", "min": "minute", "s": "second"]
    let words = unitsText.split(separator: " ").map(String.init)
    return words.indices.map { index in
      guard let name = names[words[index]], index > 0 else { return words[index] }
      return words[index - 1] == "1" ? name : "\(name)s"
    }.joined(separator: " ")
  }
}
