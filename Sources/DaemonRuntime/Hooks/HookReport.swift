/// What is to be told of hooks.
package enum HookReport: Equatable, Sendable {
  case failed(HookCall, HookFailure)
  /// Left out, because as many as may run did so already; the next ones that are left out with it are not told.
  case dropped(HookCall)
  /// A line that a hook printed, where no service manager takes it.
  case printed(HookCall, line: String)
}
