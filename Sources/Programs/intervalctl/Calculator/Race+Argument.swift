import RunCalculator
import PlanNotation
import WorkoutModel

extension Race {
  /// Reads an argument: the distance of a race.
  init(argument: String) throws(Failure) {
    let metres = (try? readDistance(argument))?.metres
    // Metres that were entered in another unit are the same to a fraction of a millimetre.
    guard let metres, let race = Self.allCases.first(where: { abs($0.distance.metres - metres) < 0.001 }) else {
      throw .noSuchRace(argument)
    }
    self = race
  }

  /// All of them as arguments.
  static let words = allCases.map(\.distance.notation)
}
