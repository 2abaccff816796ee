import FoundationEssentials

/// Options that `.ci/sanitize` sets in the environment, for programs that do not inherit the environment.
enum SanitizerOptions {
  static let environment = ProcessInfo.processInfo.environment.filter {
    ["ASAN_OPTIONS", "SWIFT_BACKTRACE", "TSAN_OPTIONS"].contains($0.key)
  }
}
