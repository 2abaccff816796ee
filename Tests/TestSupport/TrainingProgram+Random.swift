package import WorkoutModel

extension TrainingProgram {
  /// Returns a random program, in which every interval has a pace.
  package static func random(using generator: inout SplitMix64) -> TrainingProgram {
    let label = { (generator: inout SplitMix64) -> String? in
      generator.oneIn(3) ? ["easy", "session: \"1m\"", "week 2", "höher #1"].randomElement(using: &generator) : nil
    }
    return TrainingProgram(
      (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        Week(
          label: label(&generator),
          (0..<Int.random(in: 1...4, using: &generator)).map { _ in
            Sessions(
              count: generator.oneIn(2) ? 1 : Int.random(in: 2...5, using: &generator), label: label(&generator),
              .random(using: &generator))
          })
      })
  }
}
