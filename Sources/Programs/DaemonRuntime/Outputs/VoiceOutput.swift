package import WorkoutReports
package import AudioOutput
package import WorkoutEngine
import WorkoutModel
package import WorkoutPresentation

/// Lets the words of cues be heard.
package struct VoiceOutput: WorkoutOutput {
  private let speaker: any Speaker

  package init(_ speaker: any Speaker) {
    self.speaker = speaker
  }

  package func receive(_ event: WorkoutEvent) {
    switch event.effect {
    case .started, .rejoined: prepare(event.workout)
    case .announced(let announcement): if let words = announcement.words { speaker.say(words) }
    // What is being said is of a moment ago.
    case .stopped, .paused, .leadInBegan, .intervalBegan(lateness: nil, _, _):
      if event.workout.usesVoice { speaker.hush() }
    case .intervalBegan, .resumed, .extended, .corrected, .finished: break
    }
  }

  package func adopt(_ workout: RunningWorkout, _ progress: Progress) { prepare(workout) }

  private func prepare(_ workout: RunningWorkout) {
    guard workout.usesVoice else { return }
    speaker.prepare(VoiceSettings(workout.settings))
  }
}

extension RunningWorkout {
  /// Whether any cue is spoken.
  package var usesVoice: Bool { cueRules.channels.values.contains { $0.contains(.voice) } }

  /// Whether any cue has a sound.
  package var usesSound: Bool { cueRules.channels.values.contains { $0.contains(.sound) } }
}

extension VoiceSettings {
  init(_ settings: Settings) {
    self.init(language: settings.voiceLanguage, rate: settings.voiceRate, volume: settings.voiceVolume)
  }
}
