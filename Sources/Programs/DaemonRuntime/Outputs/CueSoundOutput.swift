package import WorkoutReports
package import AudioOutput
import ToneSynthesis
package import WorkoutEngine
import WorkoutModel
package import WorkoutPresentation

/// Lets the sounds of cues be heard.
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

  /// Has the player ready for all that a workout can play.
  private func prepare(_ workout: RunningWorkout) {
    let intervals = workout.workout.plan.intervals
    let kinds = Kind.allCases.filter { kind in intervals.contains { $0.kind == kind } }
    let sounds = Self.sounds(of: workout.cueRules, kinds: kinds, workout.settings)
    guard !sounds.isEmpty else { return }
    player.prepare(sounds, volume: workout.settings.soundVolume)
  }

  /// All that can be heard where there are intervals of these kinds, and what is heard in the place of what cannot be.
  static func sounds(of rules: CueRules, kinds: [Kind], _ settings: Settings) -> Set<SoundSource> {
    let sounds = rules.channels.filter { $0.value.contains(.sound) }.keys.flatMap { cue in
      cue.isOfInterval ? kinds.map { sound(for: cue, kind: $0, settings) } : [sound(for: cue, kind: nil, settings)]
    }
    return Set(sounds.flatMap { [$0.source, .own($0.own)] })
  }

  /// What is heard, and in its place where it cannot be.
  typealias Sound = (source: SoundSource, own: CueSound)

  static func sound(for announcement: Announcement, in event: WorkoutEvent, _ settings: Settings) -> Sound {
    sound(for: announcement.cue, kind: event.kind(of: announcement), settings)
  }

  /// The sound that the settings give a kind at its start or, before the own sounds, the one that they give the cue.
  private static func sound(for cue: Cue, kind: Kind?, _ settings: Settings) -> Sound {
    let own = CueSound(cue, kind: kind)
    let kind = cue.isOfInterval ? kind : nil
    guard let name = kind.flatMap({ settings.sounds[.kind($0)] }) ?? settings.sounds[.cue(cue)] else {
      return (.own(own), own)
    }
    return (name.hasPrefix("/") ? .file(name) : .theme(name), own)
  }
}

extension Cue {
  /// Whether what is heard is for what there now is to do.
  fileprivate var isOfInterval: Bool { self == .start || self == .resumed }
}
