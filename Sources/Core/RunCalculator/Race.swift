package import WorkoutModel

/// A race distance that times are predicted for.
package enum Race: CaseIterable, Sendable {
  case fiveKilometres
  case tenKilometres
  case tenMiles
  case halfMarathon
  case marathon

  package var distance: Distance {
    switch self {
    case .fiveKilometres: .kilometres(5)
    case .tenKilometres: .kilometres(10)
    case .tenMiles: .miles(10)
    case .halfMarathon: .halfMarathon
    case .marathon: .marathon
    }
  }
}
