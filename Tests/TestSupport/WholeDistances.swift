package import WorkoutEngine
import WorkoutModel

/// The distances in metres; nil if only a part is known.
extension Progress {
  package var metres: Double? { distance.wholeMetres }
  package var remainingMetres: Double? { remainingDistance.wholeMetres }
  package var expectedMetres: Double? { (distance + remainingDistance).wholeMetres }
}

extension Outcome {
  package var metres: Double? { distance.wholeMetres }
}
