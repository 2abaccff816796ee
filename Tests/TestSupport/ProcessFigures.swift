import FoundationEssentials
import Glibc
import SystemPackage

/// What the kernel tells of a process: proc(5).
package struct ProcessFigures: Sendable {
  package let identifier: Int32

  /// A figure that the kernel does not tell, or a limit that it does not set.
  package struct Unavailable: Error {
    package let name: String
  }

  package init(identifier: Int32) {
    self.identifier = identifier
  }

  /// The time that it has computed, in itself and in the kernel: clock_getcpuclockid(3).
  package func processorTime() throws -> Duration {
    var clock = clockid_t()
    var time = timespec()
    // Both variables outlive the calls, which keep no pointer to them.
    guard unsafe clock_getcpuclockid(identifier, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else {
      throw Unavailable(name: "processor time")
    }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The memory that it holds, in KiB, its share of libraries included.
  package func residentKibibytes() throws -> Int { try number("Rss", in: text("smaps_rollup")) }

  /// The memory that is its alone and no part of a file, in KiB.
  package func privateKibibytes() throws -> Int { try number("Anonymous", in: text("smaps_rollup")) }

  /// What it holds of files that it has mapped, in KiB, by their paths: of smaps, whose fields stand below each file.
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

  /// The descriptors that it has open.
  package func descriptors() throws -> [Int] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/fd").compactMap { Int($0) }
  }

  /// How often each of its threads has been woken so far.
  package func wakeUps() throws -> [String: Int] {
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/task")
    return try Dictionary(
      uniqueKeysWithValues: threads.map { ($0, try number("voluntary_ctxt_switches", in: text("task/\($0)/status"))) })
  }

  /// How often its threads have been woken since they were looked at.
  ///
  /// Threads that were there before and have ended are no matter: those of a pool do so when they have no work.
  package func wakeUps(since before: [String: Int]) throws -> Int {
    try wakeUps().reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
  }

  /// What the threads that there are call themselves.
  package func threadNames() throws -> [String: String] {
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/task")
    return try Dictionary(uniqueKeysWithValues: threads.map { ($0, String(try text("task/\($0)/comm").dropLast())) })
  }

  /// How many descriptors it may have.
  package func descriptorLimit() throws -> Int { try number("Max open files", in: text("limits")) }

  /// Sets how many descriptors it may have: prlimit(1).
  package func limitDescriptors(to count: Int) async throws {
    let run = try await Invocation.run("prlimit", ["--pid", "\(identifier)", "--nofile=\(count):"])
    guard run.status == 0 else { throw Unavailable(name: run.errors) }
  }

  /// All of a file, of which the kernel gives a page at a time.
  private func text(_ file: String) throws -> String {
    let descriptor = try FileDescriptor.open(FilePath("/proc/\(identifier)/\(file)"), .readOnly)
    return try descriptor.closeAfter {
      var text: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 4096)
      var count = 0
      repeat {
        // The buffer outlives the call, which fills no more than it holds.
        count = try unsafe part.withUnsafeMutableBytes { unsafe try descriptor.read(into: $0) }
        text += part[..<count]
      } while count > 0
      return String(decoding: text, as: UTF8.self)
    }
  }

  /// The first number behind a name that begins a line.
  private func number(_ name: String, in text: String) throws -> Int {
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    guard let number = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) }) else {
      throw Unavailable(name: name)
    }
    return number
  }
}
