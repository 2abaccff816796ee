import AudioOutput
import Text
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

extension Hints {
  /// The words about sounds or speech that cannot be heard, and the remedy.
  func obstacle(_ obstacle: SoundObstacle) -> (words: String, remedy: String) {
    switch obstacle {
    case .noSessionManager:
      (
        "PipeWire runs without a session manager, so it plays nothing",
        "start one: \(hasUserManager ? "systemctl --user start wireplumber" : "wireplumber &")"
      )
    case .dummyOutput:
      (
        "the sound server has only the dummy output, which cannot be heard",
        "connect loudspeakers or headphones, or choose an output in the volume control"
      )
    case .muted(.output(let name, isPipeWire: true)):
      ("the output '\(name)' is muted", "unmute it: wpctl set-mute @DEFAULT_AUDIO_SINK@ 0")
    case .muted(.output(let name, _)):
      ("the output '\(name)' is muted", "unmute it: pactl set-sink-mute \(name.shellWord) 0")
    case .silent(.output(let name, isPipeWire: true)):
      ("the volume of the output '\(name)' is 0", "raise it: wpctl set-volume @DEFAULT_AUDIO_SINK@ 50%")
    case .silent(.output(let name, _)):
      ("the volume of the output '\(name)' is 0", "raise it: pactl set-sink-volume \(name.shellWord) 50%")
    case .muted(.cues):
      ("the sounds of '\(ProgramName.shown)' are muted in the volume control", Self.cueSlider("unmute"))
    case .silent(.cues): ("the volume of '\(ProgramName.shown)' is 0 in the volume control", Self.cueSlider("raise"))
    case .muted(.speech(let stream)):
      ("the speech service is muted in the volume control", "unmute it: pactl set-sink-input-mute \(stream) 0")
    case .silent(.speech(let stream)):
      ("the volume of the speech service is 0", "raise it: pactl set-sink-input-volume \(stream) 50%")
    }
  }

  /// A sentence about the obstacle, and a sentence with the remedy.
  func warning(_ obstacle: SoundObstacle) -> String {
    let (words, remedy) = self.obstacle(obstacle)
    return "Cues are not \(obstacle.isOnlyOfSpeech == true ? "spoken" : "heard"): \(words). \(remedy.remedySentence)"
  }

  /// The reason why a tested cue cannot be heard or understood, with the remedy.
  func failure(_ obstacle: SoundObstacle) -> String {
    let (words, remedy) = self.obstacle(obstacle)
    return "\(words); \(remedy)"
  }

  /// A remedy for the slider of intervald, which volume controls show only during a sound.
  ///
  /// The command plays silence, so its slider stays on the screen. It has the role and the application ID of the cues
  /// (`SoundSource`), because the server stores the volume under one of them.
  private static func cueSlider(_ action: String) -> String {
    "run 'pacat --property=media.role=workout --property=application.id=intervald /dev/zero', and \(action) 'pacat' in"
      + " the volume control, which shares its volume with '\(ProgramName.shown)'"
  }
}

extension Report.Finding {
  /// The finding about sounds or speech that the sound server plays, but that cannot be heard because of obstacles.
  ///
  /// A fault does not change. Obstacles replace any other finding, because they concern every cue. The words name all
  /// obstacles. The remedy is for the first obstacle, which must be removed first.
  func restricted(by obstacles: [SoundObstacle], _ hints: Hints) -> Self {
    guard verdict != .fault, let first = obstacles.first else { return self }
    return Self(
      subject, obstacles.contains(.noSessionManager) ? .fault : .warning,
      obstacles.map { hints.obstacle($0).words }.joined(separator: "; "), remedy: hints.obstacle(first).remedy)
  }
}

extension [SoundObstacle] {
  /// The obstacles to the sounds and the words of these channels.
  func concerning(_ channels: Set<Channel>) -> [SoundObstacle] {
    guard !channels.isDisjoint(with: [.sound, .voice]) else { return [] }
    return filter { $0.isOnlyOfSpeech.map { channels.contains($0 ? .voice : .sound) } ?? true }
  }
}
