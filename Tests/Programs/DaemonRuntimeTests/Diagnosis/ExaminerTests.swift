import WorkoutReports
import AudioOutput
import Desktop
import Concurrency
import LogHandlers
import TestSupport
import Testing
import WorkoutModel

@testable import DaemonRuntime

@Suite struct ExaminerTests {
  @Test func `each subject has a finding, in the order that is promised, and nothing is shown or heard`() async {
    let (notifier, player, speaker) = (InMemoryNotifier(), InMemorySoundPlayer(), InMemorySpeaker())
    let findings = await findings(.inMemory(notifier: notifier, player: player, speaker: speaker), Self.spoken)
    #expect(findings.map(\.subject) == Report.Finding.subjects)
    #expect(findings.dropFirst().allSatisfy { $0.verdict == .ok }, "\(findings)")
    #expect(
      findings[0]
        == .init(
          "session bus", .fault, "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set",
          remedy: "start intervald in a session, or: dbus-run-session intervald"))
    #expect(findings[2].words == "all 7 sounds can be played")
    #expect(notifier.calls.elements.isEmpty && speaker.calls.elements.isEmpty)
    #expect(player.sounds.elements.isEmpty && player.preparations.elements.isEmpty)
  }

  @Test func `what the settings have switched off is not asked`() async {
    var settings = Settings.withoutCues
    settings.mpris = false
    let services = ExternalServices.inMemory(
      notifier: InMemoryNotifier(.unavailable(NotificationFailure(.noServer))),
      player: InMemorySoundPlayer(.unavailable(SoundFailure(.noOutput))),
      speaker: InMemorySpeaker(.unavailable(SpeechFailure(.noService))),
      mediaPlayer: InMemoryMediaPlayer(MediaPlayerFailure(.nameTaken)))
    let unused = await findings(services, settings).filter { $0.verdict == .unused }
    #expect(
      unused == [
        .init("notifications", .unused, "no cue is shown"), .init("sound", .unused, "no cue has a sound"),
        .init("speech", .unused, "no cue is spoken"), .init("media player", .unused, "the settings have it off"),
      ])
  }

  private static var spoken: Settings {
    var settings = Settings()
    settings.cues[.start] = [.notification, .sound, .voice]
    return settings
  }

  private func findings(_ services: ExternalServices, _ settings: Settings) async -> [Report.Finding] {
    let examiner = Examiner(services: services, keeper: InMemoryKeeper(), log: QueuedLog(), environment: [:])
    return await examiner.findings(settings)
  }
}
