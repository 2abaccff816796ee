import Dispatch
import Glibc
import Processes
import SystemPackage

/// Runs a hook as a child of the daemon.
struct ChildHook: Sendable {
  /// The environment of the daemon.
  let environment: [String: String]
  let limits: HookLimits
  let report: @Sendable (HookReport) -> Void

  /// The maximum number of output lines that are reported.
  private static let maxLines = 32
  /// The time for which output is read after the end of a hook.
  ///
  /// A process that the hook started in another session may keep the pipe open forever.
  private static let outputLimit: Duration = .milliseconds(500)

  /// Runs a hook until it ends; the time limit or a cancellation of the task ends the hook early.
  ///
  /// All output of the hook is reported before this function returns.
  func run(_ call: HookCall) async -> HookFailure? {
    let stop: StopRequest
    do {
      stop = try StopRequest(signal: SIGTERM)
    } catch {
      return .notStarted("\(error)")
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // A serial queue gets a thread at once. If all threads of a concurrent queue wait, that queue gets only one new
        // thread a second. A dispatch source would need no thread, but on Linux the cancellation of a source can crash
        // the process: https://github.com/swiftlang/swift-corelibs-libdispatch/issues/949
        DispatchQueue(label: "org.intervald.hook.child").async {
          continuation.resume(returning: run(call, until: stop))
        }
      }
    } onCancel: {
      stop.send()
    }
  }

  private func run(_ call: HookCall, until stop: StopRequest) -> HookFailure? {
    let child: ChildProcess
    do {
      child = try ChildProcess(
        call.program, call.arguments,
        environment: inheritedEnvironment.merging(
          call.environment.withProgramFolder(inPath: environment["PATH"] ?? "")
        ) { _, added in added },
        folder: environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }, streams: .merged, group: .ownSession)
    } catch {
      return .notStarted("\(error)")
    }
    var output = HookOutputReader(child.output, lines: HookLines(maxLines: Self.maxLines)) {
      report(.printed(call, line: $0))
    }
    stop.apply(to: child)
    let isStopped = waitForEnd(of: child, reading: &output, until: stop)
    // SIGKILL ends the processes that the hook started and left running, as systemd does when a service ends. Until
    // `wait` returns, no other process group can have the child's number, so SIGKILL cannot reach other processes.
    stop.forgetChild()
    child.send(SIGKILL)
    let status = child.wait()
    output.readRest(until: .now + Self.outputLimit)
    switch status {
    case _ where isStopped: return .timedOut
    case .exited(0): return nil
    case .exited(let status): return .exited(status)
    case .signalled(let signal): return .signalled(signal)
    }
  }

  /// Reads output until the child has ended.
  ///
  /// At its time limit or on request, the child receives SIGTERM, and later SIGKILL.
  ///
  /// - Returns: Whether the time limit or the request came before the end of the child.
  private func waitForEnd(
    of child: ChildProcess, reading output: inout HookOutputReader, until stop: StopRequest
  ) -> Bool {
    var isStopped = false
    var deadline: ContinuousClock.Instant? = .now + limits.time
    while true {
      let isReady = waitForInput(of: [output.pipe, child.end, isStopped ? nil : stop.pipe], until: deadline)
      if isReady[0] { output.read() }
      if isReady[1] { return isStopped }
      guard isReady[2] || deadline.map({ $0 <= .now }) ?? false else { continue }
      child.send(isStopped ? SIGKILL : SIGTERM)
      deadline = isStopped ? nil : .now + limits.end
      isStopped = true
    }
  }

  /// The environment of the daemon, without the variables that the service manager sets only for the daemon.
  private var inheritedEnvironment: [String: String] {
    environment.filter { name, _ in
      switch name {
      case "NOTIFY_SOCKET", "JOURNAL_STREAM", "INVOCATION_ID", "MAINPID", "MANAGERPID", "SYSTEMD_EXEC_PID", "FDSTORE",
        "CREDENTIALS_DIRECTORY", "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE":
        false
      default: !name.hasPrefix("LISTEN_") && !name.hasPrefix("WATCHDOG_")
      }
    }
  }
}

/// Splits the output of a child into lines, and reports them.
private struct HookOutputReader {
  private var reader: PipeReader
  private var lines: HookLines
  private let report: (String) -> Void

  init(_ pipe: FileDescriptor?, lines: HookLines, report: @escaping (String) -> Void) {
    (self.reader, self.lines, self.report) = (PipeReader(pipe), lines, report)
  }

  /// The pipe; nil after the end of the output.
  var pipe: FileDescriptor? { reader.pipe }

  /// Reads the output that is ready, or detects the end of the output.
  mutating func read() {
    lines.read(reader.read()).forEach(report)
  }

  /// Reads to the end of the output, or until the deadline, and reports the last line even if it is incomplete.
  mutating func readRest(until deadline: ContinuousClock.Instant) {
    while pipe != nil, waitForInput(of: [pipe], until: deadline)[0] { read() }
    if let line = lines.end() { report(line) }
  }
}
