import DaemonRuntime
import TestSupport

/// A hook runner that runs nothing, and remembers what it was told.
final class InMemoryHookRunner: HookRunner {
  let reports: AsyncStream<HookReport>
  /// What was to be run, in order; tests among it.
  let calls = Recording<HookCall>()

  private let reportSink: AsyncStream<HookReport>.Continuation
  private let failure: HookFailure?

  /// - Parameter failure: What becomes of every hook that is tested.
  init(_ failure: HookFailure? = nil) {
    self.failure = failure
    (reports, reportSink) = AsyncStream.makeStream()
  }

  func run(_ call: HookCall) { calls.append(call) }

  func test(_ call: HookCall) async -> HookFailure? {
    calls.append(call)
    return failure
  }

  func shutDown(within limit: Duration) async { reportSink.finish() }
}
