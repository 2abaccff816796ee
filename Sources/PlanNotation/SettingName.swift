import WorkoutModel

/// A setting, by its word.
package enum SettingName: String, CaseIterable, Sendable {
  case name
  case about
  case pace
  case distanceUnits = "distance-units"
  case paceUnits = "pace-units"
  case leadIn = "lead-in"
  case skipLast = "skip-last"
  case defaultPlan = "default-plan"
  case sound

  /// Where a setting may stand.
  package enum Scope: Sendable {
    case plans
    case configuration
    case both
  }

  package var scope: Scope {
    switch self {
    case .name, .about: .plans
    case .defaultPlan: .configuration
    case .pace, .distanceUnits, .paceUnits, .leadIn, .skipLast, .sound: .both
    }
  }

  /// Why a word is refused in a plan, which may come from anywhere and must neither run a program nor name a file.
  static func refusalInPlan(of word: String) -> String? {
    switch word {
    case defaultPlan.rawValue: "which plan is the default is for the configuration to say"
    case "hook": "a plan cannot run a program"
    case "on-sleep", "resume-within": "how the machine's sleep is met is for the configuration to say"
    default: nil
    }
  }
}
