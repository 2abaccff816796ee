import WorkoutReports
package import AudioOutput
package import Desktop
import Concurrency
import ControlInterface
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation

/// All that cues are given on, as far as somebody wants to know whether it works.
package struct CueChannels: Sendable {
  private let notifier: any Notifier
  private let player: any SoundPlayer
  private let speaker: any Speaker
  private let hooks: any HookRunner
  private let environment: [String: String]

  /// How long a start waits for news of the servers before it says that there are none.
  static let warningPatience = Duration.milliseconds(300)
  /// How long a sound, and how long words may take.
  static let longestSound = Duration.seconds(10)
  static let longestWords = Duration.seconds(20)
  /// How long the notification server may take.
  static let patience = Duration.seconds(2)

  /// - Parameters:
  ///   - notifier: for notifications.
  ///   - player: for sounds.
  ///   - speaker: for the voice.
  ///   - hooks: for programs.
  ///   - environment: the daemon's, for the units of a sample.
  package init(
    notifier: any Notifier, player: any SoundPlayer, speaker: any Speaker, hooks: any HookRunner,
    environment: [String: String]
  ) {
    self.notifier = notifier
    self.player = player
    self.speaker = speaker
    self.hooks = hooks
    self.environment = environment
  }

  /// What a person who starts a workout should know of the channels that its settings use: sentences.
  func warnings(for settings: Settings) async -> [String] {
    let used = CueRules(settings, units: settings.units(inLocaleOf: environment), title: nil).usedChannels
    async let server = used.contains(.notification) ? notifier.availability(within: Self.warningPatience) : nil
    async let output = used.contains(.sound) ? player.availability(within: Self.warningPatience) : nil
    async let service = used.contains(.voice) ? speaker.availability(within: Self.warningPatience) : nil
    var warnings: [String] = []
    switch await server {
    case .unavailable(let failure)?: warnings.append("Notifications are not shown: \(failure).")
    case nil where used.contains(.notification):
      warnings.append("Notifications may not be shown: the notification server does not respond.")
    case .available?, nil: break
    }
    if case .unavailable(let failure)? = await output { warnings.append("Cues are not heard: \(failure).") }
    if case .unavailable(let failure)? = await service { warnings.append("Cues are not spoken: \(failure).") }
    return warnings
  }

  /// The cue of a word, on the channels named or else on those of the settings.
  ///
  /// - Throws: `noSuchCue`, of a channel too.
  func sample(_ word: String, channels words: [String]?, settings: Settings) throws(ControlError) -> SampleCue {
    let subjects = SoundSubject.allCases
    guard let subject = subjects.first(where: { $0.word == word.lowercased() }) else {
      throw .noSuchCue(.init(word: word, known: subjects.map(\.word)))
    }
    var channels: Set<Channel>?
    for word in words ?? [] {
      guard let channel = Channel(rawValue: word.lowercased()) else {
        throw .noSuchCue(.init(word: word, known: Channel.allCases.map(\.rawValue)))
      }
      channels = (channels ?? []).union([channel])
    }
    return SampleCue(subject, settings: settings, channels: channels, environment: environment)
  }

  /// Gives a cue outside of any workout, and says what became of it.
  func test(_ sample: SampleCue, settings: Settings) async -> Report.CueTest {
    var results: [Report.ChannelTest] = []
    for channel in Channel.allCases where sample.channels.contains(channel) {
      let failure = await failure(of: sample, on: channel, settings)
      results.append(Report.ChannelTest(channel: channel.rawValue, failure: failure))
    }
    return Report.CueTest(
      text: sample.event.words.sentence,
      spoken: sample.channels.contains(.voice) ? sample.announcement.words : nil, channels: results)
  }

  /// Gives a cue on a channel; why that failed, or nil.
  private func failure(of sample: SampleCue, on channel: Channel, _ settings: Settings) async -> String? {
    switch channel {
    case .notification: return await show(sample.event)
    case .sound:
      let sound = CueSoundOutput.sound(for: sample.announcement, in: sample.event, settings)
      player.prepare([sound.source], volume: settings.soundVolume)
      guard let failure = await player.test(sound.source, within: Self.longestSound) else { return nil }
      guard sound.source != .own(sound.own) else { return failure.description }
      // As in a workout, the own sound is heard in the place of one that cannot be.
      _ = await player.test(.own(sound.own), within: Self.longestSound)
      return "'\(sound.source)': \(failure)"
    case .voice:
      speaker.prepare(VoiceSettings(settings))
      // Two that start the service at the same time would be in each other's way.
      if case .unavailable(let failure)? = await speaker.availability(within: Self.longestWords) {
        return failure.description
      }
      return await speaker.test(sample.announcement.words ?? "", within: Self.longestWords)?.description
    case .hook:
      let calls = HookOutput.calls(for: sample.announcement, in: sample.event, settings)
      guard !calls.isEmpty else { return "no program is set for this cue" }
      for call in calls {
        if let failure = await hooks.test(call) { return "\(call.program): \(failure)" }
      }
      return nil
    }
  }

  /// Shows a cue as it is shown in a workout, but without buttons, and not for ever.
  private func show(_ event: WorkoutEvent) async -> String? {
    var notification = NotificationOutput.notification(of: event)
    notification.actions = []
    notification.withoutButtons = ""
    notification.expiry = .byServer
    notification.isResident = false
    notifier.prepare()
    notifier.show(notification)
    return switch await notifier.availability(within: Self.patience) {
    case .available?: nil
    case .unavailable(let failure)?: failure.description
    case nil: "the notification server does not respond"
    }
  }
}
