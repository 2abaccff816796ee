import RealModule
package import WorkoutModel

/// Results of races, from which the times of other races are predicted.
///
/// The time of a race is proportional to a power of its distance: T = a · D^b. A single result determines a, and b is
/// 1.06. The formula and this exponent are from Peter Riegel, "Time Predicting", Runner's World, August 1977, and
/// "Athletic Records and Human Endurance", American Scientist 69 (1981), pages 285–290. For example, 5 km in 25:00
/// predict 10 km in 52:07.
///
/// With several results, a and b are those of the line that fits the logarithms of times and distances best (least
/// squares). The line of two results predicts both results exactly.
package struct RaceResults: Equatable, Sendable {
  package let results: [Result]
  /// Exponent of the distance; not a number if all distances are equal.
  package let exponent: Double
  /// Natural logarithm of the time in seconds that the formula predicts for one metre.
  private let logSecondsOfMetre: Double

  /// Distance and time of one race.
  package struct Result: Equatable, Sendable {
    package let distance: Distance
    package let time: Duration

    package init(distance: Distance, time: Duration) {
      self.distance = distance
      self.time = time
    }
  }

  /// The range of plausible exponents; with an exponent outside this range, the results do not fit together.
  ///
  /// An exponent below 1 means a faster pace over a longer distance.
  package static let plausibleExponents = 1.0...1.3

  /// Exponent for a single result.
  package static let usualExponent = 1.06

  /// Requires at least one result.
  package init(_ results: [Result]) {
    self.results = results
    let points = results.map { (x: Double.log($0.distance.metres), y: Double.log($0.time.inSeconds)) }
    let count = Double(points.count)
    let mean = (x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count)
    let spread = points.reduce(0) { $0 + ($1.x - mean.x) * ($1.x - mean.x) }
    exponent =
      points.count == 1
      ? Self.usualExponent : points.reduce(0) { $0 + ($1.x - mean.x) * ($1.y - mean.y) } / spread
    logSecondsOfMetre = mean.y - exponent * mean.x
  }

  /// Whether the exponent is plausible.
  package var isPlausible: Bool { Self.plausibleExponents.contains(exponent) }

  package func prediction(for race: Race) -> RacePrediction {
    let metres = race.distance.metres
    let seconds = Double.exp(logSecondsOfMetre + exponent * .log(metres))
    return RacePrediction(race: race, perMile: .seconds(seconds * (DistanceUnit.miles.metres / metres)))
  }
}

/// Values from which the times of races are predicted.
package enum PredictionBasis: Equatable, Sendable {
  case mile(TimedMile)
  case results(RaceResults)

  package func prediction(for race: Race) -> RacePrediction {
    switch self {
    case .mile(let mile): mile.prediction(for: race)
    case .results(let results): results.prediction(for: race)
    }
  }
}
