package import WorkoutModel

extension Settings {
  /// The settings that were given, a line each, in the order of `SettingName`; empty, or with a line end at the end.
  package var notation: String {
    SettingName.allCases.flatMap(lines).map { "\($0)\n" }.joined()
  }

  /// The lines of one setting: none where it was not given, and one a kind or cue where it has these.
  private func lines(of setting: SettingName) -> [String] {
    switch setting {
    case .pace: Kind.allCases.compactMap { kind in paces[kind].map { "pace \(kind.rawValue) \($0.notation)" } }
    case .sound:
      (sound.map { ["sound \($0 ? "on" : "off")"] } ?? [])
        + SoundSubject.allCases.compactMap { subject in
          sounds[subject].map { "sound \(subject.word) \(quoted($0))" }
        }
    case .cue: Cue.allCases.compactMap { cue in cues[cue].map { "cue \(cue.rawValue) \($0.notation)" } }
    case .say: Cue.allCases.compactMap { cue in sayings[cue].map { "say \(cue.rawValue) \(quoted($0.text))" } }
    case .hook: hooks.map(\.notation)
    default: value(of: setting).map { ["\(setting.rawValue) \($0)"] } ?? []
    }
  }

  private func value(of setting: SettingName) -> String? {
    switch setting {
    case .name: name.map(quoted)
    case .about: about.map(quoted)
    case .pace, .sound, .cue, .say, .hook: nil
    case .distanceUnits: distanceUnits?.rawValue
    case .paceUnits: paceUnits?.rawValue
    case .leadIn: leadIn.map { $0 == .zero ? "off" : $0.notation }
    case .skipLast:
      switch skipLast {
      case .off: "off"
      case .kind(let kind): kind.rawValue
      case nil: nil
      }
    case .defaultPlan: defaultPlan.map(quoted)
    case .onSleep: onSleep?.rawValue
    case .resumeWithin: resumeWithin.map { $0 == .zero ? "off" : $0.notation }
    case .volume: volume.map(String.init)
    case .voiceLanguage: voiceLanguage
    case .voiceRate: voiceRate.map(String.init)
    case .voiceVolume: voiceVolume.map(String.init)
    case .countdown: countdown.map { $0.isEmpty ? "off" : $0.map(String.init).joined(separator: " ") }
    case .remainingEvery: remainingEvery.map { $0 == .zero ? "off" : $0.notation }
    case .beltLag: beltLag.map { $0 == .zero ? "off" : $0.notation }
    case .notify: notify?.rawValue
    case .mpris: mpris.map { $0 ? "on" : "off" }
    }
  }
}

extension Set<Channel> {
  /// The channels in the order of the manual, or `off` for none.
  fileprivate var notation: String {
    isEmpty ? "off" : Channel.allCases.filter(contains).map(\.rawValue).joined(separator: " ")
  }
}

extension Hook {
  fileprivate var notation: String {
    (["hook", cue.rawValue, quoted(program)] + arguments.map { quoted($0.text) }).joined(separator: " ")
  }
}
