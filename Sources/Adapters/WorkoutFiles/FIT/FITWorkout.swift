/// A workout as FIT has it: its steps one after the other, those that repeat others among them.
struct FITWorkout: Equatable {
  var name: String?
  var about: String?
  /// By its number in the profile.
  var sport: Int?
  var steps: [FITStep]
  /// How many steps it says that it has.
  var announced: Int
  /// How many more workouts are in the file that it was read from.
  var others = 0

  static let running = 1
}
