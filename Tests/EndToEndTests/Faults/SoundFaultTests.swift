import TestSupport
import TestTraits
import Testing

@Suite(.fault, .hangLimit) struct SoundFaultTests {
  @Test func `a hung server is reported once, and plays the next cue when it resumes`() async throws {
    try await Desktop.with { desktop in
      let server = try await SoundServer.start(on: desktop)
      let (daemon, run) = try await startRun(on: desktop)
      let cues = FaultSize.of(10, full: 120)
      server.hang()
      try await run.awaitCues(cues)
      let mark = server.mark
      let logMark = daemon.process.errors.count
      server.resume()
      try await server.sound("intervald.walk.100", from: mark)
      try await daemon.log("The sound output is", from: logMark)
      try await run.awaitCues(2)
      try await run.expectUnaffected("sound: server hung for \(cues) cues")
    }
  }

  @Test func `a killed server is reported once, and the next server plays cues of the same workout`() async throws {
    try await Desktop.with { desktop in
      let server = try await SoundServer.start(on: desktop)
      let (daemon, run) = try await startRun(on: desktop)
      let cues = FaultSize.of(8, full: 120)
      try await server.process.killAndWait()
      try await run.awaitCues(cues)
      let logMark = daemon.process.errors.count
      let next = try await SoundServer.start(on: desktop)
      try await next.sound("intervald.run.100")
      try await daemon.log("The sound output is", from: logMark)
      try await run.expectUnaffected("sound: server missing for \(cues) cues")
    }
  }

  @Test func `a server that hangs before the first cue is reported once, and plays cues when it resumes`() async throws
  {
    try await Desktop.with { desktop in
      let server = try await SoundServer.start(on: desktop)
      server.hang()
      let (daemon, run) = try await startRun(on: desktop)
      let cues = FaultSize.of(7, full: 120)
      try await run.awaitCues(cues)
      let mark = server.mark
      server.resume()
      try await server.sound("intervald.walk.100", from: mark)
      try await daemon.log("The sound output is")
      try await run.expectUnaffected("sound: server hung from the start, for \(cues) cues")
    }
  }

  private func startRun(on desktop: Desktop) async throws -> (DaemonProcess, FaultRun) {
    try desktop.folder.write("notify off\n", to: "config/intervald/intervald.conf")
    let daemon = try await DaemonProcess.start(on: desktop)
    return (daemon, try await FaultRun.start(on: daemon))
  }
}
