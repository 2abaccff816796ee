import TestSupport
import TestTraits
import Testing

@Suite(.fault, .timeLimit(.minutes(10))) struct SoundFaultTests {
  @Test func `a server that hangs is told once, and the next cue after it is heard`() async throws {
    try await Desktop.with { desktop in
      let server = try await SoundServer.start(on: desktop)
      let (daemon, run) = try await begin(on: desktop)
      let cues = FaultSize.of(10, full: 120)
      server.hang()
      try await run.pass(cues)
      let mark = server.mark
      let log = daemon.process.errors.count
      server.resume()
      try await server.sound("walk-intervald", from: mark)
      try await daemon.log("Cues are heard through", from: log)
      try await run.pass(2)
      try await run.expectUnharmed("sound: server stopped for \(cues) cues")
    }
  }

  @Test func `a server that is killed is told once, and the next one is heard within the workout`() async throws {
    try await Desktop.with { desktop in
      let server = try await SoundServer.start(on: desktop)
      let (daemon, run) = try await begin(on: desktop)
      let cues = FaultSize.of(8, full: 120)
      try await server.process.killAndWait()
      try await run.pass(cues)
      let log = daemon.process.errors.count
      let next = try await SoundServer.start(on: desktop)
      try await next.sound("run-intervald")
      try await daemon.log("Cues are heard through", from: log)
      try await run.expectUnharmed("sound: server gone for \(cues) cues")
    }
  }

  @Test func `a server that hangs before the first cue is told once, and heard when it goes on`() async throws {
    try await Desktop.with { desktop in
      let server = try await SoundServer.start(on: desktop)
      server.hang()
      let (daemon, run) = try await begin(on: desktop)
      let cues = FaultSize.of(7, full: 120)
      try await run.pass(cues)
      let mark = server.mark
      server.resume()
      try await server.sound("walk-intervald", from: mark)
      try await daemon.log("Cues are heard through")
      try await run.expectUnharmed("sound: server stopped from the start, for \(cues) cues")
    }
  }

  private func begin(on desktop: Desktop) async throws -> (DaemonProcess, FaultRun) {
    try desktop.folder.write("notify off\n", to: "config/intervald/intervald.conf")
    let daemon = try await DaemonProcess.start(on: desktop)
    return (daemon, try await FaultRun.begin(on: daemon))
  }
}
