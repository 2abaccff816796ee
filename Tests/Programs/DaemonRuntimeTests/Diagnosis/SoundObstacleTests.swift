import AudioOutput
import ControlInterface
import LogHandlers
import PlanNotation
import TestSupport
import Testing
import Text
import WorkoutModel
import WorkoutReports

@testable import DaemonRuntime

/// The reports about sounds and speech that the sound server plays, but that cannot be heard.
@Suite struct SoundObstacleTests {
  private static let cases: [(SoundObstacle, words: String, remedy: String)] = [
    (
      .noSessionManager, "PipeWire runs without a session manager, so it plays nothing",
      "start one: systemctl --user start wireplumber"
    ),
    (
      .dummyOutput, "the sound server has only the dummy output, which cannot be heard",
      "connect loudspeakers or headphones, or choose an output in the volume control"
    ),
    (
      .muted(.output(name: "speakers", isPipeWire: true)), "the output 'speakers' is muted",
      "unmute it: wpctl set-mute @DEFAULT_AUDIO_SINK@ 0"
    ),
    (
      .muted(.output(name: "speakers", isPipeWire: false)), "the output 'speakers' is muted",
      "unmute it: pactl set-sink-mute speakers 0"
    ),
    (
      .silent(.output(name: "speakers", isPipeWire: true)), "the volume of the output 'speakers' is 0",
      "raise it: wpctl set-volume @DEFAULT_AUDIO_SINK@ 50%"
    ),
    (
      .silent(.output(name: "a b", isPipeWire: false)), "the volume of the output 'a b' is 0",
      "raise it: pactl set-sink-volume 'a b' 50%"
    ),
    (
      .muted(.cues), "the sounds of 'Interval timer' are muted in the volume control",
      "run 'pacat --property=media.role=workout --property=application.id=intervald /dev/zero', and unmute 'pacat' in"
        + " the volume control, which shares its volume with 'Interval timer'"
    ),
    (
      .silent(.cues), "the volume of 'Interval timer' is 0 in the volume control",
      "run 'pacat --property=media.role=workout --property=application.id=intervald /dev/zero', and raise 'pacat' in"
        + " the volume control, which shares its volume with 'Interval timer'"
    ),
    (
      .muted(.speech(7)), "the speech service is muted in the volume control",
      "unmute it: pactl set-sink-input-mute 7 0"
    ),
    (.silent(.speech(7)), "the volume of the speech service is 0", "raise it: pactl set-sink-input-volume 7 50%"),
  ]

  @Test(arguments: cases.indices) func `each obstacle has words and a remedy`(index: Int) {
    let (obstacle, words, remedy) = Self.cases[index]
    let hints = Hints(hasUserManager: true, hasSystemManager: true)
    #expect(hints.obstacle(obstacle).words == words)
    #expect(hints.obstacle(obstacle).remedy == remedy)
    // A full stop after a command would be copied with the command.
    let end = remedy.contains(": ") ? "" : "."
    #expect(
      hints.warning(obstacle)
        == "Cues are not \(words.contains("speech") ? "spoken" : "heard"): \(words). \(remedy.capitalizedFirst)\(end)")
    #expect(hints.failure(obstacle) == "\(words); \(remedy)")
  }

  @Test func `without systemd, a missing session manager is started as a program`() {
    let hints = Hints(hasUserManager: false, hasSystemManager: false)
    #expect(hints.obstacle(.noSessionManager).remedy == "start one: wireplumber &")
  }

  @Test(arguments: [
    (SoundObstacle.muted(.cues), "voice off", Report.VerdictWord.warning, Report.VerdictWord.unused),
    (.muted(.cues), "voice on", .warning, .ok), (.muted(.speech(7)), "voice on", .ok, .warning),
    (.muted(.speech(7)), "voice off", .ok, .unused),
    (.muted(.output(name: "speakers", isPipeWire: false)), "voice on", .warning, .warning),
    (.noSessionManager, "voice on", .fault, .fault), (.dummyOutput, "voice on", .warning, .warning),
    (.muted(.cues), "sound off\nvoice off", .unused, .unused),
  ])
  func `an obstacle is reported at the start and by the doctor, if it concerns a used channel`(
    obstacle: SoundObstacle, settings: String, sound: Report.VerdictWord, speech: Report.VerdictWord
  ) async throws {
    let mixer = InMemorySoundMixer([obstacle])
    let settings = try readConfiguration(settings)
    let check = HealthCheck(
      services: .inMemory(mixer: mixer), store: InMemoryStore(), log: QueuedLog(), environment: [:])
    let findings = await check.findings(settings).filter { ["sound", "speech"].contains($0.subject) }
    #expect(findings.map(\.verdict) == [sound, speech])
    let hints = Hints(environment: [:])
    for finding in findings where [.warning, .fault].contains(finding.verdict) {
      #expect(finding.words == hints.obstacle(obstacle).words)
      #expect(finding.remedy == hints.obstacle(obstacle).remedy)
    }
    let isReported = ![sound, speech].allSatisfy { [.ok, .unused].contains($0) }
    #expect(await Self.channels(mixer).warnings(for: settings) == (isReported ? [hints.warning(obstacle)] : []))
  }

  @Test func `all obstacles are reported, and replace a warning, but not a fault`() {
    let hints = Hints(hasUserManager: true, hasSystemManager: true)
    let obstacles = [SoundObstacle.muted(.output(name: "speakers", isPipeWire: false)), .silent(.cues)]
    let inaudible = Report.Finding(
      "sound", .warning, "the output 'speakers' is muted; the volume of 'Interval timer' is 0 in the volume control",
      remedy: "unmute it: pactl set-sink-mute speakers 0")
    for verdict in [Report.VerdictWord.ok, .warning] {
      #expect(Report.Finding("sound", verdict, "x", remedy: "y").restricted(by: obstacles, hints) == inaudible)
    }
    let fault = Report.Finding("sound", .fault, "x")
    #expect(fault.restricted(by: obstacles, hints) == fault)
    #expect(Report.Finding("sound", .ok, "x").restricted(by: [], hints).words == "x")
  }

  @Test func `a muted output is reported even if a sound is missing`() async throws {
    let player = InMemorySoundPlayer()
    player.lose(.theme("bell"))
    let check = HealthCheck(
      services: .inMemory(player: player, mixer: InMemorySoundMixer([.muted(.cues)])), store: InMemoryStore(),
      log: QueuedLog(), environment: [:])
    let sound = await check.findings(try readConfiguration("sound start \"bell\"")).first { $0.subject == "sound" }
    #expect(sound?.words == Hints(environment: [:]).obstacle(.muted(.cues)).words)
  }

  @Test func `a test changes nothing that a workout has prepared after the test began`() async throws {
    let mixer = InMemorySoundMixer()
    let channels = Self.channels(mixer)
    let settings = try readConfiguration("cue start sound voice")
    let sample = try channels.sample("start", channels: nil, settings: settings)
    let test = await channels.test(sample, settings: settings) { _ in false }
    #expect(test.channels.map(\.failure) == ["a workout has started", "a workout has started"])
    #expect(mixer.calls.elements.isEmpty)
  }

  @Test(arguments: [
    (SoundObstacle.muted(.cues), true, false), (.muted(.speech(7)), false, true),
    (.silent(.output(name: "speakers", isPipeWire: true)), true, true), (.noSessionManager, true, true),
  ])
  func `a tested cue that cannot be heard has failed`(
    obstacle: SoundObstacle, hasSoundFailed: Bool, hasSpeechFailed: Bool
  ) async throws {
    let channels = Self.channels(InMemorySoundMixer([obstacle]))
    let settings = try readConfiguration("cue start sound voice")
    let sample = try channels.sample("start", channels: nil, settings: settings)
    let test = await channels.test(sample, settings: settings) { work in
      work()
      return true
    }
    let failure = Hints(environment: [:]).failure(obstacle)
    #expect(
      test.channels == [
        .init(channel: "sound", failure: hasSoundFailed ? failure : nil),
        .init(channel: "voice", failure: hasSpeechFailed ? failure : nil),
      ])
  }

  private static func channels(_ mixer: InMemorySoundMixer) -> CueChannels {
    CueChannels(
      notifier: InMemoryNotifier(), player: InMemorySoundPlayer(), speaker: InMemorySpeaker(), mixer: mixer,
      hooks: InMemoryHookRunner(), environment: [:])
  }
}
