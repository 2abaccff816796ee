import ControlInterface
import TestSupport
import TestTraits
import Testing
import UserFiles
import Varlink
import WorkoutReports

/// Tests of the client and the service, which are connected by a socket.
@Suite(.hangLimit) struct WorkoutClientTests {
  @Test func `every call reaches its method and returns its result`() async throws {
    try await withService { _, socket in
      let client = try await WorkoutClient.connect(to: socket, timeout: generousLimit)
      #expect(try await client.status() == Samples.idleStatus)
      let started = try await client.start(plan: "forever 30s", planName: "é/🏃")
      #expect(started.status.phase == .running)
      #expect(started.status.planName == "é/🏃")
      #expect(started.warnings == ["no sound server"])
      #expect(try await client.start(plan: "forever 30s", replace: true).status.planName == nil)
      #expect(try await client.startNamed(replace: true).status.planName == "default")
      #expect(try await client.pause().pausedBy == .user)
      #expect(try await client.resume().phase == .running)
      #expect(try await client.toggle().phase == .paused)
      #expect(try await client.next().number == 2)
      #expect(try await client.next(out: true).number == 12)
      #expect(try await client.previous().number == 11)
      #expect(try await client.extend(byMilliseconds: -30_000).intervalRemainingMs == -30_000)
      #expect(try await client.correct(toMetres: 4800).status?.distanceM == 4800)
      #expect(try await client.stop() == Samples.bareSummary)
      #expect(try await client.diagnose() == [Samples.finding, Samples.bareFinding])
      #expect(try await client.correct(toMetres: 0).summary?.distanceM == 0)
      #expect(try await client.plans() == [Samples.plan, Samples.barePlan, Samples.program])
      #expect(try await client.reload() == ["The hook /bin/lamp does not run."])
      #expect(try await client.testCue("start").channels.isEmpty)
      #expect(try await client.testCue("run", channels: ["voice"]).channels.map(\.channel) == ["voice"])
    }
  }

  @Test(arguments: [-1e-9, 999_990.001, -.greatestFiniteMagnitude, .greatestFiniteMagnitude])
  func `a distance outside the limits is an invalid parameter`(metres: Double) async throws {
    try await withService { _, socket in
      let client = try await WorkoutClient.connect(to: socket, timeout: generousLimit)
      await #expect(throws: VarlinkError.invalidParameter("distanceM")) { try await client.correct(toMetres: metres) }
    }
  }

  @Test func `a plan name of more than 200 characters is an invalid parameter`() async throws {
    try await withService { _, socket in
      let client = try await WorkoutClient.connect(to: socket, timeout: generousLimit)
      let longest = String(repeating: "🏃", count: 200)
      #expect(try await client.start(plan: "forever 30s", planName: longest).status.planName == longest)
      await #expect(throws: VarlinkError.invalidParameter("planName")) {
        try await client.start(plan: "forever 30s", planName: longest + "a")
      }
    }
  }

  @Test func `a name, a session, a cue or a channel of more than 255 bytes is an invalid parameter`() async throws {
    try await withService { _, socket in
      let client = try await WorkoutClient.connect(to: socket)
      let long = String(repeating: "a", count: 256)
      await #expect(throws: VarlinkError.invalidParameter("name")) { try await client.startNamed(long) }
      await #expect(throws: VarlinkError.invalidParameter("session")) {
        try await client.startNamed("c25k", session: long)
      }
      await #expect(throws: VarlinkError.invalidParameter("cue")) { try await client.testCue(long) }
      await #expect(throws: VarlinkError.invalidParameter("channels")) {
        try await client.testCue("start", channels: ["sound", long])
      }
    }
  }

  @Test func `the session of a program reaches the controller and is returned`() async throws {
    try await withService { _, socket in
      let client = try await WorkoutClient.connect(to: socket, timeout: generousLimit)
      #expect(try await client.startNamed("c25k", session: "w3d2").status.session == Samples.session)
      let started = try await client.start(plan: "forever 30s", session: Samples.bareSession, replace: true)
      #expect(started.status.session == Samples.bareSession)
      #expect(try await client.start(plan: "forever 30s", replace: true).status.session == nil)
      await #expect(throws: ControlError.noSuchSession(.init(program: "c25k", session: "w9d9", nearest: "w3d2"))) {
        try await client.startNamed("c25k", session: "w9d9")
      }
      await #expect(throws: ControlError.programDone(.init(program: "c25k"))) { try await client.startNamed("c25k") }
    }
  }

  @Test func `a session without the name of a program is an invalid parameter`() async throws {
    try await withService { _, socket in
      let client = try await WorkoutClient.connect(to: socket, timeout: generousLimit)
      await #expect(throws: VarlinkError.invalidParameter("session")) {
        try await client.startNamed(session: "w1d1")
      }
    }
  }

  @Test(arguments: [
    Report.Session(program: "c25k", week: 0, day: 1, weeks: 9, days: 3),
    Report.Session(program: "c25k", week: 10, day: 1, weeks: 9, days: 3),
    Report.Session(program: "c25k", week: 1, day: 4, weeks: 9, days: 3),
    Report.Session(program: "c25k", week: 1, day: 1, weeks: 1001, days: 3),
    Report.Session(program: "c25k", week: .min, day: .max, weeks: .min, days: .max),
    Report.Session(program: String(repeating: "p", count: 256), week: 1, day: 1, weeks: 9, days: 3),
    Report.Session(
      program: "c25k", week: 1, day: 1, weeks: 9, days: 3, label: String(repeating: "🏃", count: 201)),
    Report.Session(program: "c25k", path: "c25k.program", week: 1, day: 1, weeks: 9, days: 3),
    Report.Session(program: "c25k", path: "/etc/passwd", week: 1, day: 1, weeks: 9, days: 3),
    Report.Session(program: "c25k", week: 1, day: 1, weeks: 9, days: 3, next: "week 2"),
    Report.Session(program: "c25k", week: 1, day: 1, weeks: 9, days: 3, due: "w1"),
  ])
  func `a session with impossible values is an invalid parameter`(session: Report.Session) async throws {
    try await withService { _, socket in
      let client = try await WorkoutClient.connect(to: socket, timeout: generousLimit)
      await #expect(throws: VarlinkError.invalidParameter("session")) {
        try await client.start(plan: "forever 30s", session: session)
      }
    }
  }

  @Test func `a client throws the same errors as the controller`() async throws {
    try await withService { _, socket in
      let client = try await WorkoutClient.connect(to: socket, timeout: generousLimit)
      await #expect(throws: ControlError.notRunning) { try await client.pause() }
      await #expect(throws: ControlError.noSuchPlan(.init(name: "x", searched: ["/plans"]))) {
        try await client.startNamed("x")
      }
      let error = ControlError.InvalidPlan(
        message: "two readings", line: 1, column: 12, hint: "put parentheses", lineText: "x")
      await #expect(throws: ControlError.invalidPlan(error)) { try await client.start(plan: "x") }
      let running = try await client.startNamed().status
      await #expect(throws: ControlError.alreadyRunning(running)) { try await client.startNamed() }
      await #expect(throws: ControlError.invalidConfiguration(.init(message: "no such unit", path: "/conf"))) {
        try await client.reload()
      }
    }
  }

  @Test func `a watch receives the state at once, then every event, until the service ends the watch`() async throws {
    try await withService { controller, socket in
      let watcher = try await WorkoutClient.connect(to: socket, timeout: generousLimit)
      var events = watcher.watch().makeAsyncIterator()
      #expect(try await events.next() == Samples.bareEvent)
      let client = try await WorkoutClient.connect(to: socket, timeout: generousLimit)
      let status = try await client.startNamed().status
      #expect(try await events.next() == Report.Event(event: .cue, cue: .start, status: status))
      _ = try await client.stop()
      #expect(try await events.next()?.summary == Samples.bareSummary)
      await controller.endWatches()
      await #expect { try await events.next() } throws: { ($0 as? TransportError)?.code == .disconnected }
      #expect(try await client.status() == Samples.idleStatus)
    }
  }

  @Test func `the methods of sensors reach the controller`() async throws {
    try await withService { _, socket in
      let client = try await WorkoutClient.connect(to: socket, timeout: generousLimit)
      #expect(try await client.sensors().map(\.signalDbm) == [8000, nil])
      #expect(try await client.sensors(searchMilliseconds: 30_000).first?.signalDbm == 30_000)
      #expect(try await client.pairSensor("Stryd") == Samples.sensor)
      #expect(try await client.forgetSensor("Pod").name == "Pod")
      let error = ControlError.SensorUnavailable(
        reason: "unknownSensor", message: "x", hints: ["wake it"], known: ["Pod"])
      await #expect(throws: ControlError.sensorUnavailable(error)) { try await client.pairSensor("x") }
      await #expect(throws: ControlError.sensorUnavailable(error)) { try await client.testSensor("x") { _ in } }
    }
  }

  @Test func `a test of a sensor receives its values, then the error that ended the test`() async throws {
    try await withService { _, socket in
      let client = try await WorkoutClient.connect(to: socket, timeout: generousLimit)
      let received = Recording<Report.SensorValues>()
      let end = ControlError.SensorUnavailable(reason: "disconnected", message: "gone", hints: [])
      await #expect(throws: ControlError.sensorUnavailable(end)) {
        try await client.testSensor("Stryd") { received.append($0) }
      }
      #expect(received.elements == [Samples.bareSensorValues, Samples.sensorValues])
      #expect(try await client.status() == Samples.idleStatus)
    }
  }

  @Test(arguments: [-1, 30_001])
  func `a search for a time outside the limits is an invalid parameter`(milliseconds: Int) async throws {
    try await withService { _, socket in
      let client = try await WorkoutClient.connect(to: socket, timeout: generousLimit)
      await #expect(throws: VarlinkError.invalidParameter("searchMs")) {
        try await client.sensors(searchMilliseconds: milliseconds)
      }
    }
  }

  @Test func `a name of a sensor of more than 200 characters is an invalid parameter`() async throws {
    try await withService { _, socket in
      let client = try await WorkoutClient.connect(to: socket, timeout: generousLimit)
      let longest = String(repeating: "🏃", count: 200)
      #expect(try await client.forgetSensor(longest).name == longest)
      for call in [client.pairSensor, client.forgetSensor] {
        await #expect(throws: VarlinkError.invalidParameter("name")) { try await call(longest + "a") }
      }
      await #expect(throws: VarlinkError.invalidParameter("name")) {
        try await client.testSensor(longest + "a") { _ in }
      }
    }
  }

  @Test func `connecting fails without a daemon`() async throws {
    let socket = try ControlSocket(environment: ["XDG_RUNTIME_DIR": "/nonexistent"])
    await #expect { try await WorkoutClient.connect(to: socket) } throws: {
      ($0 as? TransportError)?.code == .noSocket
    }
  }
}

@Suite struct ControlSocketTests {
  @Test(arguments: ["/run/user/1000", "/run/user/1000/"])
  func `the socket is in its own folder in the runtime folder`(runtimeFolder: String) throws {
    let socket = try ControlSocket(environment: ["XDG_RUNTIME_DIR": runtimeFolder, "HOME": "/root"])
    #expect(socket.folder == "/run/user/1000/intervald")
    #expect(socket.path == "/run/user/1000/intervald/control.sock")
  }

  @Test(
    arguments: [
      ([:], .unset, "XDG_RUNTIME_DIR is not set"),
      (["XDG_RUNTIME_DIR": ""], .unset, "XDG_RUNTIME_DIR is not set"),
      (
        ["XDG_RUNTIME_DIR": "run"], .relative("run"),
        "XDG_RUNTIME_DIR is \"run\", which is not an absolute path"
      ),
    ] as [([String: String], XDGFolders.RuntimeError, String)])
  func `an environment without a runtime folder is an error`(
    environment: [String: String], error: XDGFolders.RuntimeError, words: String
  ) {
    #expect(throws: error) { try ControlSocket(environment: environment) }
    #expect(error.description == words)
  }
}

/// Tests of the service with an independent client: the `varlink` package of PyPI.
@Suite(
  .enabled(if: VirtualEnvironment.isComplete, "\(VirtualEnvironment.requirement)"), .hangLimit)
struct ForeignClientTests {
  @Test func `an independent client can use the service`() async throws {
    try await withService { _, socket in
      let client = try await ForeignClient.check(socket: socket.path)
      #expect(client.status == 0, "\(client.output)\(client.errors)")
      #expect(client.output.hasSuffix("all checks passed\n"), "\(client.output)\(client.errors)")
    }
  }
}
