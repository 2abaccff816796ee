import AudioOutput
import Desktop
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation

@testable import DaemonRuntime

/// Compares the outputs with the table of cues and channels in intervald.conf(5).
@Suite struct CueChannelTests {
  @Test(arguments: Cue.allCases, Channel.allCases)
  func `a cue is given on its channel and on no other`(cue: Cue, channel: Channel) async throws {
    let run = ChannelRun(channels: { $0 == cue ? [channel] : [] })
    try await run.giveEveryCue()
    for other in Channel.allCases {
      #expect((run.count(on: other) > 0) == (other == channel), "\(other)")
    }
    #expect(run.announcements.allSatisfy { $0.cue == cue })
    #expect(run.announcements.allSatisfy { $0.channels == [channel] })
    if channel == .hook { #expect(run.hooks.calls.elements.allSatisfy { $0.cue == cue.rawValue }) }
  }

  @Test(arguments: Cue.allCases)
  func `each cue has the default channels of the manual page`(cue: Cue) async throws {
    let row = try #require(
      ManualPage("intervald.conf.5").table(after: Channel.allCases.map(\.rawValue)).first { $0[0] == cue.rawValue })
    let channels = Set(zip(Channel.allCases, row.dropFirst()).filter { $0.1 == "yes" }.map(\.0))
    let run = ChannelRun(channels: { $0 == cue ? nil : [] })
    try await run.giveEveryCue()
    #expect(run.announcements.contains { $0.channels == channels })
    #expect(run.announcements.allSatisfy { $0.channels.isSubset(of: channels) })
  }

  @Test(arguments: SoundSubject.allCases, ["", "{label}", "now {label}"])
  func `every cue has a sample, even if it has no words`(subject: SoundSubject, words: String) throws {
    var settings = Settings()
    let template = try CueTemplate(parsing: words)
    for cue in Cue.allCases { settings.sayings[cue] = template }
    settings.sound = false
    let sample = SampleCue(subject, settings: settings, channels: [.voice], environment: [:])
    #expect(sample.announcement.words == (words.hasPrefix("now") ? "now" : nil))
  }

  @Test(arguments: NotifyMode.allCases)
  func `the setting notify determines which cues are shown`(mode: NotifyMode) async throws {
    var settings = Settings()
    settings.notify = mode
    let notifier = InMemoryNotifier()
    let fixture = RunnerFixture(configuration: settings, outputs: [NotificationOutput(notifier, iconFiles: .none)])
    try await fixture.start("lead-in off\n60s run, 10s walk")
    fixture.timekeeper.pass(.seconds(70))
    let shown = notifier.calls.elements.compactMap { call in
      if case .show(let notification) = call { notification } else { nil }
    }
    let transitions = ["Run 1 min", "Last interval: walk, 10 s", "Workout finished"]
    let all = ["Run 1 min", "Halfway: run, 1 min", "Halfway through the workout", "Next: walk, 10 s"]
    switch mode {
    case .off: #expect(shown.isEmpty)
    case .transitions: #expect(shown.map(\.summary) == transitions)
    case .replace, .each:
      #expect(shown.map(\.summary) == all + transitions.dropFirst())
      #expect(shown.allSatisfy { $0.closesPrevious == (mode == .each) })
    }
  }

  @Test func `consecutive notifications always differ`() async throws {
    let notifier = InMemoryNotifier()
    let fixture = RunnerFixture(configuration: Settings(), outputs: [NotificationOutput(notifier, iconFiles: .none)])
    try await fixture.start("lead-in 3s\n10x(1s, 1s), 3x(2s run, 2s walk), 1x(1s run, 1s run), 5x(1s), 2m run")
    fixture.timekeeper.pass(.seconds(300))
    let texts = notifier.calls.elements.compactMap { call in
      if case .show(let notification) = call { [notification.summary, notification.body] } else { nil }
    }
    #expect(texts.count > 30)
    for (text, next) in zip(texts, texts.dropFirst()) { #expect(text != next) }
  }

  @Test func `each kind of interval, a pause and the end each have their own icon`() async throws {
    let notifier = InMemoryNotifier()
    let fixture = RunnerFixture(configuration: Settings(), outputs: [NotificationOutput(notifier, iconFiles: .none)])
    try await fixture.start("lead-in 1s\n" + Kind.allCases.map { "2s \($0.rawValue)" }.joined(separator: ", "))
    fixture.timekeeper.pass(.seconds(2))
    _ = try await fixture.runner.handle(.pause(.user))
    _ = try await fixture.runner.handle(.resume)
    fixture.timekeeper.pass(.seconds(60))
    let icons = notifier.calls.elements.compactMap { call in
      if case .show(let notification) = call { String(notification.icon.dropFirst("intervald".count)) } else { nil }
    }
    #expect(
      icons == [
        "", "-warmup", "-paused", "-warmup", "-run", "-walk", "-run", "-sprint", "-run", "-rest", "-rest",
        "-cooldown", "-interval", "-finished",
      ])
  }
}

/// A run of two workouts that give every cue, on ports that record their calls.
private struct ChannelRun {
  let notifier = InMemoryNotifier()
  let player = InMemorySoundPlayer()
  let speaker = InMemorySpeaker()
  let hooks = InMemoryHookRunner()
  private let fixture: RunnerFixture

  /// - Parameter channels: returns the channels of a cue; nil for the default channels of the cue.
  init(channels: (Cue) -> Set<Channel>?) {
    var settings = Settings()
    for cue in Cue.allCases { settings.cues[cue] = channels(cue) }
    settings.hooks = Cue.allCases.map { Hook(cue: $0, program: "/bin/true", arguments: []) }
    settings.remainingEvery = .seconds(60)
    fixture = RunnerFixture(
      configuration: settings,
      outputs: [
        NotificationOutput(notifier, iconFiles: .none), CueSoundOutput(player),
        VoiceOutput(speaker, after: player, over: InMemorySoundMixer()), HookOutput(hooks, store: InMemoryStore()),
      ])
  }

  /// Runs a workout to its end, pausing it once, and then starts and stops a second workout.
  func giveEveryCue() async throws {
    try await fixture.start("lead-in 5s\n2x(100s run @5:00/km, 90s walk @8:00/km), 10s walk @8:00/km")
    fixture.timekeeper.pass(.seconds(20))
    _ = try await fixture.runner.handle(.pause(.user))
    _ = try await fixture.runner.handle(.resume)
    fixture.timekeeper.pass(.seconds(500))
    try await fixture.start("30s")
    _ = try await fixture.runner.stop()
  }

  var announcements: [Announcement] {
    fixture.output.events.compactMap { event in
      if case .announced(let announcement) = event.effect { announcement } else { nil }
    }
  }

  /// The number of cues that were given on a channel.
  func count(on channel: Channel) -> Int {
    switch channel {
    case .notification: notifier.calls.elements.count { if case .show = $0 { true } else { false } }
    case .sound: player.sounds.elements.count
    case .voice: speaker.texts.count
    case .hook: hooks.calls.elements.count
    }
  }
}
