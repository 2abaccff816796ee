package import WorkoutEngine

extension Command {
  /// Returns a random command other than start and stop.
  ///
  /// The command can be a correction of the distance only if `correcting` is true.
  package static func random(correcting: Bool, using generator: inout SplitMix64) -> Command {
    switch Int.random(in: 0..<(correcting ? 11 : 9), using: &generator) {
    case 0: .pause(.user)
    case 1, 2: .resume
    case 3: .toggle
    case 4: .next(out: false)
    case 5: .next(out: true)
    case 6: .previous
    case 7, 8: .extend(by: .milliseconds(Int.random(in: -20_000...20_000, using: &generator)))
    default: .correct(metres: .random(in: 0...4000, using: &generator))
    }
  }
}
