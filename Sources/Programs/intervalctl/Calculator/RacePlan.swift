import PlanNotation
import RunCalculator
import WorkoutModel

/// A run/walk plan for a race, made from a prediction.
///
/// The prediction contains the times of one run and one walk, and the finish time. The plan reaches the finish time to
/// half a second, because its run pace is rounded.
struct RacePlan {
  let prediction: RacePrediction
  let walkPace: Pace
  /// A note on the source of the walk pace; empty if the user gave the pace.
  let notes: [String]

  /// The walk pace if neither the command line nor the settings have one: 16:30/mi, or 10:15/km.
  static func defaultWalkPace(per unit: DistanceUnit) -> Pace { .time(.seconds(unit == .miles ? 990 : 615), per: unit) }

  /// - Parameters:
  ///   - prediction: the prediction.
  ///   - walkPace: the pace from the command line; nil for the pace in the settings, or the default pace.
  ///   - settings: the settings.
  ///   - unit: the unit of distance of the default pace.
  init(_ prediction: RacePrediction, walkPace: Pace?, _ settings: Settings, per unit: DistanceUnit) {
    let standard = Self.defaultWalkPace(per: unit)
    self.prediction = prediction
    self.walkPace = walkPace ?? settings.paces[.walk] ?? standard
    notes =
      if walkPace != nil {
        []
      } else if let own = settings.paces[.walk] {
        [RunWalkQuestion.note(on: own, of: .walk)]
      } else {
        ["walk pace \(standard.notation) by default; set another with --walk or 'pace walk' in the settings"]
      }
  }

  /// Solves for the run pace; a failure shows values in `units`.
  func solved(units: DisplayUnits) throws(Failure) -> RunWalkSolution {
    guard prediction.metresPerSecond >= walkPace.metresPerSecond else {
      throw .raceSlowerThanWalk(prediction, walkPace, units: units)
    }
    let puzzle = RunWalkPuzzle(
      distance: prediction.race.distance, finish: .milliseconds(prediction.time.inMilliseconds),
      runTime: prediction.ratio.run, walkTime: prediction.ratio.walk, walkPace: walkPace)
    do {
      return try puzzle.solved()
    } catch {
      throw .noAnswer(error, to: puzzle, units: units)
    }
  }
}

extension Race {
  /// Reads an argument, which is the distance of a race.
  init(argument: String) throws(Failure) {
    let metres = (try? readDistance(argument))?.metres
    // A race can be typed in another unit. The typed distance then differs from the race by less than a millimetre.
    guard let metres, let race = Self.allCases.first(where: { abs($0.distance.metres - metres) < 0.001 }) else {
      throw .noSuchRace(argument)
    }
    self = race
  }

  /// The distances of all races as arguments.
  static let words = allCases.map(\.distance.notation)
}

extension TimedMile {
  /// Reads an argument, which is a time or a pace.
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

/// The result of a race that was typed without `--race`.
enum TypedResult {
  /// The failure for words such as `5km 25:00`, `5km=25:00` or `25:00 5km`; nil for a mile and races.
  ///
  /// A time before a race is the time of a mile, unless a mile in this time would be a walk.
  static func failure(in words: [String]) -> Failure? {
    let words = words.filter { !["in", "sub"].contains($0.lowercased()) }
    if let result = words.first(where: { (try? RaceResults(arguments: [$0])) != nil }) {
      return .resultAsWords(result, result, others: words.filter { $0 != result })
    }
    guard words.count > 1 else { return nil }
    let others = Array(words[2...])
    if let distance = try? readDistance(words[0]) {
      guard
        let time = RunValues.time(words[1], over: distance)
          ?? ((try? RunValues.readTime(words[1])) != nil ? words[1] : nil)
      else { return nil }
      return .resultAsWords("\(words[0]) \(words[1])", "\(words[0])=\(time)", others: others)
    }
    guard let mile = try? RunValues.readTime(words[0]), mile > slowestMile, let distance = try? readDistance(words[1]),
      let time = RunValues.time(words[0], over: distance)
    else { return nil }
    return .resultAsWords(
      "\(words[0]) \(words[1])", "\(words[1])=\(time)", others: others, mile: words[0], race: words[1])
  }

  /// The hint for a typed time that is long for a mile; nil for a pace, and for any other time.
  static func hint(forMile typed: String) -> String? {
    guard let time = try? RunValues.readTime(typed), time > slowestMile else { return nil }
    return "\(typed) is the time of one mile; for the result of a race, write --race DISTANCE=\(typed)"
  }

  /// The slowest time of a mile that is not doubtful.
  private static let slowestMile = Duration.seconds(15 * 60)
}

extension RaceResults {
  /// Reads the values of `--race`.
  init(arguments: [String]) throws(Failure) {
    var results: [Result] = []
    for argument in arguments {
      guard let separator = argument.firstIndex(of: "=") else { throw .noResult(argument) }
      let typedTime = String(argument[argument.index(after: separator)...])
      let distance = try RunValues.value(String(argument[..<separator]), of: "--race", readDistance)
      let time = try RunValues.value(typedTime, of: "--race", RunValues.readTime)
      let perMile = time * (DistanceUnit.miles.metres / distance.metres)
      guard Pace.time(perMile, per: .miles).isWithinLimits else { throw .invalidResult(argument, time: typedTime) }
      guard !results.contains(where: { abs($0.distance.metres - distance.metres) < 1 }) else {
        throw .resultGivenTwice(argument)
      }
      results.append(Result(distance: distance, time: time))
    }
    self.init(results)
    guard isPlausible else {
      throw .contradictoryResults(isFasterWhenLonger: exponent < Self.plausibleExponents.lowerBound)
    }
  }
}
