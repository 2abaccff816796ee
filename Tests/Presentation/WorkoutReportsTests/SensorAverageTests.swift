import Testing
import WorkoutReports

/// Tests of the averages of sensor values.
@Suite struct SensorAverageTests {
  @Test func `a lap has the averages of its own records, without those in a pause`() {
    var laps = Report.Laps(
      dropped: 0, intervals: [Report.Interval(kind: "run", goal: "5s")],
      laps: [
        .init(interval: 0, rounds: [], beginMs: 1000, endMs: 4000, ended: .time),
        .init(
          interval: 0, rounds: [], beginMs: 4000, endMs: 9000, pauses: [.init(beginMs: 5000, endMs: 7000)],
          ended: .time),
        .init(interval: 0, rounds: [], beginMs: 9000, endMs: 10_000, ended: .time),
        .init(interval: 0, rounds: [], beginMs: 10_000, endMs: 12_000, ended: .stop),
      ])
    laps.addAverages(
      of: [
        .init(time: 500, cadence: 99, heartRate: 90), .init(time: 1000, cadence: 170, heartRate: 100),
        .init(time: 3999, cadence: 173, heartRate: 111), .init(time: 4500, cadence: 0, heartRate: 120),
        .init(time: 5500, cadence: 50, heartRate: 180), .init(time: 8000, cadence: 160),
        .init(time: 10_500, cadence: 0, heartRate: 80),
      ])
    #expect(laps.laps.map(\.heartRate) == [106, 120, nil, 80])
    #expect(laps.laps.map(\.maxHeartRate) == [111, 120, nil, 80])
    // The runner takes no step in the last lap.
    #expect(laps.laps.map(\.cadence) == [172, 160, nil, nil])
  }
}
