/// A way in for bytes that anybody may have written, and what must hold of it whatever they are.
///
/// A new one is a type of its own, a place in `fuzzTargets`, a folder `Tests/Corpora/NAME`, and `NAME.dict` beside it.
package protocol FuzzTarget: Sendable {
  static var name: String { get }

  /// Does with the bytes what the program does with them, which is what takes a bounded time.
  static func read(_ bytes: [UInt8]) async

  /// Reads the bytes, goes on with all that may follow from them, and holds it against one another.
  ///
  /// - Throws: `Violation` where something does not hold; what traps is found as well.
  static func check(_ bytes: [UInt8]) async throws(Violation)

  /// Texts of 64 KiB of the shapes that could take the longest, each with its name.
  static var longTexts: [(name: String, text: [UInt8])] { get }
}

/// All ways in.
package let fuzzTargets: [any FuzzTarget.Type] = [
  PlanFuzz.self, ConfigurationFuzz.self, VarlinkFuzz.self, StateFuzz.self, HistoryFuzz.self, FITFuzz.self, ICUFuzz.self,
  XMLFuzz.self,
]
