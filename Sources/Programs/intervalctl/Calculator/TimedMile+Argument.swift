import RunCalculator
import PlanNotation
import WorkoutModel

extension TimedMile {
  /// Reads an argument: a time, or a pace.
  init(argument: String) throws(Failure) {
    let time = try RunValues.value(argument, of: nil) { (text) throws(NotationError) in
      let time = try Self.readTimePerMile(text)
      guard Self.limits.contains(time) else {
        let range = "\(Self.limits.lowerBound.clockText()) to \(Self.limits.upperBound.clockText())"
        throw NotationError(.outOfRange(found: text, range: "a timed mile takes from \(range)"), inOption: text)
      }
      return time
    }
    self.init(time: time)
  }

  private static func readTimePerMile(_ text: String) throws(NotationError) -> Duration {
    do {
      return try readTime(text)
    } catch {
      guard case .wrongKind(_, kind: .pace, _, _) = error.reason else { throw error }
      return .milliseconds(
        Duration.seconds(DistanceUnit.miles.metres / (try readPace(text)).metresPerSecond).inMilliseconds)
    }
  }
}
