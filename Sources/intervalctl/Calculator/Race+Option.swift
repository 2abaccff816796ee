import PlanNotation
import WorkoutModel

extension Race {
  /// Reads the value of an option: the distance of a race.
  init(option name: String, _ value: String) throws(Failure) {
    self = try RunValues.value(value, of: name) { (text) throws(NotationError) in
      let metres = try readDistance(text).metres
      // Metres that were entered in another unit are the same to a fraction of a millimetre.
      guard let race = Self.allCases.first(where: { abs($0.distance.metres - metres) < 0.001 }) else {
        throw NotationError(.unexpected(found: "'\(text)'", expected: "a race: \(Self.words)"), inOption: text)
      }
      return race
    }
  }

  /// All of them as values of an option.
  static let options = allCases.map(\.distance.notation)

  private static var words: String { options.joined(separator: ", ") }
}
