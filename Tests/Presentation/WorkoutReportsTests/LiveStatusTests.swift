import TestSupport
import Testing
import WorkoutModel
import WorkoutReports

@Suite struct LiveStatusTests {
  @Test(arguments: [
    (Samples.running, 0, "0:23", "11:07", "32:50", 1177.5),
    (Samples.running, 1_000_400_000, "0:22", "11:08", "32:49", 1180.001),
    (Samples.running, 60_000_000_000, "0:00", "11:30", "32:27", 1235),
    (Samples.leadIn, 2_000_000_000, "0:03", "0:00", "43:57", 0),
    (Samples.paused(by: .user), 9_000_000_000, "0:23", "11:07", "32:50", 1177.5),
  ])
  func `the times and the distance of a live status advance with the clock`(
    status: Report.Status, laterNs: Int, left: String, elapsed: String, allLeft: String, metres: Double
  ) {
    let live = LiveStatus(status: status, nowNs: status.atNs + laterNs)
    #expect(live.intervalRemaining?.countdownText == left)
    #expect(live.elapsed.clockText() == elapsed)
    #expect(live.remaining?.countdownText == allLeft)
    #expect(live.distance.wholeMetres.map { abs($0 - metres) < 1e-6 } == true)
  }

  @Test(
    arguments: [
      (Samples.measured(speed: 4), 1185.5), (Samples.measured(speed: 0), 1177.5),
      // Without a measured speed, the distance increases at the plan's pace.
      (Samples.measured(isCurrent: false, speed: 4), 1182.5), (Samples.measured(speed: nil), 1182.5),
    ])
  func `the distance of a live status increases at the measured speed`(measured: Report.Measured, metres: Double) {
    var status = Samples.running
    status.measured = measured
    let live = LiveStatus(status: status, nowNs: status.atNs + 2_000_000_000)
    #expect(live.distance.wholeMetres.map { abs($0 - metres) < 1e-6 } == true)
    status.phase = .paused
    #expect(LiveStatus(status: status, nowNs: live.nowNs).distance.metres == 1177.5)
  }

  @Test(
    arguments: [
      (Samples.running, 0, 1_000_000_000),
      (Samples.running, 400_000_000, 1_000_000_000),
      // Timers that fire early and late.
      (Samples.running, 999_000_000, 2_000_000_000),
      (Samples.running, 1_001_000_000, 2_000_000_000),
      (Samples.running, 22_500_000_000, 23_000_000_000),
      (Samples.running, 23_000_000_000, nil),
      (Samples.open, 200_000_000, 1_000_000_000),
      (Samples.paused(by: .user), 0, nil),
      (Samples.idle, 0, nil),
    ] as [(Report.Status, Int, Int?)])
  func `the next tick is at a full second of the interval`(status: Report.Status, laterNs: Int, tick: Int?) {
    let live = LiveStatus(status: status, nowNs: status.atNs + laterNs)
    #expect(live.nextTickNs == tick.map { status.atNs + $0 })
  }

  @Test(arguments: [Int.min, -1, 0, 1, Int.max], [Int.min, -1, 0, 1, Int.max])
  func `impossible numbers do not cause a crash`(first: Int, second: Int) {
    for phase in [Report.Phase.running, .leadIn, .paused] {
      var status = Samples.running
      (status.phase, status.atNs, status.deadlineNs) = (phase, first, second)
      (status.elapsedMs, status.remainingMs) = (second, first)
      (status.intervalElapsedMs, status.intervalRemainingMs) = (first, second)
      (status.distanceM, status.remainingM) = (Double(first) * 1e280, Double(second) * 1e280)
      status.interval?.paceMps = Double(second) * 1e280
      for deadline in [status.deadlineNs, nil] {
        status.deadlineNs = deadline
        for now in [0, Int.max / 2] {
          let live = LiveStatus(status: status, nowNs: now)
          #expect((live.intervalRemaining ?? .zero) >= .zero)
          #expect((live.remaining ?? .zero) >= .zero)
          #expect(live.elapsed >= .zero)
          #expect(live.intervalElapsed >= .zero)
          #expect(live.distance.metres >= 0)
          _ = live.nextTickNs
        }
      }
    }
  }
}
