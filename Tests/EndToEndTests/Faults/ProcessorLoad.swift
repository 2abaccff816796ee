import TestSupport

/// Measures the share of a core that a process uses.
struct ProcessorLoad {
  private let figures: ProcessFigures
  private let start = ContinuousClock.now
  private let timeAtStart: Duration

  /// Starts the measurement.
  init(of figures: ProcessFigures) throws {
    self.figures = figures
    timeAtStart = try figures.processorTime()
  }

  /// Returns the share of one core that the process has used since the start of the measurement.
  func share() throws -> Double {
    (try figures.processorTime() - timeAtStart) / start.duration(to: .now)
  }
}

/// Formats a share as a whole percentage.
func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
