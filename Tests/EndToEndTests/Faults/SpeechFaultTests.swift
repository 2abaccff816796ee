import TestSupport
import TestTraits
import Testing

@Suite(.fault, .timeLimit(.minutes(10))) struct SpeechFaultTests {
  @Test(arguments: [false, true])
  func `a service that hangs is told once, and the next cue after it is spoken`(isFromTheStart: Bool) async throws {
    try await Desktop.with { desktop in
      _ = try await SoundServer.start(on: desktop)
      let levels = try await SinkLevels.start(on: desktop)
      let service = try await SpeechServer.start(on: desktop)
      try desktop.folder.write(
        "notify off\nsound off\ncue start voice\n", to: "config/intervald/intervald.conf")
      if isFromTheStart { service.hang() }
      let daemon = try await DaemonProcess.start(on: desktop)
      let run = try await FaultRun.begin(on: daemon)
      if !isFromTheStart {
        _ = try await levels.sound()
        service.hang()
      }
      let cues = FaultSize.of(10, full: 120)
      try await run.pass(cues)
      let (mark, log) = (levels.mark, daemon.process.errors.count)
      service.resume()
      try await daemon.log("Cues are spoken by", from: log)
      _ = try await levels.sound(from: mark)
      try await run.pass(2)
      try await run.expectUnharmed(
        "speech: service stopped \(isFromTheStart ? "from the start, " : "")for \(cues) cues")
    }
  }

  @Test(arguments: [ScriptedSpeechServer.Fault.hang, .hangUp, .garbage])
  func `a service that takes a connection and gives no answer leaves the workout alone`(
    fault: ScriptedSpeechServer.Fault
  ) async throws {
    try await Desktop.with { desktop in
      try desktop.folder.write(
        "notify off\nsound off\ncue start voice\n", to: "config/intervald/intervald.conf")
      let service = try await ScriptedSpeechServer.start(
        in: desktop.processes, folder: desktop.folder, environment: desktop.environment)
      try service.set(fault, at: .synthesizer)
      let daemon = try await DaemonProcess.start(on: desktop)
      let run = try await FaultRun.begin(on: daemon)
      _ = try await service.process.output.first("the fault") { $0.hasSuffix(fault.rawValue) }
      let cues = FaultSize.of(5, full: 60)
      try await run.pass(cues)
      try await run.expectUnharmed("speech: no answer, but \(fault) for \(cues) cues")
    }
  }
}
