import Concurrency
import Synchronization

/// The hook runner of real systems: each a service of the user's manager where there is one, a child elsewhere.
package final class SystemHookRunner: HookRunner {
  package let reports: AsyncStream<HookReport>

  private let reportSink: AsyncStream<HookReport>.Continuation
  /// No more wait than may run.
  private let calls: AsyncStream<HookCall>.Continuation
  private let mechanism: HookMechanism
  private let admission: HookAdmission
  private let failures: HookFailures
  private let work: Task<Void, Never>
  /// Ends when the work has.
  private let ended: AsyncStream<Never>

  /// Reports that nobody has read yet; beyond that the oldest go.
  private static let reportLimit = 256

  /// Makes a runner for a daemon with this environment.
  package init(environment: [String: String], limits: HookLimits = HookLimits()) {
    let (reports, reportSink) = AsyncStream<HookReport>.makeStream(bufferingPolicy: .bufferingNewest(Self.reportLimit))
    let (waiting, calls) = AsyncStream<HookCall>.makeStream()
    let (ended, end) = AsyncStream<Never>.makeStream()
    let mechanism = HookMechanism(environment: environment, limits: limits) { reportSink.yield($0) }
    let admission = HookAdmission(limit: limits.count)
    let failures = HookFailures()
    (self.reports, self.reportSink, self.calls, self.ended) = (reports, reportSink, calls, ended)
    (self.mechanism, self.admission, self.failures) = (mechanism, admission, failures)
    work = Task(executorPreference: TaskQueue(label: "org.intervald.hooks")) {
      await withDiscardingTaskGroup { group in
        for await call in waiting {
          group.addTask {
            let failure = await mechanism.run(call)
            admission.leave()
            if failures.isNews(failure, of: call), let failure { reportSink.yield(.failed(call, failure)) }
          }
        }
      }
      end.finish()
    }
  }

  package func run(_ call: HookCall) {
    switch admission.enter() {
    case .admitted: calls.yield(call)
    case .refused(isFirst: true):
      failures.hold(call)
      reportSink.yield(.dropped(call))
    case .refused(isFirst: false): break
    }
  }

  package func test(_ call: HookCall) async -> HookFailure? {
    guard case .admitted = admission.enter() else { return .tooMany }
    defer { admission.leave() }
    return await mechanism.run(call)
  }

  package func shutDown(within limit: Duration) async {
    calls.finish()
    await ended.end(within: limit)
    // Services go on, within their own limits; children are told to end.
    work.cancel()
    reportSink.finish()
  }
}

/// Keeps count of the hooks that run.
private final class HookAdmission: Sendable {
  enum Answer {
    case admitted
    /// Whether none was refused since the last time that none ran.
    case refused(isFirst: Bool)
  }

  private struct Contents {
    var running = 0
    var isRefusing = false
  }

  private let contents = Mutex(Contents())
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  func enter() -> Answer {
    contents.withLock { contents in
      guard contents.running < limit else {
        defer { contents.isRefusing = true }
        return .refused(isFirst: !contents.isRefusing)
      }
      contents.running += 1
      return .admitted
    }
  }

  func leave() {
    contents.withLock { contents in
      contents.running -= 1
      if contents.running == 0 { contents.isRefusing = false }
    }
  }
}
