/// Runs programs of the user's.
package protocol HookRunner: Sendable {
  /// What is to be told, for one reader; finished by `shutDown`.
  var reports: AsyncStream<HookReport> { get }

  /// Runs a program, and returns at once.
  func run(_ call: HookCall)

  /// Runs a program to its end, and says what became of it; nil for status 0.
  func test(_ call: HookCall) async -> HookFailure?

  /// Waits for what runs, and gives up after the limit; nothing may be called after it.
  func shutDown(within limit: Duration) async
}
