import Dispatch
import Glibc
package import SystemPackage

/// A program that runs to its end as a child of this process.
package struct ChildProgram: Sendable {
  /// A path, or a name that is searched in `PATH`.
  package let name: String
  /// The arguments after the name of the program.
  package let arguments: [String]
  package let streams: ChildProcess.Streams
  package let group: ChildProcess.Group
  /// The maximum number of bytes of output.
  package let maxOutput: Int

  /// The maximum number of bytes of error messages; further bytes are dropped.
  private static let maxError = 64 << 10
  /// The time for which output is read after the end of the program.
  ///
  /// A process that the program started in another session may keep the pipe open forever.
  private static let outputLimit: Duration = .milliseconds(500)

  package init(
    _ name: String, _ arguments: [String], streams: ChildProcess.Streams, group: ChildProcess.Group, maxOutput: Int = 0
  ) {
    (self.name, self.arguments) = (name, arguments)
    (self.streams, self.group, self.maxOutput) = (streams, group, maxOutput)
  }

  /// Runs the program until it ends; a cancellation of the task ends the program with SIGKILL.
  package func run() async throws(ChildError) -> ChildResult {
    let stop: StopRequest
    do {
      stop = try StopRequest(signal: SIGKILL)
    } catch {
      throw .system(error)
    }
    let result: Result<ChildResult, ChildError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // The wait has its own thread, because a wait on a thread of Swift's executor would delay other tasks.
        DispatchQueue(label: "org.intervald.child").async {
          continuation.resume(returning: Result { () throws(ChildError) in try run(until: stop) })
        }
      }
    } onCancel: {
      stop.send()
    }
    return try result.get()
  }

  private func run(until stop: StopRequest) throws(ChildError) -> ChildResult {
    let child: ChildProcess
    do {
      child = try ChildProcess(name, arguments, streams: streams, group: group)
    } catch {
      throw ChildError(error)
    }
    stop.apply(to: child)
    var output = ChildOutput(of: child, maxOutput: maxOutput)
    while !output.read() {
      if output.isTooLong { child.send(SIGKILL) }
    }
    // Until `wait` returns, no other process can have the child's number, so SIGKILL reaches only processes that the
    // program left running in its own group.
    stop.forgetChild()
    child.send(SIGKILL)
    let status = child.wait()
    output.readRest(until: .now + Self.outputLimit)
    guard !output.isTooLong else { throw .tooMuchOutput }
    return ChildResult(
      status: status, output: output.output, error: String(decoding: output.error.prefix(Self.maxError), as: UTF8.self))
  }

  /// Reads both streams of a child at the same time, so that the child never waits for a reader.
  private struct ChildOutput {
    private(set) var output: [UInt8] = []
    private(set) var error: [UInt8] = []
    private let end: FileDescriptor
    private let maxOutput: Int
    private var outputPipe: PipeReader
    private var errorPipe: PipeReader

    init(of child: ChildProcess, maxOutput: Int) {
      (end, self.maxOutput) = (child.end, maxOutput)
      (outputPipe, errorPipe) = (PipeReader(child.output), PipeReader(child.error))
    }

    var isTooLong: Bool { output.count > maxOutput }

    /// Waits for output or for the end of the child, and reads the output that is ready.
    ///
    /// - Returns: Whether the child has ended.
    mutating func read() -> Bool {
      let isReady = waitForInput(of: [outputPipe.pipe, errorPipe.pipe, end])
      store(isReady)
      return isReady[2]
    }

    /// Reads to the end of both streams, or until the deadline.
    mutating func readRest(until deadline: ContinuousClock.Instant) {
      while outputPipe.pipe != nil || errorPipe.pipe != nil {
        let isReady = waitForInput(of: [outputPipe.pipe, errorPipe.pipe], until: deadline)
        guard isReady.contains(true) else { return }
        store(isReady)
      }
    }

    private mutating func store(_ isReady: [Bool]) {
      if isReady[0] {
        let bytes = outputPipe.read()
        if !isTooLong { output += bytes }
      }
      if isReady[1] {
        let bytes = errorPipe.read()
        if error.count < ChildProgram.maxError { error += bytes }
      }
    }
  }
}

/// The result of a program that has ended.
package struct ChildResult: Equatable, Sendable {
  package let status: ChildProcess.Status
  /// The bytes from the pipe for standard output.
  package let output: [UInt8]
  /// The text from the pipe for standard error, at most 64 KiB.
  package let error: String
}

/// The reason why a program has no result.
package enum ChildError: Error, Equatable, Sendable {
  /// No folder in `PATH` contains a program with this name that this user may execute.
  case notFound
  /// The output is longer than its limit; the program was ended.
  case tooMuchOutput
  /// The program could not be started.
  case system(Errno)

  /// Converts an error of posix_spawn(3).
  init(_ error: Errno) {
    self =
      switch error {
      case .noSuchFileOrDirectory, .notDirectory, .permissionDenied: .notFound
      default: .system(error)
      }
  }
}

extension ChildError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notFound: "no such program"
    case .tooMuchOutput: "too much output"
    case .system(let error): "\(error)"
    }
  }
}
