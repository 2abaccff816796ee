import TestSupport
import TestTraits
import Testing

/// The time limits of `test-cues`.
///
/// The limits are measured in real time, so this suite runs with the clocked tests.
@Suite(.hangLimit) struct CueLimitTests {
  @Test func `test-cues gives each hung service three seconds, and a second call also reports the service`()
    async throws
  {
    try await Desktop.with { desktop in
      let sounds = try await SoundServer.start(on: desktop)
      let speech = try await SpeechServer.start(on: desktop)
      let dunst = try await NotificationServer.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      speech.hang()
      sounds.hang()
      dunst.hang()
      for (channel, service) in [
        ("voice", "the speech service"), ("sound", "the sound server"), ("notification", "the notification server"),
      ] {
        for _ in 1...2 {
          let start = ContinuousClock.now
          let report = try await daemon.intervalctl("test-cues", "run", "--channel", channel)
          #expect(report.status == 69)
          #expect(
            report.output.contains("does not work: \(service) did not answer within 3 s"), "\(report.output)")
          #expect(.now - start < promptLimit)
        }
      }
    }
  }
}
