import PlanNotation
import WorkoutModel

/// The message that Zwift shows at the beginning of a part, which stands for an interval's kind, label and pace.
///
/// Zwift measures in shares of what each runner has run before, so that a pace is only told: `Walk @16:30/mi`.
struct ZWOTitle {
  let title: StepTitle
  let pace: Pace?

  /// Reads a message of a part that by itself is of kind `usual`.
  init(reading message: String?, usual: Kind) {
    guard let message, let at = message.lastIndex(of: "@"),
      let pace = try? readPace(String(message[message.index(after: at)...]))
    else {
      title = StepTitle(reading: message, usual: usual)
      pace = nil
      return
    }
    title = StepTitle(reading: String(message[..<at]), usual: usual)
    self.pace = pace
  }

  /// The message of an interval in a part that by itself is of kind `usual`; nil where nothing needs saying.
  static func message(of interval: Interval, usual: Kind) -> String? {
    let words = [
      StepTitle(kind: interval.kind, label: interval.label).text(usual: usual), interval.pace.map { "@\($0.notation)" },
    ]
    .compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
