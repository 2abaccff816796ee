import ControlInterface
import FoundationEssentials
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// A workout with all outputs, two sensors and two watchers, for an hour in full size.
@Suite(.fault, .timeLimit(.minutes(90))) struct SoakFaultTests {
  /// The number of intervals, which take 1.5 s on average.
  private static let laps = FaultSize.of(8, full: 2400)
  /// The number of intervals from one reading of the memory to the next, which is a minute in full size.
  private static let step = FaultSize.of(1, full: 40)
  /// The number of intervals before the reading with which the last one is compared.
  private static let warmUp = FaultSize.of(4, full: 400)
  /// The maximum number of cues that the daemon misses because of other load on the machine.
  private static let maxMissed = FaultSize.of(3, full: laps / 100)
  /// The minimum number of cues on each channel; a service that is slow or not connected yet skips cues.
  private static let minCues = FaultSize.of(2, full: laps * 95 / 100)
  /// The maximum growth of the memory for each lap, which is stored until the workout ends.
  private static let maxBytesPerLap = 1024
  /// The maximum growth of the memory for all other reasons: the caches of libdispatch, and the gaps between blocks.
  private static let maxKibibytes = 4096

  private static let strap = "C0:00:00:00:00:02"

  @Test func `a workout with everything on loses nothing, and needs more memory only for its laps`() async throws {
    try await ChannelServers.with { servers in
      let (desktop, bus) = (servers.desktop, try await SystemBus.start(on: servers.desktop))
      try desktop.folder.write(
        servers.allChannels + "distance-from foot-pod\nheart-rate on\n", to: "config/intervald/intervald.conf")
      let bluetooth = try await FakeBlueZ.start(
        on: bus, SensorScenario.commands + ["device \(Self.strap) Strap heart-rate paired trusted"])
      let daemon = try await DaemonProcess.start(on: desktop, ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
      let scenario = SensorScenario(desktop: desktop, bus: bus, bluetooth: bluetooth, daemon: daemon)

      let client = try await daemon.connect()
      let events = try await daemon.watch()
      _ = try await events.first("the first event") { _ in true }
      var numbers: [Int] = []
      var readings: [(laps: Int, kibibytes: Int)] = []
      for try await event in try await daemon.connect().watch() {
        if event.status.phase == .idle { _ = try await client.start(plan: "lead-in off\nforever (1s run, 2s walk)") }
        guard event.cue == .start, let number = event.status.number else { continue }
        numbers.append(number)
        try await scenario.send(speed: 2.5, total: UInt32(number * 38))
        try await bluetooth.send([0, UInt8(120 + number % 60)], of: "heart-rate", from: Self.strap)
        if number.isMultiple(of: Self.step) { readings.append((number, try daemon.figures.privateKibibytes())) }
        if number >= Self.laps { break }
      }
      let latest = try await client.status().punctuality?.maxUs ?? 0
      _ = try await client.stop()
      print("soak: laps, private KiB: \(readings.map { "\($0.laps) \($0.kibibytes)" }.joined(separator: ", "))")

      // Both watchers have received each cue, and each value of a sensor. The last values may be later than the stop.
      _ = try await events.first("the summary") { $0.summary != nil }
      #expect(numbers.count >= Self.laps - Self.maxMissed)
      #expect(events.elements.filter { $0.cue == .start }.compactMap(\.status.number).starts(with: numbers))
      let values = events.elements.count { $0.event == .measured }
      #expect(values >= 2 * (numbers.count - 1))
      let arrivals = try await servers.require(.onAllChannels(Self.minCues), for: "soak")
      print("soak: \(Self.laps) laps, \(values) values, \(arrivals), latest cue \(latest) µs")
      // A reply of the daemon contains fewer laps than the history.
      let shown = try await daemon.intervalctl("history", "--json")
      let summary = try JSONDecoder().decode(Report.Summary.self, from: Data(shown.output.utf8))
      #expect(summary.laps?.laps.count ?? 0 >= Self.laps)
      #expect(summary.measured == true)
      #expect(summary.heartRate != nil)

      let (first, last) = try (#require(readings.first { $0.laps >= Self.warmUp }), #require(readings.last))
      let maxGrowth = (last.laps - first.laps) * Self.maxBytesPerLap / 1024 + Self.maxKibibytes
      #expect(last.kibibytes - first.kibibytes <= maxGrowth)
    }
  }
}
