import AudioOutput
import Desktop
import PlanNotation
import TestSupport
import Testing
import ToneSynthesis
import UserFiles
import WorkoutEngine
import WorkoutModel

@testable import DaemonRuntime

/// The outputs for sounds, speech, hooks and the media player.
@Suite struct CueOutputTests {
  @Test(
    arguments: [
      ("", ["run", "walk", "rest", "last", "finish"]), ("sound off\n", []), ("cue start off\n", ["last", "finish"]),
    ])
  func `the kinds, the last interval and the finish have different sounds`(settings: String, sounds: [String])
    async throws
  {
    let player = InMemorySoundPlayer()
    let fixture = RunnerFixture(configuration: Settings(), outputs: [CueSoundOutput(player)])
    try await fixture.start("\(settings)lead-in off\n1s run, 1s walk, 1s rest, 1s")
    fixture.timekeeper.pass(.seconds(20))
    #expect(player.sounds.elements.map(\.description) == sounds)
    #expect(player.preparations.elements.count == (settings == "sound off\n" ? 0 : 1))
  }

  @Test(arguments: [("voice off", 100), ("voice on", 79), ("volume 150\nvoice on", 91), ("volume 0\nvoice on", 0)])
  func `sounds are 6 dB softer in a workout with spoken cues`(settings: String, volume: Int) async throws {
    let player = InMemorySoundPlayer()
    let fixture = RunnerFixture(configuration: try readConfiguration(settings), outputs: [CueSoundOutput(player)])
    try await fixture.start("1s run")
    #expect(player.preparations.elements.first?.volume == volume)
  }

  @Test func `a sound in the settings replaces the built-in sound, and a kind's sound has priority over a cue's sound`()
    async throws
  {
    let configuration = try readConfiguration(
      """
      sound run "bell"
      sound start "/usr/start.oga"
      sound finish "/x/finish.oga"
      volume 40
      """)
    let player = InMemorySoundPlayer()
    player.lose(.file("/x/finish.oga"))
    let fixture = RunnerFixture(configuration: configuration, outputs: [CueSoundOutput(player)])
    try await fixture.start("lead-in 2s\ncue last off\ncue lead-in off\ncountdown 1\n1s run, 1s walk")
    fixture.timekeeper.pass(.seconds(20))
    #expect(
      player.sounds.elements == [.own(.countdown), .theme("bell"), .file("/usr/start.oga"), .own(.finish)])
    let preparation = try #require(player.preparations.elements.first)
    #expect(preparation.volume == 40)
    #expect(preparation.sounds.isSuperset(of: [.theme("bell"), .file("/usr/start.oga"), .own(.walk), .own(.pause)]))
    #expect(!preparation.sounds.contains(.own(.last)))
  }

  @Test func `a resume plays the sound of the interval, and a skip during a pause plays no sound`() async throws {
    let player = InMemorySoundPlayer()
    let fixture = RunnerFixture(configuration: Settings(), outputs: [CueSoundOutput(player)])
    try await fixture.start("lead-in off\ncue last off\n10s run, 10s walk")
    for command in [Command.pause(.user), .next(out: false), .resume] { _ = try await fixture.runner.handle(command) }
    #expect(player.sounds.elements.map(\.description) == ["run", "pause", "walk"])
  }

  @Test func `the speech service is prepared only if a cue is spoken, and a pause ends speech`() async throws {
    let configuration = try readConfiguration("voice-language de\nvoice-rate 70\ncue start voice\ncue last off")
    let speaker = InMemorySpeaker()
    let fixture = RunnerFixture(
      configuration: configuration,
      outputs: [VoiceOutput(speaker, after: InMemorySoundPlayer(), over: InMemorySoundMixer())])
    try await fixture.start("lead-in off\n30s run, 90s walk \"hill\"")
    fixture.timekeeper.pass(.seconds(30))
    _ = try await fixture.runner.handle(.pause(.user))
    #expect(
      speaker.calls.elements == [
        .prepare(VoiceSettings(language: "de", rate: 70, volume: 50)), .cancelSpeech, .say("run thirty seconds"),
        .say("walk one minute thirty hill"), .cancelSpeech,
      ])
    let silent = InMemorySpeaker()
    let other = RunnerFixture(
      configuration: Settings(),
      outputs: [VoiceOutput(silent, after: InMemorySoundPlayer(), over: InMemorySoundMixer())])
    try await other.start("30s run")
    #expect(silent.calls.elements.isEmpty)
  }

  @Test func `the words of a cue follow the sound of the cue`() async throws {
    let speaker = InMemorySpeaker()
    let fixture = RunnerFixture(
      configuration: try readConfiguration("voice on"),
      outputs: [VoiceOutput(speaker, after: InMemorySoundPlayer(), over: InMemorySoundMixer())])
    try await fixture.start("lead-in off\ncue last off\n90s run, 30s walk")
    fixture.timekeeper.pass(.seconds(120))
    #expect(
      speaker.calls.elements.dropFirst(2) == [
        .say("run one minute thirty", after: .milliseconds(430)), .say("halfway through the interval"),
        .say("halfway through the workout"), .say("walk thirty seconds", after: .milliseconds(430)),
        .say("finished: two minutes", after: .milliseconds(1450)),
      ])
  }

  @Test func `with a belt lag, the start of an interval is heard twice, spoken once, and runs its hooks once`()
    async throws
  {
    let (player, speaker, hooks) = (InMemorySoundPlayer(), InMemorySpeaker(), InMemoryHookRunner())
    let fixture = RunnerFixture(
      configuration: try readConfiguration("hook start \"/bin/a\" \"{kind}\"\nvoice on\nbelt-lag 5s\ncountdown off"),
      outputs: [
        CueSoundOutput(player), VoiceOutput(speaker, after: InMemorySoundPlayer(), over: InMemorySoundMixer()),
        HookOutput(hooks, store: InMemoryStore()),
      ])
    try await fixture.start("lead-in off\ncue last off\ncue finish off\n20s run, 20s walk @3mph")
    fixture.timekeeper.pass(.seconds(40))
    #expect(player.sounds.elements.map(\.description) == ["run", "walk", "walk"])
    #expect(speaker.texts.filter { $0.hasPrefix("walk") }.count == 1)
    #expect(hooks.calls.elements.map(\.arguments) == [["run"], ["walk"]])
  }

  @Test(
    arguments: [
      ("", nil, CueSound.run.length), ("sound run \"bell\"", nil, CueSound.run.length),
      ("sound run \"bell\"", .milliseconds(1200), .milliseconds(1200)),
      ("sound run \"bell\"", .seconds(60), CueSoundOutput.maxLength), ("cue start voice", nil, .zero),
    ] as [(String, Duration?, Duration)])
  func `the words follow the sound, whose length may be that of a sound of the user`(
    settings: String, length: Duration?, delay: Duration
  ) async throws {
    let (speaker, player) = (InMemorySpeaker(), InMemorySoundPlayer())
    if let length { player.set(length, of: .theme("bell")) }
    let configuration = try readConfiguration("\(settings)\nvoice on")
    let output = VoiceOutput(speaker, after: player, over: InMemorySoundMixer())
    try await RunnerFixture(configuration: configuration, outputs: [output]).start("lead-in off\n60s run, 60s walk")
    #expect(speaker.delays == [delay])
  }

  @Test func `the player learns when the next cue can be due, and how long the output needs to wake`() async throws {
    let player = InMemorySoundPlayer()
    let fixture = RunnerFixture(
      configuration: try readConfiguration("wake-output 1s\ncountdown off\ncue halfway off\ncue next off\nsound on"),
      outputs: [CueSoundOutput(player)])
    try await fixture.start("lead-in off\n60s run, 30s walk")
    #expect(player.wakeTimes.elements == [.seconds(1)])
    #expect(player.expectations.elements.last == .seconds(60))
    fixture.timekeeper.pass(.seconds(60))
    #expect(player.expectations.elements.last == .seconds(30))
    _ = try await fixture.runner.handle(.pause(.user))
    #expect(player.expectations.elements.last == .some(nil))
    _ = try await fixture.runner.handle(.resume)
    #expect(player.expectations.elements.last == .seconds(30))
    _ = try await fixture.runner.stop()
    #expect(player.expectations.elements.last == .some(nil))
  }

  @Test(arguments: [
    ("", true, true), ("cue start voice", true, false), ("sound off\nvoice on", true, false),
    ("cue start notification", false, false), ("cue start off", false, false),
  ])
  func `the player learns only about cues that have a sound or words`(
    settings: String, isExpected: Bool, hasSound: Bool
  ) async throws {
    let player = InMemorySoundPlayer()
    let common = "wake-output 1s\ncountdown off\ncue halfway off\ncue last off"
    let configuration = try readConfiguration("\(common)\n\(settings)")
    let fixture = RunnerFixture(configuration: configuration, outputs: [CueSoundOutput(player)])
    try await fixture.start("lead-in off\n20s run, 20s walk")
    #expect(player.wakeTimes.elements == [.seconds(1)])
    #expect(player.expectations.elements.last == .some(isExpected ? .seconds(20) : nil))
    #expect(player.expectedSounds.elements.last == hasSound)
    // The last interval is followed by the cue for the end of the workout.
    fixture.timekeeper.pass(.seconds(20))
    let hasFinish = settings != "sound off\nvoice on"
    #expect(player.expectations.elements.last == .some(.seconds(20)))
    #expect(player.expectedSounds.elements.last == hasFinish)
  }

  @Test func `the start of the last interval is expected if only the cue of that interval has a sound`() async throws {
    let player = InMemorySoundPlayer()
    let settings = "wake-output 1s\ncountdown off\ncue halfway notification\ncue start off\ncue finish off"
    let fixture = RunnerFixture(configuration: try readConfiguration(settings), outputs: [CueSoundOutput(player)])
    try await fixture.start("lead-in off\n3x 20s run")
    #expect(player.expectations.elements.last == .some(nil))
    fixture.timekeeper.pass(.seconds(20))
    // The cue for the half of the workout, which is only shown, comes first.
    #expect(player.expectations.elements.last == .seconds(20))
    fixture.timekeeper.pass(.seconds(10))
    #expect(player.expectations.elements.last == .seconds(10))
    fixture.timekeeper.pass(.seconds(10))
    #expect(player.expectations.elements.last == .some(nil))
  }

  @Test(arguments: [
    ("", Lowering(decibels: 12, includesSounds: false)), ("duck 3dB", Lowering(decibels: 3, includesSounds: false)),
    ("duck 20dB all", Lowering(decibels: 20, includesSounds: true)), ("duck off", nil),
  ])
  func `the setting duck determines how other programs are lowered`(settings: String, lowering: Lowering?) async throws
  {
    let mixer = InMemorySoundMixer()
    let output = VoiceOutput(InMemorySpeaker(), after: InMemorySoundPlayer(), over: mixer)
    let fixture = RunnerFixture(configuration: try readConfiguration(settings), outputs: [output])
    try await fixture.start("lead-in off\n60s run")
    #expect(mixer.calls.elements == [.prepare(lowering)])
    await fixture.runner.adopt(try readConfiguration("duck 1dB"))
    #expect(mixer.calls.elements.last == .prepare(Lowering(decibels: 1, includesSounds: false)))
  }

  @Test(arguments: [false, true])
  func `the end of a workout releases the mixer`(isStopped: Bool) async throws {
    let mixer = InMemorySoundMixer()
    let output = VoiceOutput(InMemorySpeaker(), after: InMemorySoundPlayer(), over: mixer)
    let fixture = RunnerFixture(outputs: [output])
    try await fixture.start("lead-in off\n60s run")
    #expect(!mixer.calls.elements.contains(.release))
    if isStopped { _ = try await fixture.runner.stop() } else { fixture.timekeeper.pass(.seconds(60)) }
    #expect(mixer.calls.elements.last == .release)
  }

  @Test func `the mixer is shut down after the speaker, which restores other programs`() async throws {
    let mixer = InMemorySoundMixer()
    let services = ExternalServices.inMemory(speaker: InMemorySpeaker(mixer: mixer), mixer: mixer)
    await services.shutDown(within: generousLimit)
    #expect(mixer.calls.elements == [.restore(.speech), .shutDown])
  }

  @Test func `a command that begins another interval ends speech`() async throws {
    let speaker = InMemorySpeaker()
    let configuration = try readConfiguration("cue halfway voice")
    let fixture = RunnerFixture(
      configuration: configuration,
      outputs: [VoiceOutput(speaker, after: InMemorySoundPlayer(), over: InMemorySoundMixer())])
    try await fixture.start("lead-in off\n60s run, 50s walk, 20m run")
    fixture.timekeeper.pass(.seconds(30))
    _ = try await fixture.runner.handle(.next(out: false))
    fixture.timekeeper.pass(.seconds(50))
    #expect(speaker.calls.elements.dropFirst(2) == [.say("halfway through the interval"), .cancelSpeech])
  }

  @Test func `a hook receives its fields as arguments and in its environment`() async throws {
    var configuration = try readConfiguration(
      """
      hook start "/bin/a" "-k" "{kind}" "{goal} of {remaining}" "{label}"
      hook start "/bin/b"
      hook finish "/bin/c" "{elapsed} {distance}"
      """)
    configuration.distanceUnits = .kilometres
    let hooks = InMemoryHookRunner()
    let fixture = RunnerFixture(configuration: configuration, outputs: [HookOutput(hooks, store: InMemoryStore())])
    try await fixture.start("name \"Short\"\nlead-in off\n2x(30s run @5:00/km \"hill; rm -rf\")")
    fixture.timekeeper.pass(.seconds(60))
    let calls = hooks.calls.elements
    #expect(calls.map(\.program) == ["/bin/a", "/bin/b", "/bin/a", "/bin/b", "/bin/c"])
    #expect(calls[0].arguments == ["-k", "run", "30 s of 1:00", "hill; rm -rf"])
    #expect(calls[0].environment["INTERVALD_NEXT_LABEL"] == "hill; rm -rf")
    #expect(calls[4].arguments == ["1:00 0.20 km"])
    let environment = calls[2].environment
    #expect(environment.count == CueField.allCases.count + 1)
    #expect(environment["INTERVALD_WORKOUT"]?.count == 36)
    #expect(environment["INTERVALD_CUE"] == "start")
    #expect(environment["INTERVALD_TITLE"] == "Short")
    #expect(environment["INTERVALD_ROUND"] == "2")
    #expect(environment["INTERVALD_ROUNDS"] == "2")
    #expect(environment["INTERVALD_SPEED"] == "12.0 kph")
    #expect(environment["INTERVALD_NEXT"] == "")
    #expect(environment["INTERVALD_PACE_NOW"] == "")
  }

  @Test func `a hook receives labels without control characters`() async throws {
    let configuration = try readConfiguration("hook start \"/bin/a\" \"{label}\"")
    let hooks = InMemoryHookRunner()
    let fixture = RunnerFixture(configuration: configuration, outputs: [HookOutput(hooks, store: InMemoryStore())])
    try await fixture.start("lead-in off\n30s run \"a\u{1B}[31m\tb\"")
    #expect(hooks.calls.elements.first?.arguments == ["a [31m b"])
    #expect(hooks.calls.elements.first?.environment["INTERVALD_LABEL"] == "a [31m b")
  }

  @Test func `a running or paused workout is shown by the media player`() async throws {
    let player = InMemoryMediaPlayer()
    let folder = try TemporaryFolder()
    let folders = XDGFolders(environment: ["HOME": folder.path, "XDG_DATA_DIRS": "\(packageRoot)/share"])
    let fixture = RunnerFixture(outputs: [MediaPlayerOutput(player, iconFiles: IconFiles(folders))])
    try await fixture.start("lead-in 5s\nname \"Tabata\"\n8x(20s work, 10s rest)")
    let leadIn = try #require(player.shown)
    #expect(leadIn.title == "Get ready: work, 20 s")
    #expect(leadIn.album == "Tabata")
    #expect(leadIn.artist == "Tabata", "desktops show an unknown artist otherwise")
    #expect(leadIn.length == .seconds(5))
    #expect(leadIn.isPlaying)
    fixture.timekeeper.pass(.seconds(40))
    _ = try await fixture.runner.handle(.pause(.user))
    let paused = try #require(player.shown)
    #expect(paused.title == "Work 20 s")
    #expect(paused.artist == "Round 2 of 8")
    #expect(!paused.isPlaying)
    #expect(paused.length == .seconds(20))
    #expect(paused.position == .seconds(5))
    #expect(paused.artURL == "file://\(packageRoot)/share/icons/hicolor/scalable/apps/intervald-run.svg")
    let shows = player.calls.elements.count
    _ = try await fixture.runner.handle(.resume)
    _ = try await fixture.runner.handle(.extend(by: .seconds(3)))
    #expect(player.shown?.length == .seconds(23))
    #expect(player.calls.elements.count == shows + 2)
    _ = try await fixture.runner.handle(.correct(metres: 100))
    #expect(player.calls.elements.count == shows + 3)
    _ = try await fixture.runner.stop()
    #expect(player.shown == nil)
    #expect(player.calls.elements.last == .close)
  }

  @Test func `a reload with mpris off closes the media player, and a reload with mpris on shows it`() async throws {
    let player = InMemoryMediaPlayer()
    let folders = XDGFolders(environment: ["HOME": "/nowhere"])
    let fixture = RunnerFixture(outputs: [MediaPlayerOutput(player, iconFiles: IconFiles(folders))])
    try await fixture.start("30s")
    #expect(player.shown?.artist == "Interval timer", "the plan has neither rounds nor a name")
    #expect(player.shown?.artURL == nil)
    var settings = Settings()
    settings.mpris = false
    await fixture.runner.adopt(settings)
    #expect(player.shown == nil)
    _ = try await fixture.runner.handle(.pause(.user))
    #expect(player.shown == nil)
    await fixture.runner.adopt(Settings())
    #expect(player.shown?.isPlaying == false)
  }

  @Test func `the URL of a picture is percent-encoded`() {
    #expect(IconFiles.url(ofFile: "/home/a b/ü%.svg") == "file:///home/a%20b/%C3%BC%25.svg")
  }
}
