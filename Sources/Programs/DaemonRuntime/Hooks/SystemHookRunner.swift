import Concurrency
import Synchronization
package import WorkoutModel

/// Runs each hook as a service of the user's service manager, or, without a manager, as a child process.
package final class SystemHookRunner: HookRunner {
  package let reports: AsyncStream<HookReport>

  private let reportSink: AsyncStream<HookReport>.Continuation
  /// The calls to run; `slots` limits their number.
  private let calls: AsyncStream<WaitingCall>.Continuation
  private let launcher: HookLauncher
  private let slots: HookSlots
  private let failures: HookFailureFilter
  private let work: Task<Void, Never>
  private let checks = RequestQueue(label: "org.intervald.hooks.check")
  /// A stream that ends when `work` has ended.
  private let ended: AsyncStream<Never>

  /// A call, and the function that returns when the hook may start.
  private struct WaitingCall: Sendable {
    let call: HookCall
    let ready: (@Sendable () async -> Void)?
  }

  /// The maximum number of unread reports; further reports replace the oldest ones.
  private static let maxReports = 256

  /// Makes a runner for a daemon with this environment.
  package init(environment: [String: String], limits: HookLimits = HookLimits()) {
    let (reports, reportSink) = AsyncStream<HookReport>.makeStream(bufferingPolicy: .bufferingNewest(Self.maxReports))
    let (waitingCalls, calls) = AsyncStream<WaitingCall>.makeStream()
    let (ended, end) = AsyncStream<Never>.makeStream()
    let launcher = HookLauncher(environment: environment, limits: limits) { reportSink.yield($0) }
    let slots = HookSlots(count: limits.count)
    let failures = HookFailureFilter()
    (self.reports, self.reportSink, self.calls, self.ended) = (reports, reportSink, calls, ended)
    (self.launcher, self.slots, self.failures) = (launcher, slots, failures)
    work = Task(executorPreference: TaskQueue(label: "org.intervald.hooks")) {
      await withDiscardingTaskGroup { group in
        for await waiting in waitingCalls {
          group.addTask {
            let call = waiting.call
            await waiting.ready?()
            let failure = await launcher.run(call)
            slots.release()
            if failures.isNew(failure, of: call), let failure { reportSink.yield(.failed(call, failure)) }
          }
        }
      }
      end.finish()
    }
  }

  package func run(_ call: HookCall, after ready: (@Sendable () async -> Void)?) {
    switch slots.acquire() {
    case .acquired: calls.yield(WaitingCall(call: call, ready: ready))
    case .refused(isFirst: true):
      failures.suppressTimeout(of: call)
      reportSink.yield(.dropped(call))
    case .refused(isFirst: false): break
    }
  }

  package func test(_ call: HookCall) async -> HookFailure? {
    guard case .acquired = slots.acquire() else { return .tooMany }
    defer { slots.release() }
    return await launcher.run(call)
  }

  package func check(_ hooks: [Hook], within limit: Duration) async -> [String: HookFailure]? {
    let programs = Set(hooks.map(\.program))
    guard !programs.isEmpty else { return [:] }
    return await checks.response(within: limit) {
      Dictionary(
        uniqueKeysWithValues: programs.compactMap { program in
          HookLauncher.failure(preventing: program).map { (program, $0) }
        })
    }
  }

  package func shutDown(within limit: Duration) async {
    calls.finish()
    await ended.end(within: limit)
    // Hooks that run as services continue within their own limits; hooks that run as child processes receive SIGTERM.
    work.cancel()
    reportSink.finish()
  }
}

/// Limits the number of hooks that run at the same time.
private final class HookSlots: Sendable {
  enum Result {
    case acquired
    /// `isFirst` is true for the first refusal since all slots were free.
    case refused(isFirst: Bool)
  }

  private struct State {
    var running = 0
    var hasRefused = false
  }

  private let state = Mutex(State())
  private let count: Int

  init(count: Int) {
    self.count = count
  }

  func acquire() -> Result {
    state.withLock { state in
      guard state.running < count else {
        defer { state.hasRefused = true }
        return .refused(isFirst: !state.hasRefused)
      }
      state.running += 1
      return .acquired
    }
  }

  func release() {
    state.withLock { state in
      state.running -= 1
      if state.running == 0 { state.hasRefused = false }
    }
  }
}

/// Remembers the last result of each hook, so that a hook that fails at every cue is reported once.
final class HookFailureFilter: Sendable {
  /// The position of a hook in the settings.
  private struct Position: Hashable {
    let cue: String
    let position: Int
  }

  private struct Outcome: Equatable {
    let program: String
    let failure: HookFailure

    /// Whether the program and the failure are equal.
    ///
    /// The reason why a program could not be started is ignored, because it may contain a name that changes each time.
    func isEquivalent(to other: Outcome) -> Bool {
      if case (.notStarted, .notStarted) = (failure, other.failure) { program == other.program } else { self == other }
    }
  }

  private let last = Mutex<[Position: Outcome]>([:])

  /// Stores the result of a call; nil is a success.
  ///
  /// - Returns: Whether the result is a failure and differs from the previous result of the hook.
  func isNew(_ failure: HookFailure?, of call: HookCall) -> Bool {
    let position = Position(cue: call.cue, position: call.position)
    let outcome = failure.map { Outcome(program: call.program, failure: $0) }
    return last.withLock { last in
      defer { last[position] = outcome }
      guard let outcome else { return false }
      return last[position].map { !outcome.isEquivalent(to: $0) } ?? true
    }
  }

  /// Stores a timeout as the last result of a hook after a call of the hook was dropped.
  ///
  /// The hook's calls that are still running probably caused the drop. The drop is reported, so the timeouts of these
  /// calls need no report.
  func suppressTimeout(of call: HookCall) {
    last.withLock { last in
      last[Position(cue: call.cue, position: call.position)] = Outcome(program: call.program, failure: .timedOut)
    }
  }
}
