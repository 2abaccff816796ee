import Text
import WorkoutModel

/// The paces that the heights of a picture are labelled with.
enum PaceScale {
  struct Mark: Equatable {
    /// As a part of the fastest.
    let height: Double
    let text: String
  }

  /// At most six round paces up to the fastest, in metres a second, the lowest first.
  static func marks(upTo fastest: Double, in unit: PaceUnit) -> [Mark] {
    switch unit {
    case .minutesPerMile, .minutesPerKilometre:
      (1...4).reduce(into: []) { marks, quarter in
        // A pace that is round but for a rounding error is round.
        let seconds = unit.distance.metres / (fastest * Double(quarter) / 4) - 1e-6
        let step = paceSteps.first { seconds <= $0.below }?.seconds ?? 600
        let speed = unit.distance.metres / ((seconds / step).rounded(.up) * step)
        guard speed / fastest > marks.last?.height ?? 0 else { return }
        marks.append(Mark(height: min(1, speed / fastest), text: unit.text(metresPerSecond: speed)))
      }
    case .milesPerHour, .kilometresPerHour:
      marks(atMost: fastest * 3600 / unit.distance.metres + 1e-6).map { speed in
        Mark(
          height: min(1, speed * unit.distance.metres / 3600 / fastest), text: "\(shortestText(speed)) \(unit.rawValue)"
        )
      }
    }
  }

  /// At most six multiples of a round speed.
  private static func marks(atMost fastest: Double) -> [Double] {
    let tenths = [2, 5, 10, 20, 50, 100].first { fastest / Double($0) * 10 < 7 } ?? 200
    return (1...6).map { Double($0 * tenths) / 10 }.filter { $0 <= fastest }
  }

  /// The seconds that paces are multiples of, and up to which.
  private static let paceSteps: [(below: Double, seconds: Double)] = [(360, 15), (720, 30), (1200, 60), (3600, 300)]
}
