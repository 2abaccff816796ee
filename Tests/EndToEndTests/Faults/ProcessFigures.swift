import FoundationEssentials
import TestSupport
import Testing

/// What the kernel tells of a process: proc(5).
struct ProcessFigures {
  let identifier: Int32

  /// The time that it has computed, in itself and in the kernel, in whole ticks of a hundredth of a second.
  func processorTime() throws -> Duration {
    // Behind the name, which may have spaces and parentheses itself.
    let fields = try text("stat").split(separator: ")").last?.split(separator: " ") ?? []
    let (user, kernel) = (try #require(Int(fields[11])), try #require(Int(fields[12])))
    return .milliseconds((user + kernel) * 10)
  }

  /// The memory that it holds, in KiB, its share of libraries included.
  func residentKilobytes() throws -> Int { try number("VmRSS", in: text("status")) }

  /// The descriptors that it has open.
  func descriptors() throws -> [Int] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/fd").compactMap { Int($0) }
  }

  /// How often each of its threads has been woken so far.
  func wakeUps() throws -> [String: Int] {
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/task")
    return try Dictionary(
      uniqueKeysWithValues: threads.map { ($0, try number("voluntary_ctxt_switches", in: text("task/\($0)/status"))) })
  }

  /// How many descriptors it may have.
  func descriptorLimit() throws -> Int { try number("Max open files", in: text("limits")) }

  /// Sets how many descriptors it may have: prlimit(1).
  func limitDescriptors(to count: Int) async throws {
    let run = try await Invocation.run("prlimit", ["--pid", "\(identifier)", "--nofile=\(count):"])
    try #require(run.status == 0, "\(run.errors)")
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: "/proc/\(identifier)/\(file)")), as: UTF8.self)
  }

  /// The first number behind a name that begins a line.
  private func number(_ name: String, in text: String) throws -> Int {
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name) }, "\(name)")
    return try #require(line.split { !$0.isNumber }.first.flatMap { Int($0) }, "\(line)")
  }
}
