import FoundationEssentials
import Glibc
import SystemPackage

/// Figures that the kernel reports for a process; see proc(5).
package struct ProcessFigures: Sendable {
  package let identifier: Int32

  /// The error for a figure that cannot be read or a limit that cannot be set.
  package struct Unavailable: Error {
    package let name: String
  }

  package init(identifier: Int32) {
    self.identifier = identifier
  }

  /// Returns the processor time in user and kernel mode; see clock_getcpuclockid(3).
  package func processorTime() throws -> Duration {
    var clock = clockid_t()
    var time = timespec()
    // `clock` and `time` outlive the calls, which do not keep the pointers.
    guard unsafe clock_getcpuclockid(identifier, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else {
      throw Unavailable(name: "processor time")
    }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Returns the resident memory in KiB, including shared libraries.
  package func residentKibibytes() throws -> Int { try number("Rss", in: text("smaps_rollup")) }

  /// Returns the anonymous memory in KiB: the memory that is not backed by a file.
  package func privateKibibytes() throws -> Int { try number("Anonymous", in: text("smaps_rollup")) }

  /// Returns the resident memory of each mapped file in KiB, by path; see proc_pid_smaps(5).
  package func residentKibibytesByFile() throws -> [String: Int] {
    var sizes: [String: Int] = [:]
    var path: Substring?
    for line in try text("smaps").split(separator: "\n") {
      if line.hasPrefix("Rss:"), let path {
        sizes[String(path), default: 0] += try number("Rss", in: String(line))
      } else if line.prefix(while: { $0 != " " }).last != ":" {
        path = line.firstIndex(of: "/").map { line[$0...] }
      }
    }
    return sizes
  }

  /// Returns the open descriptors.
  package func descriptors() throws -> [Int] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/fd").compactMap { Int($0) }
  }

  /// Returns the number of wake-ups of each thread so far, by thread ID.
  package func wakeUps() throws -> [String: Int] {
    try ofEachThread("status") { try number("voluntary_ctxt_switches", in: $0) }
  }

  /// Returns the number of wake-ups of all threads since an earlier reading.
  ///
  /// Threads that have ended since the earlier reading are ignored, because a pool ends threads that have no work.
  package func wakeUps(since earlier: [String: Int]) throws -> Int {
    try wakeUps().reduce(0) { $0 + $1.value - (earlier[$1.key] ?? 0) }
  }

  /// Returns the names of the threads, by thread ID.
  package func threadNames() throws -> [String: String] {
    try ofEachThread("comm") { String($0.dropLast()) }
  }

  /// Returns a figure from a file of each thread, by thread ID.
  ///
  /// A thread that ends after the folder was read and before the file is read is left out.
  private func ofEachThread<Figure>(_ file: String, _ figure: (String) throws -> Figure) throws -> [String: Figure] {
    var figures: [String: Figure] = [:]
    for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/task") {
      do {
        figures[thread] = try figure(text("task/\(thread)/\(file)"))
      } catch Errno.noSuchFileOrDirectory, Errno.noSuchProcess {
        continue
      }
    }
    return figures
  }

  /// Returns the maximum number of open descriptors.
  package func descriptorLimit() throws -> Int { try number("Max open files", in: text("limits")) }

  /// Sets the maximum number of open descriptors; see prlimit(1).
  package func limitDescriptors(to count: Int) async throws {
    let run = try await Invocation.run("prlimit", ["--pid", "\(identifier)", "--nofile=\(count):"])
    guard run.status == 0 else { throw Unavailable(name: run.errors) }
  }

  /// Reads a complete file.
  ///
  /// The file is read in parts, because the kernel returns at most a page for each read.
  private func text(_ file: String) throws -> String {
    let descriptor = try FileDescriptor.open(FilePath("/proc/\(identifier)/\(file)"), .readOnly)
    return try descriptor.closeAfter {
      var text: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      var count = 0
      repeat {
        // read(2) writes at most the size of `buffer`, and `buffer` outlives the call.
        count = try unsafe buffer.withUnsafeMutableBytes { unsafe try descriptor.read(into: $0) }
        text += buffer[..<count]
      } while count > 0
      return String(decoding: text, as: UTF8.self)
    }
  }

  /// Returns the first number in the first line that begins with a name.
  private func number(_ name: String, in text: String) throws -> Int {
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    guard let number = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) }) else {
      throw Unavailable(name: name)
    }
    return number
  }
}
