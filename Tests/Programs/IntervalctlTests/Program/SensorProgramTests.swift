import ControlInterface
import Glibc
import Subprocess
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@testable import intervalctl

/// Tests of `sensors` with a scripted daemon.
@Suite(.hangLimit) struct SensorProgramTests {
  private static let stryd = Report.Sensor(
    name: "Stryd", address: "C0:00:00:00:00:01", measures: ["foot-pod", "heart-rate"], batteryPercent: 80,
    signalDbm: -60, paired: true)
  private static let belt = Report.Sensor(
    name: "My belt", address: "C0:00:00:00:00:02", measures: ["treadmill"], signalDbm: -85, paired: false)
  private static let strap = Report.Sensor(
    name: "H10", address: "C0:00:00:00:00:03", measures: ["heart-rate"], signalDbm: -70, paired: false)

  private static func daemon(_ sensors: [Report.Sensor], _ values: [Report.SensorValues] = []) -> ScriptedController {
    ScriptedController(.init(sensors: sensors, sensorValues: values))
  }

  @Test func `the list shows each sensor and names the next steps`() async throws {
    let daemon = Self.daemon([Self.strap, Self.belt, Self.stryd])
    try await ProgramHome.with(daemon: daemon) { home in
      let path = home.folder.path(of: "config/intervald/intervald.conf")
      let run = try await home.run(["sensors"])
      #expect(
        run
          == ProgramRun(
            status: 0,
            output: [
              "Name     Measures              Battery  Signal            Paired",
              "H10      heart rate                  –  fair (-70 dBm)    no",
              "My belt  treadmill                   –  weak (-85 dBm)    no",
              "Stryd    foot pod, heart rate      80%  strong (-60 dBm)  yes",
            ],
            messages: [
              "hint: pair a sensor with: intervalctl sensors pair H10",
              "hint: to use it in workouts, add 'distance-from foot-pod' and 'heart-rate on' to \(path), then: "
                + "intervalctl reload",
            ]))
      #expect(await daemon.calls == ["sensors 8000"])
    }
  }

  @Test func `the search lasts as long as the option specifies`() async throws {
    let daemon = Self.daemon([Self.belt])
    try await ProgramHome.with(daemon: daemon) { home in
      let run = try await home.run(["sensors", "--search", "1.5s"])
      #expect(run.messages == ["hint: pair a sensor with: intervalctl sensors pair 'My belt'"])
      #expect(await daemon.calls == ["sensors 1500"])
    }
  }

  @Test(arguments: [
    (
      ["sensors", "--search", "31s"], ["error: --search: '31s' is too long", "hint: use at most 30s"]
    ),
    (["sensors", "pair", "Pod", "--search", "3s"], ["error: --search cannot be combined with 'pair'"]),
    (["sensors", "--search", "3s", "test", "Pod"], ["error: --search cannot be combined with 'test'"]),
    (
      ["sensors", "forget"],
      ["error: missing NAME", "hint: name or address of the sensor", "hint: see 'intervalctl sensors forget --help'"]
    ),
  ])
  func `a wrong command line is rejected`(arguments: [String], messages: [String]) async throws {
    try await ProgramHome.expectRejected(arguments, 64, messages)
  }

  @Test func `the list without sensors gives the usual reasons`() async throws {
    try await ProgramHome.with(daemon: Self.daemon([])) { home in
      let run = try await home.run(["sensors"])
      #expect(run.status == 0)
      #expect(run.output == [])
      #expect(
        run.messages == [
          "note: no sensor is nearby or paired",
          "hint: many sensors sleep until they move: walk with a foot pod, start the belt, or wear the strap",
          "hint: end the connection of the sensor to a watch, a phone or another computer",
        ])
    }
  }

  @Test func `a paired sensor is printed, with the settings that are missing`() async throws {
    let daemon = Self.daemon([Self.stryd])
    try await ProgramHome.with(daemon: daemon) { home in
      let path = home.folder.path(of: "config/intervald/intervald.conf")
      let run = try await home.run(["sensors", "pair", "Stryd"])
      #expect(
        run
          == ProgramRun(
            status: 0, output: ["Paired Stryd (foot pod, heart rate)"],
            messages: [
              "hint: to use it in workouts, add 'distance-from foot-pod' and 'heart-rate on' to \(path), then: "
                + "intervalctl reload"
            ]))
      try home.folder.write("heart-rate on\n", to: "config/intervald/intervald.conf")
      #expect(
        try await home.run(["sensors", "pair", "Stryd"]).messages == [
          "hint: to use it in workouts, add 'distance-from foot-pod' to \(path), then: intervalctl reload"
        ])
      try home.folder.write("distance-from foot-pod\nheart-rate on\n", to: "config/intervald/intervald.conf")
      #expect(try await home.run(["sensors", "pair", "Stryd"]).messages == [])
      #expect(await daemon.calls == ["pair Stryd", "pair Stryd", "pair Stryd"])
    }
  }

  @Test func `a forgotten sensor is printed`() async throws {
    let daemon = Self.daemon([Self.belt])
    try await ProgramHome.with(daemon: daemon) { home in
      let run = try await home.run(["sensors", "forget", "My belt"])
      #expect(
        run
          == ProgramRun(status: 0, output: ["Removed the pairing of My belt (treadmill)"], messages: []))
      #expect(await daemon.calls == ["forget My belt"])
    }
  }

  @Test func `JSON contains every member`() async throws {
    let values = Report.SensorValues(measures: "foot-pod", speedMps: 2.5)
    try await ProgramHome.with(daemon: Self.daemon([Self.strap], [values])) { home in
      let sensor =
        #"{"address":"C0:00:00:00:00:03","batteryPercent":null,"measures":["heart-rate"],"name":"H10","paired":false,"#
        + #""signalDbm":-70}"#
      for arguments in [
        ["--json"], ["pair", "H10", "--json"], ["--json", "pair", "H10"], ["forget", "H10", "--json"],
      ] {
        let run = try await home.run(["sensors"] + arguments)
        #expect(run == ProgramRun(status: 0, output: [sensor], messages: []))
      }
      #expect(
        try await home.run(["sensors", "test", "H10", "--json"]).output == [
          #"{"cadence":null,"countedFeet":null,"distanceM":null,"heartRate":null,"measures":"foot-pod","speedMps":2.5}"#
        ])
    }
  }

  @Test func `a test shows the values, and reports that the sensor has disconnected`() async throws {
    let values = Report.SensorValues(measures: "foot-pod", speedMps: 2.5, distanceM: 1234, cadence: 172, countedFeet: 1)
    try await ProgramHome.with(daemon: Self.daemon([], [values])) { home in
      let run = try await home.run(["sensors", "test", "Stryd"])
      #expect(
        run
          == ProgramRun(
            status: 69, output: ["6:40/km     1.23 km    172 spm"],
            messages: [
              "note: connecting to Stryd; Ctrl-C ends the test", "note: received 1 value, 1.23 km",
              "note: the sensor counts the steps of one foot; the cadence is of both feet",
              "error: 'Stryd' has disconnected", "hint: move it",
            ]))
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends a test`(signal: Int32) async throws {
    let values = Report.SensorValues(measures: "heart-rate", heartRate: 148)
    let daemon = ScriptedController(.init(sensorValues: [values], staysConnected: true))
    try await ProgramHome.with(daemon: daemon) { home in
      let process = try await home.start("intervalctl sensors test H10")
      _ = try await process.output.first("the values") { $0 == "148 bpm" }
      process.send(signal)
      let ending = try await process.end()
      #expect(ending == .exited(0))
      #expect(process.errors.elements.last == "note: received 1 value")
    }
  }

  @Test func `a test that ends without values gives the usual reasons`() async throws {
    let daemon = ScriptedController(.init(staysConnected: true))
    try await ProgramHome.with(daemon: daemon) { home in
      let process = try await home.start("intervalctl sensors test H10")
      _ = try await process.errors.first("the first line") { $0.hasPrefix("note: connecting") }
      process.send(SIGINT)
      let ending = try await process.end()
      #expect(ending == .exited(69))
      #expect(
        process.errors.elements.dropFirst() == [
          "error: no values from 'H10'",
          "hint: many sensors sleep until they move: walk with a foot pod, start the belt, or wear the strap",
          "hint: end the connection of the sensor to a watch, a phone or another computer",
        ])
    }
  }

  @Test(arguments: [
    ("noService", 69), ("failed", 69), ("disconnected", 69), ("later", 69), ("busy", 1), ("unknownSensor", 66),
    ("ambiguous", 66), ("notASensor", 66),
  ])
  func `an error of the daemon is printed with its hints`(reason: String, status: Int32) async throws {
    let error = ControlError.SensorUnavailable(reason: reason, message: "it sleeps\u{1B}", hints: ["move it", "wait"])
    try await ProgramHome.with(daemon: ScriptedController(.init(refusal: .sensorUnavailable(error)))) { home in
      for arguments in [[], ["pair", "Pod"], ["forget", "Pod"], ["test", "Pod"]] {
        let run = try await home.run(["sensors"] + arguments)
        #expect(run.status == status)
        #expect(run.messages.suffix(3) == ["error: it sleeps·", "hint: move it", "hint: wait"])
      }
    }
  }

  @Test func `a name cannot change the terminal`() async throws {
    let sensor = Report.Sensor(
      name: "\u{1B}[31mPod\u{7}", address: "C0:1", measures: ["\u{1B}x"], paired: false)
    try await ProgramHome.with(daemon: Self.daemon([sensor])) { home in
      for arguments in [[], ["pair", "Pod"], ["forget", "Pod"]] {
        let run = try await home.run(["sensors"] + arguments)
        #expect(!(run.output + run.messages).joined().unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" })
      }
    }
  }
}
