import Text
import WorkoutEngine
import WorkoutModel

/// What is shown of a cue that is more than the beginning or the end of what it stands in.
struct MidwayWords {
  let title: String
  let lines: [String]

  /// Nil for a cue that comes with a change, whose words are those of the change.
  init?(_ occasion: Occasion, _ progress: Progress, _ words: WorkoutWords) {
    let name = progress.interval.map(words.name) ?? ""
    let coming = progress.next.map(words.lowercased)
    let place = words.place(in: progress)
    switch occasion {
    case .finish, .stopped, .paused, .resumed, .leadIn, .start(in: nil): return nil
    case .start(in: let lag?):
      let speed = progress.next?.interval.pace.map { words.units.pace.dialText(metresPerSecond: $0.metresPerSecond) }
      title = "In \(lag.rounded(to: .seconds(1))): \(speed ?? coming ?? "")"
      lines = [speed.flatMap { _ in coming?.capitalizedFirst } ?? "", words.left(of: progress)] + place
    case .last(let part):
      title = "Last \(part.rawValue): \(progress.interval.map(words.lowercased) ?? "")"
      lines = [progress.interval?.interval.label ?? "", part == .interval ? "" : words.then(progress)] + place
    case .countdown(let count):
      title = "In \(count): \(coming ?? "the finish")"
      lines = [name] + place
    case .next:
      title = "Next: \(coming ?? "the finish")"
      lines = [words.left(of: progress)] + place
    case .halfway(.workout):
      title = "Halfway through the workout"
      lines = [name, words.left(of: progress)] + place
    case .halfway:
      title = "Halfway: \(name.lowercasedFirst)"
      lines = [words.left(of: progress), words.then(progress)] + place
    case .split(let count):
      title = "\(count) \(words.units.distance.rawValue) in \(progress.elapsed.clockText())"
      lines = [name, words.left(of: progress)] + place
    case .remaining:
      title = "\(progress.remaining?.clockText() ?? "") left"
      lines = [name, words.left(of: progress)] + place
    }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
