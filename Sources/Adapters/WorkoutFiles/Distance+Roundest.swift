import WorkoutModel

extension Distance {
  /// The roundest distance that comes to so many centimetres: a race by its name, whole metres or kilometres, or
  /// hundredths of a mile; else metres.
  init(centimetres: Int) {
    let metres = Double(centimetres) / 100
    let hundredths = (metres / DistanceUnit.miles.metres * 100).rounded()
    if let race = [Distance.halfMarathon, .marathon].first(where: { $0.metres == metres }) {
      self = race
    } else if centimetres % 1000 == 0, metres >= 1000 {
      self = .kilometres(metres / 1000)
    } else if centimetres % 100 != 0 || metres > 1000,
      Int((hundredths / 100 * DistanceUnit.miles.metres * 100).rounded()) == centimetres
    {
      self = .miles(hundredths / 100)
    } else {
      self = .metres(metres)
    }
  }
}
