package import WorkoutEngine

extension Command {
  /// Any command but those that start and stop.
  package static func random(using generator: inout SplitMix64) -> Command {
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: .pause(.user)
    case 1, 2: .resume
    case 3: .toggle
    case 4: .next(out: false)
    case 5: .next(out: true)
    case 6: .previous
    default: .extend(by: .milliseconds(Int.random(in: -20_000...20_000, using: &generator)))
    }
  }
}
