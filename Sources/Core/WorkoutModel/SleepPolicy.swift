/// What becomes of a workout when the machine has slept.
package enum SleepPolicy: String, CaseIterable, Sendable {
  /// It stands still from the sleep on, until somebody lets it go on.
  case pause
  /// It went on meanwhile, and what was missed is not told again.
  case `continue`
  /// It ended when the sleep began.
  case stop
}
