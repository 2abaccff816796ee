import ControlInterface
import PlanNotation
import Testing
import WorkoutModel

@testable import intervalctl

/// Tests of the messages about run/walk plans that cannot be calculated.
@Suite struct RunWalkFailureMessageTests {
  private static let units = DisplayUnits(distance: .kilometres, pace: .minutesPerMile)

  private static func failure(distance: String?, time: String?, run: String, walk: String) throws -> Failure {
    let question = try RunWalkQuestion(
      distance: distance, time: time, run: run, walk: walk, settings: Settings())
    return try #require(throws: Failure.self) { try question.solved(units: units) }
  }

  @Test(arguments: [
    ("5km", "5:00", "30s", "30s@16:30/mi", "no run pace gets there in 5:00: even at 1:00/mi it takes "),
    ("5km", "3:00:00", "30s", "30s@16:30/mi", "no run pace takes 3:00:00: even at 1:36:32/mi it takes only "),
    ("5km", "5:00", "30s@10:00/mi", "30s", "no walk pace gets there in 5:00: even at 1:00/mi it takes "),
    ("5km", "25:00", "@10:00/mi", "30s@16:30/mi", "no run time gets there in 25:00: even without a walk it takes "),
    ("5km", "51:30", "@10:00/mi", "30s@16:30/mi", "no run time takes 51:30: even with runs of 1s it takes only "),
    ("5km", "31:00", "30s@10:00/mi", "@16:30/mi", "no walk time gets there in 31:00: even with walks of 1s it takes "),
    ("5km", "52:00", "30s@10:00/mi", "@16:30/mi", "no walk time takes 52:00: even with a single run it takes only "),
  ])
  func `the error for an unreachable finish time contains the nearest time that is reachable`(
    distance: String, finish: String, run: String, walk: String, message: String
  ) throws {
    let failure = try Self.failure(distance: distance, time: finish, run: run, walk: walk)
    #expect(failure.status == .refused)
    #expect(failure.message.hasPrefix(message), "\(failure.message)")
    let nearest = String(failure.message.dropFirst(message.count))
    #expect(failure.hints == ["the nearest possible time is \(nearest)"])
    let question = try RunWalkQuestion(
      distance: distance, time: nearest, run: run, walk: walk, settings: Settings())
    #expect(throws: Never.self) { try question.solved(units: Self.units) }
    // A finish time that is one second beyond the nearest possible time is not possible.
    let beyond = try readTime(nearest) + (message.contains("gets there") ? .seconds(-1) : .seconds(1))
    #expect(throws: Failure.self) {
      try RunWalkQuestion(
        distance: distance, time: beyond.notation, run: run, walk: walk, settings: Settings()
      ).solved(units: Self.units)
    }
  }

  @Test(
    arguments: [
      (
        "40mtr", "10s", "30s@4m/s", "30s",
        "the first run covers the whole distance, so it takes 0:10 whatever the walk pace"
      ),
      (
        "40mtr", "20s", "30s@4m/s", "@1m/s",
        "the first run covers the whole distance, so it takes 0:10 whatever the walk time"
      ),
      (
        "4km", "1000s", "30s@4m/s", "@4m/s",
        "run and walk are equally fast, so it takes 16:40 whatever the walk time"
      ),
      (
        "4km", "20m", "@4m/s", "30s@4m/s", "run and walk are equally fast, so it takes 16:40 whatever the run time"
      ),
      (nil, "99h59m59s", "30s@5m/s", "30s@16:30/mi", "the distance would be 1192.61 km, more than 999.99 km"),
      ("999km", nil, "30s@11:30/mi", "30s@16:30/mi", "this would take more than 99:59:59"),
      ("1mtr", nil, "30s@4m/s", "30s@16:30/mi", "this would last less than a second"),
      (
        "999km", "10:00", "1s", "99h@59:59/km", "no run pace gets there in 10:00: even at 1:00/mi it takes 998h25m51s"
      ),
    ] as [(String?, String?, String, String, String)])
  func `a question without a solution is an error that has a reason and no hint`(
    distance: String?, time: String?, run: String, walk: String, message: String
  ) throws {
    let failure = try Self.failure(distance: distance, time: time, run: run, walk: walk)
    #expect(failure == Failure(status: .refused, message: message))
  }
}
