import Testing
import WorkoutControl

@testable import intervalctl

@Suite struct LiveLineTests {
  @Test(arguments: [
    (Samples.running, 0, "Run 30 s   0:23   round 3 of 9, 2 of 4   32:50 left   1.18 of 5.00 km"),
    (Samples.running, 1_000_400_000, "Run 30 s   0:22   round 3 of 9, 2 of 4   32:49 left   1.18 of 5.00 km"),
    (Samples.running, 60_000_000_000, "Run 30 s   0:00   round 3 of 9, 2 of 4   32:27 left   1.24 of 5.00 km"),
    (Samples.leadIn, 2_000_000_000, "Get ready: run 30 s   0:03   43:57 left   0.00 of 5.00 km"),
    (
      Samples.paused(by: .user), 9_000_000_000,
      "Paused   Run 30 s   0:23   round 3 of 9, 2 of 4   32:50 left   1.18 of 5.00 km"
    ),
    (Samples.open, 3_000_000_000, "Walk until you say next   0:10   to the hill"),
    (Samples.idle, 0, "Waiting for a workout"),
  ])
  func `the clock alone carries a status on`(status: Wire.Status, laterNs: Int, line: String) {
    let live = LiveStatus(status: status, nowNs: status.atNs + laterNs)
    #expect(LiveLine(live).text(width: 200, style: .plain) == line)
  }

  @Test(arguments: 0...80) func `it is cut to the width`(width: Int) {
    let live = LiveStatus(status: Samples.running, nowNs: Samples.running.atNs)
    let line = LiveLine(live)
    let whole = line.text(width: 200, style: .plain)
    let cut = line.text(width: width, style: .plain)
    #expect(cut.columns <= width)
    #expect(whole.columns > width || cut == whole)
    #expect(cut.isEmpty || whole.hasPrefix(cut.filter { $0 != "…" }))
  }

  @Test func `colours take no width`() {
    let live = LiveStatus(status: Samples.running, nowNs: Samples.running.atNs)
    #expect(
      LiveLine(live).text(width: 17, style: .coloured)
        == "\u{1B}[1;32mRun 30 s\u{1B}[0m   \u{1B}[1m0:23\u{1B}[0m")
  }

  @Test(
    arguments: [
      (Samples.running, 0, 1_000_000_000),
      (Samples.running, 400_000_000, 1_000_000_000),
      // A timer that fires early, and one that fires late.
      (Samples.running, 999_000_000, 2_000_000_000),
      (Samples.running, 1_001_000_000, 2_000_000_000),
      (Samples.running, 22_500_000_000, 23_000_000_000),
      (Samples.running, 23_000_000_000, nil),
      (Samples.open, 200_000_000, 1_000_000_000),
      (Samples.paused(by: .user), 0, nil),
      (Samples.idle, 0, nil),
    ] as [(Wire.Status, Int, Int?)])
  func `the next second is a full one of the interval`(status: Wire.Status, laterNs: Int, tick: Int?) {
    let live = LiveStatus(status: status, nowNs: status.atNs + laterNs)
    #expect(live.nextTickNs == tick.map { status.atNs + $0 })
  }
}
