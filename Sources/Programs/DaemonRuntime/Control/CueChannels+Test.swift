import AudioOutput
import Concurrency
import ControlInterface
import Desktop
import PlanNotation
import ToneSynthesis
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// Tests of the channels with single cues: `intervalctl test-cues`.
extension CueChannels {
  /// The time limit for each service to answer in a test.
  static let answerLimit = Duration.seconds(3)
  /// The maximum length of a sound server's buffer.
  ///
  /// PulseAudio reports the end of a sound after it has played this buffer. Its length is `MAX_LATENCY_USEC` for null
  /// outputs, and by default `DEFAULT_TSCHED_BUFFER_USEC` for hardware outputs.
  private static let maxSoundBuffer = Duration.seconds(2)
  /// The time limits of tests with a sound and with speech, if the service has answered.
  ///
  /// A sound lasts at most 10 s. The limit of speech is also the limit for the start of the speech service.
  static let maxSoundTime = Duration.seconds(15)
  static let maxSpeechTime = Duration.seconds(20)

  /// Returns a sample of a cue; `word` names the cue, or a kind of interval.
  ///
  /// `words` are the names of the channels; if `words` is nil or empty, the settings specify the channels.
  ///
  /// - Throws: `noSuchCue` if `word` is neither a cue nor a kind, or if one of `words` is not a channel.
  func sample(_ word: String, channels words: [String]?, settings: Settings) throws(ControlError) -> SampleCue {
    let subjects = SoundSubject.allCases
    let typed = word.lowercased().utf8
    guard let subject = subjects.first(where: { $0.word.utf8.elementsEqual(typed) }) else {
      throw .noSuchCue(.init(word: word, known: subjects.map(\.word)))
    }
    var channels: Set<Channel>?
    for word in words ?? [] {
      let typed = word.lowercased().utf8
      guard let channel = Channel.allCases.first(where: { $0.rawValue.utf8.elementsEqual(typed) }) else {
        throw .noSuchCue(.init(word: word, known: Channel.allCases.map(\.rawValue)))
      }
      channels = (channels ?? []).union([channel])
    }
    return SampleCue(subject, settings: settings, channels: channels, environment: environment)
  }

  /// Performs work if no workout runs; returns whether the work was performed.
  ///
  /// The work must return at once.
  typealias WhenIdle = (_ work: @Sendable () -> Void) async -> Bool

  /// Gives a cue without a workout, and returns the result of each channel.
  ///
  /// A workout may start during the test. From then on, the test changes nothing that the workout has prepared.
  func test(_ sample: SampleCue, settings: Settings, whenIdle: WhenIdle) async -> Report.CueTest {
    _ = await whenIdle { mixer.prepare(Lowering(settings)) }
    var results: [Report.ChannelTest] = []
    for channel in Channel.allCases where sample.channels.contains(channel) {
      let isPrepared = await whenIdle { prepare(sample, on: channel, settings) }
      let failure = isPrepared ? await failure(of: sample, on: channel, settings) : "a workout has started"
      results.append(Report.ChannelTest(channel: channel.rawValue, failure: failure))
    }
    _ = await whenIdle { mixer.release() }
    return Report.CueTest(
      text: sample.event.words.sentence,
      spoken: sample.channels.contains(.voice) ? sample.announcement.words : nil, channels: results)
  }

  /// Prepares the service of a channel; also shows the notification, which needs no further call.
  private func prepare(_ sample: SampleCue, on channel: Channel, _ settings: Settings) {
    switch channel {
    case .notification: show(sample.event)
    case .sound:
      let sound = CueSoundOutput.sound(for: sample.announcement, in: sample.event, settings)
      let rules = CueRules(settings, units: settings.units(inLocaleOf: environment), title: nil)
      let used = rules.usedChannels.union(sample.channels)
      let volume = CueSoundOutput.volume(in: settings, isSpoken: used.contains(.voice))
      player.prepare([sound.source], volume: volume)
    case .voice: speaker.prepare(VoiceSettings(settings))
    case .hook: break
    }
  }

  /// Gives a cue on a prepared channel, and returns the reason if the channel fails.
  private func failure(of sample: SampleCue, on channel: Channel, _ settings: Settings) async -> String? {
    switch channel {
    case .notification:
      return Self.failure(
        of: await notifier.availability(within: Self.answerLimit), unanswered: .notResponding,
        Self.noAnswer("the notification server"))
    case .sound:
      let sound = CueSoundOutput.sound(for: sample.announcement, in: sample.event, settings)
      if let failure = await Self.failure(
        of: player.availability(within: Self.answerLimit), unanswered: .noAnswer, Self.noSoundAnswer)
      {
        return failure
      }
      let obstacle = await obstacle(to: .sound)
      // Without a session manager, the sound would wait for an output until its time limit.
      if obstacle == .noSessionManager { return hints.failure(.noSessionManager) }
      let ownTime = sound.own.length + Self.maxSoundBuffer + Self.answerLimit
      let isOwn = sound.source == .own(sound.own)
      guard let failure = await player.test(sound.source, within: isOwn ? ownTime : Self.maxSoundTime) else {
        return obstacle.map(hints.failure)
      }
      guard failure.code != .noAnswer || !isOwn else { return Self.noSoundAnswer }
      guard !isOwn else { return failure.description }
      // As in a workout, if a sound cannot be played, intervald's own sound for the cue is played instead.
      _ = await player.test(.own(sound.own), within: ownTime)
      return "'\(sound.source)': \(failure)"
    case .voice: return await failureToSpeak(sample.announcement.words ?? "")
    case .hook:
      let calls = HookOutput.calls(for: sample.announcement, in: sample.event, settings)
      guard !calls.isEmpty else { return "no program is set for this cue" }
      for call in calls {
        if let failure = await hooks.test(call) { return "\(call.program): \(failure)" }
      }
      return nil
    }
  }

  /// Speaks words, and returns the reason if they are not spoken.
  private func failureToSpeak(_ words: String) async -> String? {
    async let running = speaker.check(within: Self.answerLimit)
    async let sound = player.check([], volume: 100, within: Self.answerLimit)
    // `prepare` may still be starting the service, and `test` must not start the service a second time.
    var availability = await speaker.availability(within: Self.answerLimit)
    if availability == nil, case .unavailable(let failure) = await running, failure.code == .noService {
      // No service was running, so the service does not hang: it loads its synthesizers before it listens.
      availability = await speaker.availability(within: Self.maxSpeechTime)
    }
    if let failure = Self.failure(of: availability, unanswered: .noAnswer, Self.noSpeechAnswer) { return failure }
    // Without a sound server, the service accepts the words, but never reports their end.
    let hasOutput = if case .success = await sound { true } else { false }
    let limit = hasOutput ? Self.maxSpeechTime : Self.maxSilentTime(of: words)
    guard let failure = await speaker.test(words, answeringWithin: Self.answerLimit, endingWithin: limit) else {
      // The stream of the service exists only after its first words.
      return await obstacle(to: .voice).map(hints.failure)
    }
    guard failure.code == .noAnswer else { return failure.description }
    return hasOutput ? Self.noSpeechAnswer : "the speech service did not end the words, and no sound server responds"
  }

  /// The time limit for the end of words if no sound server is found.
  ///
  /// The server may be one that only the speech service can use, so the limit includes the time that a slow voice needs
  /// to speak the words: 150 ms for each character.
  private static func maxSilentTime(of words: String) -> Duration {
    max(answerLimit - .milliseconds(500), .milliseconds(150) * words.utf8.count)
  }

  private static let noSoundAnswer = noAnswer("the sound server")
  private static let noSpeechAnswer = noAnswer("the speech service")

  private static func noAnswer(_ service: String) -> String {
    "\(service) did not answer within \(answerLimit.unitsText)"
  }

  /// Returns the reason why a service is unavailable.
  ///
  /// `noAnswer` is the reason if the availability is nil, or if the service failed with the code `unanswered`.
  private static func failure<Details, Code>(
    of availability: Availability<Details, Code>?, unanswered: Code, _ noAnswer: String
  ) -> String? {
    switch availability {
    case .available?: nil
    case .unavailable(let failure)? where failure.code == unanswered: noAnswer
    case .unavailable(let failure)?: failure.description
    case nil: noAnswer
    }
  }

  /// Shows a cue as in a workout, but without buttons and with an expiry.
  private func show(_ event: WorkoutEvent) {
    var notification = NotificationOutput.notification(of: event)
    notification.actions = []
    notification.withoutButtons = ""
    notification.expiry = .byServer
    notification.isResident = false
    notifier.prepare()
    notifier.show(notification)
  }

  /// Returns the first reason why a channel cannot be heard.
  private func obstacle(to channel: Channel) async -> SoundObstacle? {
    await mixer.obstacles(within: Self.answerLimit)?.concerning([channel]).first
  }
}
