package import AudioOutput
import LogHandlers
package import Logging
import ToneSynthesis
package import WorkoutEngine
import WorkoutModel
package import WorkoutPresentation
package import WorkoutReports

/// Plays the sounds of cues.
package struct CueSoundOutput: WorkoutOutput {
  private let player: any SoundPlayer

  package init(_ player: any SoundPlayer) {
    self.player = player
  }

  package func receive(_ event: WorkoutEvent) {
    switch event.effect {
    case .started, .rejoined: prepare(event.workout)
    case .announced(let announcement) where announcement.channels.contains(.sound):
      let sound = Self.sound(for: announcement, in: event, event.workout.settings)
      player.play(sound.source, fallback: sound.own)
    default: break
    }
  }

  package func adopt(_ workout: RunningWorkout, _ progress: Progress) { prepare(workout) }

  /// Announces the next cue that has a sound or words to the player, which also wakes the output before spoken cues.
  package func expect(_ cue: UpcomingCue?, at now: Instant) {
    player.expectCue(in: cue?.heard.map { $0.at - now }, hasSound: cue?.heard?.hasSound == true)
  }

  /// Prepares the player for all sounds that the workout can play.
  private func prepare(_ workout: RunningWorkout) {
    let plan = workout.workout.plan
    let kinds = Kind.allCases.filter { kind in plan.containsInterval { $0.kind == kind } }
    let sounds = Self.sounds(of: workout.cueRules, kinds: kinds, workout.settings)
    player.setWakeTime(sounds.isEmpty && !workout.usesVoice ? .zero : workout.settings.wakeOutput)
    guard !sounds.isEmpty else { return }
    player.prepare(sounds, volume: Self.volume(in: workout.settings, isSpoken: workout.usesVoice))
  }

  /// Returns the volume of sounds in percent; `isSpoken` is true if cues are also spoken.
  static func volume(in settings: Settings, isSpoken: Bool) -> Int {
    let loudness = Loudness(percent: settings.soundVolume)
    return isSpoken ? loudness.besideVoice.percent : loudness.percent
  }

  /// Returns all sounds that a workout with intervals of these kinds can play, and their fallbacks.
  static func sounds(of rules: CueRules, kinds: [Kind], _ settings: Settings) -> Set<SoundSource> {
    let sounds = rules.channels.filter { $0.value.contains(.sound) }.keys.flatMap { cue in
      cue.isOfInterval ? kinds.map { sound(for: cue, kind: $0, settings) } : [sound(for: cue, kind: nil, settings)]
    }
    return Set(sounds.flatMap { [$0.source, .own($0.own)] })
  }

  /// A sound, and the program's own sound, which is played if the first sound cannot be played.
  typealias Sound = (source: SoundSource, own: CueSound)

  /// Returns the sound of an announcement.
  static func sound(for announcement: Announcement, in event: WorkoutEvent, _ settings: Settings) -> Sound {
    sound(for: announcement.cue, kind: event.kind(of: announcement), settings)
  }

  /// Returns the length of the sound of an announcement; zero if the announcement has no sound.
  ///
  /// If the length of a sound of the user is unknown, the built-in sound is played, or the length is assumed to be that
  /// of the built-in sound.
  static func length(
    of announcement: Announcement, in event: WorkoutEvent, playedBy player: any SoundPlayer
  ) -> Duration {
    guard announcement.channels.contains(.sound) else { return .zero }
    let sound = sound(for: announcement, in: event, event.workout.settings)
    return min(player.length(of: sound.source) ?? sound.own.length, maxLength)
  }

  /// The maximum time that words wait for the end of a sound; the words follow a longer sound before its end.
  static let maxLength = Duration.seconds(5)

  /// Returns the sound of a cue in an interval of a kind.
  ///
  /// If the cue begins or resumes an interval, the first choice is the sound for the kind in the settings. The second
  /// choice is the sound for the cue in the settings, and the last choice is the program's own sound.
  private static func sound(for cue: Cue, kind: Kind?, _ settings: Settings) -> Sound {
    let own = CueSound(cue, kind: kind)
    let kind = cue.isOfInterval ? kind : nil
    guard let name = kind.flatMap({ settings.sounds[.kind($0)] }) ?? settings.sounds[.cue(cue)] else {
      return (.own(own), own)
    }
    return (name.hasPrefix("/") ? .file(name) : .theme(name), own)
  }
}

extension CueSoundOutput {
  package func handleEvents(runner: WorkoutRunner, logger: Logger) async {
    for await event in player.events {
      switch event {
      case .outputAppeared(let output): logger.info("The sound output is \(output.name)")
      case .outputUnavailable(let failure):
        logger.warning(
          "Cues are not heard: \(failure); the workout continues without sounds",
          metadata: CatalogEntry.cuesNotHeard.metadata)
      case .soundUnavailable(let sound, let failure):
        logger.warning("The sound \(sound) cannot be played: \(failure); ignoring")
      }
    }
  }
}

extension Cue {
  /// Whether the cue begins or resumes an interval, so that its sound depends on the interval's kind.
  fileprivate var isOfInterval: Bool { self == .start || self == .resumed }
}

/// Speaks the words of cues.
package struct VoiceOutput: WorkoutOutput {
  private let speaker: any Speaker
  private let player: any SoundPlayer
  private let mixer: any SoundMixer

  /// - Parameters:
  ///   - speaker: the port of the speech service.
  ///   - player: the port of the sound server, which knows the lengths of sounds.
  ///   - mixer: the port of the sound server's volumes.
  package init(_ speaker: any Speaker, after player: any SoundPlayer, over mixer: any SoundMixer) {
    self.speaker = speaker
    self.player = player
    self.mixer = mixer
  }

  package func receive(_ event: WorkoutEvent) {
    switch event.effect {
    case .started, .rejoined: prepare(event.workout)
    case .announced(let announcement):
      guard let words = announcement.words else { return }
      // Together, a sound and words at full volume would clip. The words therefore follow the sound.
      speaker.say(words) { [player] in CueSoundOutput.length(of: announcement, in: event, playedBy: player) }
    // After these effects, the text that is being spoken is out of date.
    case .paused, .leadInBegan, .intervalBegan(lateness: nil, _, _): cancelSpeech(of: event.workout)
    case .stopped:
      cancelSpeech(of: event.workout)
      mixer.release()
    case .finished: mixer.release()
    case .intervalBegan, .resumed, .extended, .corrected: break
    }
  }

  package func adopt(_ workout: RunningWorkout, _ progress: Progress) { prepare(workout) }

  private func cancelSpeech(of workout: RunningWorkout) {
    if workout.usesVoice { speaker.cancelSpeech() }
  }

  private func prepare(_ workout: RunningWorkout) {
    mixer.prepare(Lowering(workout.settings))
    guard workout.usesVoice else { return }
    speaker.prepare(VoiceSettings(workout.settings))
  }

  package func handleEvents(runner: WorkoutRunner, logger: Logger) async {
    for await event in speaker.events {
      switch event {
      case .serviceAppeared(let service):
        logger.info("The speech service is \(service.name) with \(service.synthesizer)")
      case .serviceUnavailable(let failure):
        logger.warning("Cues are not spoken: \(failure); the workout continues without speech")
      }
    }
  }
}

extension RunningWorkout {
  /// Whether any cue is spoken.
  fileprivate var usesVoice: Bool { cueRules.channels.values.contains { $0.contains(.voice) } }
}

extension Lowering {
  /// The lowering of other programs in the settings; nil for none.
  init?(_ settings: Settings) {
    switch settings.ducking {
    case .off: return nil
    case .voice(let decibels): self.init(decibels: decibels, includesSounds: false)
    case .all(let decibels): self.init(decibels: decibels, includesSounds: true)
    }
  }
}

extension VoiceSettings {
  /// The voice of the settings.
  ///
  /// The language has a default of its own, because the words have a language, whatever the language of
  /// speech-dispatcher is.
  ///
  /// The volume has a default of its own, because espeak-ng distorts the voice at the default volume of
  /// speech-dispatcher in Debian.
  init(_ settings: Settings) {
    self.init(
      language: settings.voiceLanguage ?? WordsLanguage.tag, rate: settings.voiceRate,
      volume: settings.voiceVolume ?? Settings.defaultVoiceVolume)
  }
}
