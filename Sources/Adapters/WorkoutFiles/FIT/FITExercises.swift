import Text

/// Titles of the exercises in a FIT file, by category and number.
///
/// Source: Garmin, "FIT SDK", profile, message `exercise_title` (264).
struct FITExercises {
  private var titles: [Key: FITMessage] = [:]

  private struct Key: Hashable {
    let category: Int
    let number: Int
  }

  static let message: UInt16 = 264

  init(_ messages: some Sequence<FITMessage>) {
    for message in messages where message.number == Self.message {
      // The index only numbers the messages.
      message.ignore(254)
      guard let category = message.number(0), let number = message.number(1) else { continue }
      titles[Key(category: category, number: number)] = message
    }
  }

  /// Describes the exercise of a step, such as `Goblet Squat, 12.5 kg`; empty if the step has no exercise.
  ///
  /// The name of an exercise is its title in the file, because a table of all exercises would be too long. An exercise
  /// without a title is described by its category and its number: `squat (exercise 12)`.
  func texts(of step: FITMessage) -> [String] {
    var texts: [String] = []
    if let category = step.number(10) {
      let name = FITProfile.exerciseCategory(category)
      if let number = step.number(11) {
        let title = titles[Key(category: category, number: number)]?.text(2)?.cleanedToOneLine
        texts.append(title ?? "\(name) (exercise \(number))")
      } else {
        texts.append(name)
      }
    }
    // The unit only matters for a weight, and some programs write 0 for an unset weight.
    step.ignoreZeros(12)
    if let weight = step.number(12), weight > 0 {
      texts.append(Self.weight(hundredthsOfKilogram: weight, unit: step.number(13)))
    } else {
      step.ignore(13)
    }
    return texts
  }

  /// Describes a weight in kilograms, or in pounds if `unit` is 2.
  private static func weight(hundredthsOfKilogram: Int, unit: Int?) -> String {
    let kilograms = Double(hundredthsOfKilogram) / 100
    guard unit == 2 else { return "\(shortestText(kilograms)) kg" }
    return "\(shortestText((kilograms / kilogramsPerPound * 10).rounded() / 10)) lb"
  }

  /// Exact mass of a pound in kilograms.
  ///
  /// Source: international yard and pound agreement of 1959.
  private static let kilogramsPerPound = 0.45359237
}
