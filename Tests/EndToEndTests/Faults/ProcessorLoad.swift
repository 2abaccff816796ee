import TestSupport

/// How much of a core a process takes over a time.
struct ProcessorLoad {
  private let figures: ProcessFigures
  private let begin = ContinuousClock.now
  private let time: Duration

  /// Begins to measure.
  init(of figures: ProcessFigures) throws {
    self.figures = figures
    time = try figures.processorTime()
  }

  /// The share of one core since the begin.
  func share() throws -> Double {
    (try figures.processorTime() - time) / begin.duration(to: .now)
  }
}

/// A share in whole percents, for the eye.
func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
