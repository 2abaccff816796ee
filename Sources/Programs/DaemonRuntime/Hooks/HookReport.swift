/// What is to be told of hooks.
package enum HookReport: Equatable, Sendable {
  /// Told once until the cue's program does its work again, or fails in another way.
  case failed(HookCall, HookFailure)
  /// Left out, because as many as may run did so already; told once until none runs.
  case dropped(HookCall)
  /// A line that a hook printed, where no service manager takes it.
  case printed(HookCall, line: String)
}
