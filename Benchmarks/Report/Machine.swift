import FoundationEssentials
import TestSupport

/// What a run was made on.
enum Machine {
  static func facts() async throws -> [Report.Fact] {
    let processor = try lines("/proc/cpuinfo").first { $0.hasPrefix("model name") }?.split(separator: ":").last
    return [
      Report.Fact(
        name: "processor", value: "\(cores) × \(processor.map { String($0.drop { $0 == " " }) } ?? "unknown")"),
      Report.Fact(
        name: "memory", value: try lines("/proc/meminfo").first.map { String($0.dropFirst(9).drop { $0 == " " }) } ?? ""
      ),
      Report.Fact(name: "kernel", value: try await Invocation.run("uname", ["-sr"]).answer),
      Report.Fact(name: "system", value: try system()),
      Report.Fact(name: "intervald", value: try await version()),
    ]
  }

  static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

  private static func version() async throws -> String {
    try await Invocation.run(BuiltProgram.path(of: "intervald"), ["--version"]).answer
  }

  private static func system() throws -> String {
    let name = try lines("/etc/os-release").first { $0.hasPrefix("PRETTY_NAME=") }
    return name.map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } } ?? "unknown"
  }

  private static func lines(_ path: String) throws -> [Substring] {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self).split(separator: "\n")
  }
}
