import FoundationEssentials

/// What `.ci/sanitize` tells programs that are built for a sanitizer, for those that get an environment of their own.
enum SanitizerOptions {
  static let environment = ProcessInfo.processInfo.environment.filter {
    ["ASAN_OPTIONS", "SWIFT_BACKTRACE", "TSAN_OPTIONS"].contains($0.key)
  }
}
