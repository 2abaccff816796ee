import TestSupport
import TestTraits
import Testing

@Suite(.fault, .hangLimit) struct SpeechFaultTests {
  @Test(arguments: [false, true])
  func `a hung service is reported once, and speaks the next cue when it resumes`(hangsFromStart: Bool) async throws {
    try await Desktop.with { desktop in
      _ = try await SoundServer.start(on: desktop)
      let levels = try await SinkLevels.start(on: desktop)
      let service = try await SpeechServer.start(on: desktop)
      try desktop.folder.write(
        "notify off\nsound off\ncue start voice\n", to: "config/intervald/intervald.conf")
      if hangsFromStart { service.hang() }
      let daemon = try await DaemonProcess.start(on: desktop)
      let run = try await FaultRun.start(on: daemon)
      if !hangsFromStart {
        _ = try await levels.sound()
        service.hang()
      }
      let cues = FaultSize.of(10, full: 120)
      try await run.awaitCues(cues)
      let (mark, logMark) = (levels.mark, daemon.process.errors.count)
      service.resume()
      try await daemon.log("The speech service is", from: logMark)
      _ = try await levels.sound(from: mark)
      try await run.awaitCues(2)
      try await run.expectUnaffected(
        "speech: service hung \(hangsFromStart ? "from the start, " : "")for \(cues) cues")
    }
  }

  @Test(arguments: [ScriptedSpeechServer.Fault.hang, .hangUp, .garbage])
  func `a service that accepts connections but does not reply as expected delays no cue`(
    fault: ScriptedSpeechServer.Fault
  ) async throws {
    try await Desktop.with { desktop in
      try desktop.folder.write(
        "notify off\nsound off\ncue start voice\n", to: "config/intervald/intervald.conf")
      let service = try await ScriptedSpeechServer.start(
        in: desktop.processes, folder: desktop.folder, environment: desktop.environment)
      try service.set(fault, at: .synthesizer)
      let daemon = try await DaemonProcess.start(on: desktop)
      let run = try await FaultRun.start(on: daemon)
      _ = try await service.process.output.first("the fault") { $0.hasSuffix(fault.rawValue) }
      let cues = FaultSize.of(5, full: 60)
      try await run.awaitCues(cues)
      try await run.expectUnaffected("speech: service with fault \(fault) for \(cues) cues")
    }
  }
}
