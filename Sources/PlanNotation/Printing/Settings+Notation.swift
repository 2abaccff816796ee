package import WorkoutModel

extension Settings {
  /// The settings that were given, a line each, in the order of `SettingName`; empty, or with a line end at the end.
  package var notation: String {
    SettingName.allCases.flatMap(lines).map { "\($0)\n" }.joined()
  }

  /// The lines of one setting: none where it was not given, and for `pace` one a kind.
  private func lines(of setting: SettingName) -> [String] {
    switch setting {
    case .pace: Kind.allCases.compactMap { kind in paces[kind].map { "pace \(kind.rawValue) \($0.notation)" } }
    default: value(of: setting).map { ["\(setting.rawValue) \($0)"] } ?? []
    }
  }

  private func value(of setting: SettingName) -> String? {
    switch setting {
    case .name: name.map(quoted)
    case .about: about.map(quoted)
    case .pace: nil
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
    case .sound: sound.map { $0 ? "on" : "off" }
    }
  }
}
