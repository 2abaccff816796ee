import FoundationEssentials
import TestSupport

/// Machine and programs of a run.
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
      Report.Fact(name: "compiler", value: try await compiler()),
      Report.Fact(name: "Debian packages", value: try await packages()),
      Report.Fact(
        name: "from PyPI", value: try lines("\(packageRoot)/Benchmarks/requirements.txt").joined(separator: ", ")),
    ]
  }

  static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

  private static func version() async throws -> String {
    try await Invocation.run(BuiltProgram.path(of: "intervald"), ["--version"]).answer
  }

  /// Version of the compiler, whose runtime the programs contain.
  private static func compiler() async throws -> String {
    let words = try await Invocation.run("swift", ["--version"]).output
    return words.split(separator: "\n").first { $0.contains("Swift version") }.map(String.init) ?? "unknown"
  }

  /// Versions of the other timers, and of the programs that measure.
  private static func packages() async throws -> String {
    let names = [
      "dbus", "dunst", "gnome-shell-pomodoro", "libnotify-bin", "rt-tests", "sleepenh", "systemd", "libglib2.0-0",
      "util-linux",
    ]
    let query = try await Invocation.run("dpkg-query", ["--show", "--showformat=${Package} ${Version}\n"] + names)
    return query.output.split(separator: "\n").joined(separator: ", ")
  }

  private static func system() throws -> String {
    let name = try lines("/etc/os-release").first { $0.hasPrefix("PRETTY_NAME=") }
    return name.map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } } ?? "unknown"
  }

  private static func lines(_ path: String) throws -> [Substring] {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self).split(separator: "\n")
  }
}
