/// An entry point for untrusted bytes, with checks that must hold for any bytes.
///
/// To add a target, write a type that conforms to this protocol, and add the type to `fuzzTargets`. Then add a folder
/// `Tests/Corpora/NAME` and a dictionary `Tests/Corpora/NAME.dict`.
package protocol FuzzTarget: Sendable {
  static var name: String { get }

  /// Reads the bytes in the same way as the programs do; tests limit the time of the read.
  static func read(_ bytes: [UInt8]) async

  /// Reads the bytes, uses the result, and checks that everything is consistent.
  ///
  /// - Throws: `Violation` if a check fails. A trap also counts as a failure.
  static func check(_ bytes: [UInt8]) async throws(Violation)

  /// Inputs of 64 KiB that could be slow to read, each with a name.
  static var longTexts: [(name: String, text: [UInt8])] { get }
}

/// All fuzz targets.
package let fuzzTargets: [any FuzzTarget.Type] = [
  PlanFuzz.self, ProgramFuzz.self, ConfigurationFuzz.self, VarlinkFuzz.self, StateFuzz.self, HistoryFuzz.self,
  FITFuzz.self, ICUFuzz.self, XMLFuzz.self, ZoneFuzz.self, SensorFuzz.self,
]

/// A failed check.
package struct Violation: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Throws a violation with `description` unless `condition` is true.
func require(_ condition: Bool, _ description: @autoclosure () -> String) throws(Violation) {
  guard condition else { throw Violation(description()) }
}

/// Returns a text of at most `length` bytes: `head`, as many copies of `unit` as fit, and `tail`.
func longText(_ unit: String, head: String = "", tail: String = "", length: Int = 65_536) -> [UInt8] {
  let count = (length - head.utf8.count - tail.utf8.count) / unit.utf8.count
  return Array((head + String(repeating: unit, count: count) + tail).utf8)
}

/// Texts that Swift normalizes or divides into characters in quadratic time, each with a name.
///
/// The scalars of the first text are not in canonical order. The second text is one character without a base.
let slowUnits = [("marks", "\u{301}\u{323}\u{345}\u{334}"), ("prepended marks", "\u{600}"), ("flags", "🇩🇪")]
