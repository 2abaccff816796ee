import Concurrency
import ControlInterface
import LogHandlers
import Sensors
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@testable import DaemonRuntime

/// Tests of the methods of the control interface that use sensors.
@Suite(.hangLimit) struct SensorMethodTests {
  private let hub = InMemorySensorHub([
    Sensor(
      name: "Stryd", address: "C0:00:00:00:00:01", kinds: [.footPod, .heartRate], battery: 80, signal: -60,
      isPaired: false),
    Sensor(name: "H10", address: "C0:00:00:00:00:02", kinds: [.heartRate], isPaired: true),
    Sensor(
      name: "Gym", address: "C0:00:00:00:00:03", kinds: [.treadmill, .heartRate], isUnknownMachine: true,
      isPaired: false),
  ])
  private let controller: DaemonController

  init() throws {
    controller = try ProgramFixture().controller(sensors: hub)
  }

  @Test func `a search returns what each sensor measures`() async throws {
    #expect(
      try await controller.sensors(searchMilliseconds: 1500) == [
        Report.Sensor(
          name: "Gym", address: "C0:00:00:00:00:03", measures: ["fitness-machine", "heart-rate"], paired: false),
        Report.Sensor(name: "H10", address: "C0:00:00:00:00:02", measures: ["heart-rate"], paired: true),
        Report.Sensor(
          name: "Stryd", address: "C0:00:00:00:00:01", measures: ["foot-pod", "heart-rate"], batteryPercent: 80,
          signalDbm: -60, paired: false),
      ])
    #expect(hub.calls.elements == [.search(.milliseconds(1500))])
  }

  @Test func `a search returns at most 100 sensors`() async throws {
    let sensors = (0..<150).map { Sensor(name: "\($0)", address: "\($0)", kinds: [], isPaired: false) }
    let controller = try ProgramFixture().controller(sensors: InMemorySensorHub(sensors))
    #expect(try await controller.sensors(searchMilliseconds: 0).count == 100)
  }

  @Test func `a sensor is paired and forgotten by its name or address`() async throws {
    #expect(try await controller.pairSensor("Stryd").paired)
    #expect(try await controller.forgetSensor("C0:00:00:00:00:02").name == "H10")
    #expect(hub.calls.elements == [.pair("Stryd"), .forget("C0:00:00:00:00:02")])
  }

  @Test func `a test adds up the distance of each kind since the first values`() async throws {
    var results = try await controller.testSensor("Stryd").makeAsyncIterator()
    hub.sendValues(SensorValues(kind: .footPod, metresPerSecond: 2.5, cadence: 170))
    #expect(
      await results.next()
        == .success(.init(measures: "foot-pod", speedMps: 2.5, distanceM: 0, cadence: 170)))
    hub.sendValues(SensorValues(kind: .heartRate, heartRate: 140))
    #expect(await results.next() == .success(.init(measures: "heart-rate", heartRate: 140)))
    for distance in [2.5, 5.0] {
      hub.sendValues(SensorValues(kind: .footPod, metres: 2.5, span: .seconds(1)))
      #expect(await results.next() == .success(.init(measures: "foot-pod", distanceM: distance)))
    }
  }

  @Test func `a test ends with an error if the sensor disconnects`() async throws {
    var results = try await controller.testSensor("Stryd").makeAsyncIterator()
    hub.sendValues(nil)
    guard case .failure(.sensorUnavailable(let error))? = await results.next() else {
      Issue.record("the test did not fail")
      return
    }
    #expect(error.reason == "disconnected")
    #expect(error.message == "'Stryd' has disconnected")
    #expect(await results.next() == nil)
  }

  @Test func `a fifth test is refused, and accepted after another test has ended`() async throws {
    var tests: [AsyncStream<Result<Report.SensorValues, ControlError>>] = []
    for _ in 0..<4 { tests.append(try await controller.testSensor("Stryd")) }
    await #expect(throws: ControlError.sensorUnavailable(.busy)) { try await controller.testSensor("Stryd") }
    await #expect(throws: ControlError.sensorUnavailable(.busy)) {
      try await controller.sensors(searchMilliseconds: 0)
    }
    tests.removeFirst()
    try await withTimeLimit("the end of a test") {
      while (try? await controller.sensors(searchMilliseconds: 0)) == nil { try Task.checkCancellation() }
    }
    #expect(try await controller.pairSensor("Stryd").paired)
  }

  @Test func `a call that fails does not count as in progress`() async {
    hub.fail(.adapterOff)
    for _ in 0..<5 {
      for call in [controller.pairSensor, controller.forgetSensor] {
        await #expect(throws: ControlError.sensorUnavailable(.init(.adapterOff, Self.hints))) {
          _ = try await call("x")
        }
      }
      await #expect(throws: ControlError.sensorUnavailable(.init(.adapterOff, Self.hints))) {
        _ = try await controller.testSensor("x")
      }
    }
  }

  private static let hints = Hints(environment: [:])

  @Test func `an unknown sensor is reported with the known names`() async {
    await #expect(
      throws: ControlError.sensorUnavailable(
        .init(
          reason: "unknownSensor", message: "no sensor 'Strid' is nearby or paired",
          hints: ["did you mean 'Stryd'?", Hints.wakeSensor], known: ["Stryd", "H10", "Gym"]))
    ) { try await controller.pairSensor("Strid") }
  }

  @Test(
    arguments: [
      (
        .noService("no such name"), "noService", "the Bluetooth service is not running: no such name",
        ["start it: sudo systemctl start bluetooth", "if it is not installed: sudo apt install bluez"]
      ),
      (
        .notResponding, "notResponding", "the Bluetooth service does not respond",
        ["restart it: sudo systemctl restart bluetooth"]
      ),
      (
        .noAdapter, "noAdapter", "this computer has no Bluetooth adapter",
        ["plug in an adapter for Bluetooth 4.0 or later, then check: bluetoothctl list"]
      ),
      (
        .adapterOff, "adapterOff", "the Bluetooth adapter is switched off",
        ["switch it on: bluetoothctl power on", "if that fails: rfkill unblock bluetooth"]
      ),
      (
        .refused("denied"), "refused", "the Bluetooth service refuses access: denied",
        ["join the group bluetooth, and log in again: sudo usermod --append --groups bluetooth $USER"]
      ),
      (
        .unknownSensor("x", known: ["Stryd", "H10"]), "unknownSensor", "no sensor 'x' is nearby or paired",
        ["use one of Stryd, H10", Hints.wakeSensor]
      ),
      (
        .unknownSensor("x", known: []), "unknownSensor", "no sensor 'x' is nearby or paired", [Hints.wakeSensor]
      ),
      (
        .ambiguous("Pod", addresses: ["C0:1", "C0:2"]), "ambiguous", "several sensors have the name 'Pod'",
        ["use the address: C0:1 or C0:2"]
      ),
      (
        .notASensor("Mouse"), "notASensor", "'Mouse' is not a foot pod, treadmill or heart-rate sensor",
        ["list the sensors: intervalctl sensors"]
      ),
      (
        .failed("Pod", reason: "time-out"), "failed", "'Pod' does not accept the connection: time-out",
        [Hints.wakeSensor]
      ),
      (
        .notPaired(.footPod), "notPaired", "no foot pod is paired",
        ["find its name with 'intervalctl sensors', then: intervalctl sensors pair NAME"]
      ),
    ] as [(SensorError, String, String, [String])])
  func `each error has its word, message and hints`(
    error: SensorError, reason: String, message: String, hints: [String]
  ) {
    let converted = ControlError.SensorUnavailable(error, Hints(hasUserManager: true, hasSystemManager: true))
    #expect(converted.reason == reason)
    #expect(converted.message == message)
    #expect(converted.hints == hints)
  }
}
