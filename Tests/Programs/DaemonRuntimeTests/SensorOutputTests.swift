import Concurrency
import DaemonRuntime
import Logging
import Sensors
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// Tests of sensors in the daemon, with a manual clock and a hub in memory.
@Suite struct SensorOutputTests {
  private let hub = InMemorySensorHub()

  private let store = InMemoryStore()

  /// A runner whose settings require sensors.
  private func fixture(_ source: DistanceSource? = .footPod, heartRate: Bool = true) -> RunnerFixture {
    var settings = Settings.withoutCues
    settings.distanceFrom = source
    settings.heartRate = heartRate
    settings.leadIn = .zero
    return RunnerFixture(configuration: settings, outputs: [SensorOutput(hub)], store: store)
  }

  @Test func `the sensors of the settings are used from the start to the end of a workout`() async throws {
    let fixture = fixture()
    #expect(hub.calls.elements.isEmpty)
    try await fixture.start("30s run @4m/s, 30s walk @2m/s")
    fixture.timekeeper.pass(.seconds(40))
    _ = try await fixture.runner.handle(.pause(.user))
    #expect(hub.calls.elements == [.use([.footPod, .heartRate])])
    _ = try await fixture.runner.stop()
    #expect(hub.calls.elements == [.use([.footPod, .heartRate]), .use([])])
  }

  @Test(arguments: [DistanceSource.estimate, nil])
  func `without a setting for a sensor, the hub is not called`(source: DistanceSource?) async throws {
    let fixture = fixture(source, heartRate: false)
    let status = try await fixture.start("30s run @4m/s, 30s walk @2m/s")
    _ = try await fixture.runner.stop()
    #expect(hub.calls.elements.isEmpty)
    #expect(status.distanceM == 0)
  }

  @Test func `changed settings apply to the present workout`() async throws {
    let fixture = fixture(nil, heartRate: false)
    try await fixture.start("30s run @4m/s, 30s walk @2m/s")
    var settings = Settings.withoutCues
    settings.distanceFrom = .treadmill
    await fixture.runner.adopt(settings)
    await fixture.runner.adopt(.withoutCues)
    #expect(hub.calls.elements == [.use([.treadmill]), .use([])])
  }

  @Test func `a workout ends where the foot pod measures the end`() async throws {
    let fixture = fixture()
    try await fixture.start("until 300mtr (400mtr run @2m/s)")
    await fixture.runner.sense(SensorValues(kind: .footPod, metresPerSecond: 5, cadence: 170))
    for _ in 0..<59 {
      fixture.timekeeper.pass(.seconds(1))
      await fixture.runner.sense(
        SensorValues(kind: .footPod, metresPerSecond: 5, metres: 5, span: .seconds(1), cadence: 170))
      await fixture.runner.sense(SensorValues(kind: .heartRate, heartRate: 150))
    }
    #expect(fixture.runner.status().distanceM == 295)
    fixture.timekeeper.pass(.seconds(1))
    let summary = try #require(fixture.output.events.compactMap(\.summary).last)
    #expect(summary.completed)
    #expect(summary.elapsedMs == 60_000)
    #expect(abs((summary.distanceM ?? 0) - 300) < 1e-6)
    #expect(summary.corrected == nil)
    #expect(summary.measured == true)
    #expect([summary.heartRate, summary.maxHeartRate, summary.cadence] == [150, 150, 170])
    let records = try #require(store.sensorRecords[summary.workoutId])
    #expect(records.count == 60)
    #expect(records[30] == SensorRecord(time: 30_000, distance: 15_000, speed: 5000, cadence: 170, heartRate: 150))
  }

  @Test func `the heart rate of a treadmill ends when the treadmill no longer measures it`() async throws {
    let fixture = fixture(.treadmill)
    try await fixture.start("400mtr run @2m/s")
    func heartRate(after values: SensorValues) async -> Int? {
      await fixture.runner.sense(values)
      return fixture.runner.status().measured?.heartRate
    }
    #expect(await heartRate(after: SensorValues(kind: .treadmill, metresPerSecond: 2, heartRate: 120)) == 120)
    // The values of one record can arrive in several parts.
    #expect(await heartRate(after: SensorValues(kind: .treadmill)) == 120)
    #expect(await heartRate(after: SensorValues(kind: .treadmill, metresPerSecond: 2)) == nil)
    #expect(await heartRate(after: SensorValues(kind: .heartRate, heartRate: 130)) == 130)
    #expect(await heartRate(after: SensorValues(kind: .treadmill, metresPerSecond: 2, heartRate: 120)) == 130)
  }

  @Test func `new settings for the heart rate keep the measured distance`() async throws {
    let fixture = fixture()
    try await fixture.start("400mtr run @2m/s")
    await fixture.runner.sense(SensorValues(kind: .footPod, metresPerSecond: 2))
    await fixture.runner.sense(SensorValues(kind: .heartRate, heartRate: 130))
    var settings = Settings.withoutCues
    settings.distanceFrom = .footPod
    await fixture.runner.adopt(settings)
    let measured = try #require(fixture.runner.status().measured)
    #expect(measured.isCurrent)
    #expect(measured.speedMps == 2)
    #expect(measured.heartRate == nil)
  }

  @Test func `the values of a workout that was started by mistake are removed`() async throws {
    let fixture = fixture()
    let status = try await fixture.start("lead-in 20s\n400mtr run @2m/s")
    for _ in 0..<25 {
      fixture.timekeeper.pass(.seconds(1))
      await fixture.runner.sense(SensorValues(kind: .heartRate, heartRate: 130))
    }
    let id = try #require(status.workoutId)
    #expect(store.sensorRecords[id]?.isEmpty == false)
    _ = try await fixture.runner.stop()
    #expect(store.sensorRecords[id] == nil)
    #expect(store.summaries.isEmpty)
  }

  @Test func `values of another kind of sensor do not change the distance`() async throws {
    let fixture = fixture(.treadmill)
    try await fixture.start("400mtr run @2m/s")
    await fixture.runner.sense(SensorValues(kind: .footPod, metresPerSecond: 5))
    fixture.timekeeper.pass(.seconds(10))
    await fixture.runner.sense(SensorValues(kind: .footPod, metresPerSecond: 5, metres: 50, span: .seconds(10)))
    #expect(fixture.runner.status().distanceM == 20)
  }

  @Test func `events of the sensors are logged, and silence is logged once`() async throws {
    let fixture = fixture()
    try await fixture.start("400mtr run @2m/s")
    let records = RecordingLogHandler.Records()
    let logger = Logger(label: "test") { _ in RecordingLogHandler(records) }
    let output = SensorOutput(hub)
    let task = Task { await output.handleEvents(runner: fixture.runner, logger: logger) }
    hub.send(
      .began(.footPod, name: "Pod"), .values(SensorValues(kind: .footPod, metresPerSecond: 2)), .silent(.footPod),
      .silent(.heartRate), .unavailable(.adapterOff))
    await hub.shutDown(within: .zero)
    await task.value
    #expect(
      records.all == [
        "Pod sends values (foot pod)",
        "The foot pod sends no values; the distance is estimated until it sends values again",
        "The heart-rate sensor sends no values",
        "Sensors are not available: the Bluetooth adapter is switched off; the workout continues without them",
      ])
  }
}
