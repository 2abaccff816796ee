import AudioOutput
import Concurrency
import Desktop
import LogHandlers
import PlanNotation
import Sensors
import TestSupport
import Testing
import WorkoutModel
import WorkoutReports

@testable import DaemonRuntime

@Suite struct HealthCheckTests {
  @Test func `each subject has a finding, in the documented order, and nothing is shown or played`() async {
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
    #expect(notifier.calls.elements.isEmpty)
    #expect(speaker.calls.elements.isEmpty)
    #expect(player.sounds.elements.isEmpty)
    #expect(player.preparations.elements.isEmpty)
  }

  @Test func `a service that the settings switch off is not checked`() async {
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
        .init("speech", .unused, "no cue is spoken"), .init("hooks", .unused, "no cue has a hook"),
        .init("media player", .unused, "switched off in the settings"),
      ])
  }

  @Test func `a speech service without a sound server is not reported as working`() async throws {
    let services = ExternalServices.inMemory(
      notifier: InMemoryNotifier(), player: InMemorySoundPlayer(.unavailable(SoundFailure(.noOutput))),
      speaker: InMemorySpeaker())
    let speech = try #require(await findings(services, Self.spoken).first { $0.subject == "speech" })
    #expect(speech.verdict == .warning)
    #expect(speech.words == "in memory with none, but no sound server responds")
  }

  @Test(arguments: [
    ("off", "shows the workout; media keys go to other players"), ("on", "media keys control a workout"),
  ])
  func `the finding about the media player depends on the media keys of the settings`(
    keys: String, words: String
  ) async throws {
    let findings = await findings(.inMemory(), try readConfiguration("media-keys \(keys)"))
    #expect(findings.first { $0.subject == "media player" }?.words == words)
  }

  @Test func `sensors are checked only if the settings require one`() async throws {
    let hub = InMemorySensorHub([Sensor(name: "Stryd", address: "C0:1", kinds: [.footPod], isPaired: true)])
    let services = ExternalServices.inMemory(sensors: hub)
    #expect(await !findings(services, Settings()).contains { $0.subject == "sensors" })
    #expect(hub.calls.elements.isEmpty)
    var settings = Settings()
    settings.distanceFrom = .footPod
    #expect(await findings(services, settings).last == .init("sensors", .ok, "paired: Stryd"))
    #expect(hub.calls.elements == [.search(.zero)])
    settings.heartRate = true
    #expect(
      await findings(services, settings).last
        == .init(
          "sensors", .fault, "no heart-rate sensor is paired",
          remedy: "find its name with 'intervalctl sensors', then: intervalctl sensors pair NAME"))
    hub.fail(.adapterOff)
    #expect(
      await findings(services, settings).last
        == .init(
          "sensors", .fault, "the Bluetooth adapter is switched off", remedy: "switch it on: bluetoothctl power on"))
  }

  private static var spoken: Settings {
    var settings = Settings()
    settings.cues[.start] = [.notification, .sound, .voice, .hook]
    settings.hooks = [Hook(cue: .start, program: "/bin/true", arguments: [])]
    return settings
  }

  private func findings(_ services: ExternalServices, _ settings: Settings) async -> [Report.Finding] {
    let check = HealthCheck(services: services, store: InMemoryStore(), log: QueuedLog(), environment: [:])
    return await check.findings(settings)
  }
}
