/// Numbers and names of the FIT profile.
///
/// Source: Garmin, "FIT SDK", profile, types `mesg_num`, `file`, `sport`, `exercise_category`, `workout_equipment` and
/// `swim_stroke`, and messages `workout` and `workout_step`.
enum FITProfile {
  /// Message types that are read or written, by their numbers.
  enum Message: UInt16 {
    case fileID = 0
    case session = 18
    case lap = 19
    case record = 20
    case event = 21
    case deviceInfo = 23
    case workout = 26
    case step = 27
    case activity = 34
  }

  /// Types of files, by their numbers.
  enum FileType: UInt8 {
    case activity = 4
    case workout = 5
  }

  /// Returns the name of a sport; nil for a number that is not in the profile.
  static func sport(_ number: Int) -> String? { sports[number] }

  /// Returns the name of a category of exercises, such as `squat`.
  static func exerciseCategory(_ number: Int) -> String {
    name(number, in: exerciseCategories) ?? "exercise category \(number)"
  }

  /// Returns the name of the equipment of a step, such as `swim fins`.
  static func equipment(_ number: Int) -> String {
    name(number - 1, in: ["swim fins", "swim kickboard", "swim paddles", "swim pull buoy", "swim snorkel"])
      ?? "equipment \(number)"
  }

  static func swimStroke(_ number: Int) -> String {
    name(
      number,
      in: [
        "freestyle", "backstroke", "breaststroke", "butterfly", "drill", "mixed", "individual medley",
        "individual medley by round", "reverse individual medley",
      ]) ?? "\(number)"
  }

  /// Returns the name of a message type, such as `hr_zone`; the number for a type that is not in the table.
  static func message(_ number: UInt16) -> String { messages[number] ?? "\(number)" }

  /// Returns the name of a field, such as `pool_length`; the number for a field that is not in the tables.
  static func field(_ number: UInt8, ofMessage message: UInt16) -> String {
    fields[message]?[number] ?? "\(number)"
  }

  private static func name(_ number: Int, in names: [String]) -> String? {
    names.indices.contains(number) ? names[number] : nil
  }

  private static let sports: [Int: String] = [
    2: "cycling", 3: "transition", 4: "fitness equipment", 5: "swimming", 6: "basketball", 7: "soccer", 8: "tennis",
    9: "American football", 12: "cross-country skiing", 13: "alpine skiing", 14: "snowboarding", 15: "rowing",
    16: "mountaineering", 17: "hiking", 18: "multisport", 19: "paddling", 20: "flying", 21: "e-biking",
    22: "motorcycling", 23: "boating", 24: "driving", 25: "golf", 26: "hang gliding", 27: "horseback riding",
    28: "hunting", 29: "fishing", 30: "inline skating", 31: "rock climbing", 32: "sailing", 33: "ice skating",
    34: "sky diving", 35: "snowshoeing", 36: "snowmobiling", 37: "stand-up paddleboarding", 38: "surfing",
    39: "wakeboarding", 40: "water skiing", 41: "kayaking", 42: "rafting", 43: "windsurfing", 44: "kitesurfing",
    45: "tactical training", 46: "parachuting", 47: "boxing", 48: "floor climbing", 49: "baseball", 53: "diving",
    56: "shooting", 58: "winter sport", 59: "grinding", 62: "HIIT", 63: "video gaming", 64: "racket sport",
    65: "wheelchair walking", 66: "wheelchair running", 67: "meditation", 68: "para sport", 69: "disc golf",
    70: "team sport", 71: "cricket", 72: "rugby", 73: "hockey", 74: "lacrosse", 75: "volleyball", 76: "water tubing",
    77: "wakesurfing", 78: "water sport", 79: "archery", 80: "mixed martial arts", 81: "motor sports",
    82: "snorkeling", 83: "dance", 84: "jumping rope", 85: "pool apnea", 86: "mobility", 87: "geocaching",
    88: "canoeing", 254: "all sports",
  ]

  private static let exerciseCategories = [
    "bench press", "calf raise", "cardio", "carry", "chop", "core", "crunch", "curl", "deadlift", "flye", "hip raise",
    "hip stability", "hip swing", "hyperextension", "lateral raise", "leg curl", "leg raise", "lunge", "olympic lift",
    "plank", "plyo", "pull up", "push up", "row", "shoulder press", "shoulder stability", "shrug", "sit up", "squat",
    "total body", "triceps extension", "warm up", "run", "bike", "cardio sensors", "move", "pose", "banded exercises",
    "battle rope", "elliptical", "floor climb", "indoor bike", "indoor row", "ladder", "sandbag", "sled",
    "sledge hammer", "stair stepper", "exercise category 48", "suspension", "tire", "exercise category 51",
    "indoor run", "outdoor bike",
  ]

  private static let messages: [UInt16: String] = [
    0: "file_id", 2: "device_settings", 3: "user_profile", 7: "zones_target", 8: "hr_zone", 9: "power_zone",
    10: "met_zone", 12: "sport", 13: "training_settings", 15: "goal", 18: "session", 19: "lap", 20: "record",
    21: "event", 26: "workout", 27: "workout_step", 28: "schedule", 31: "course", 32: "course_point", 34: "activity",
    53: "speed_zone", 72: "training_file", 131: "cadence_zone", 145: "memo_glob", 158: "workout_session", 225: "set",
    264: "exercise_title",
  ]

  private static let fields: [UInt16: [UInt8: String]] = [
    26: [11: "sub_sport", 14: "pool_length"],
    27: [
      0: "wkt_step_name", 2: "duration_value", 4: "target_value", 5: "custom_target_value_low",
      6: "custom_target_value_high", 7: "intensity", 8: "notes", 11: "exercise_name", 12: "exercise_weight",
      20: "secondary_target_value", 21: "secondary_custom_target_value_low",
      22: "secondary_custom_target_value_high",
    ],
    264: [0: "exercise_category", 1: "exercise_name", 2: "wkt_step_name"],
  ]
}
