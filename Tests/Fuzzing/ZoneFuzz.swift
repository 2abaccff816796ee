import Dates
import FoundationEssentials
import WorkoutFiles

/// A time zone file, which is used for a calendar file; the bytes are also read as a rule in the form of `TZ`.
package enum ZoneFuzz: FuzzTarget {
  package static let name = "zone"

  package static func read(_ bytes: [UInt8]) {
    for rules in rules(bytes) { _ = calendar(rules) }
  }

  package static func check(_ bytes: [UInt8]) throws(Violation) {
    for rules in rules(bytes) {
      let changes = rules.changes(in: moments)
      for (change, next) in zip(changes, changes.dropFirst()) {
        try require(change.moment < next.moment, "the changes are not in order: \(change), \(next)")
        try require(change.after == next.before, "a change does not start from the previous change: \(change), \(next)")
        try require(rules.lastChange(before: next.moment) == change, "the last change before \(next) is not \(change)")
      }
      try require(changes.allSatisfy { $0.before != $0.after }, "a change changes nothing: \(changes)")
      try require(changes.allSatisfy { moments.contains($0.moment) }, "a change is outside the range: \(changes)")
      let file = calendar(rules).bytes
      try require(String(validating: file, as: UTF8.self) != nil, "the calendar file is not UTF-8")
      for line in file.split(separator: UInt8(ascii: "\n")) {
        try require(line.count <= 76 && line.last == UInt8(ascii: "\r"), "an invalid line: \(line)")
      }
    }
  }

  private static func rules(_ bytes: [UInt8]) -> [TimeZoneRules] {
    let rule = YearlyRule(String(decoding: bytes, as: UTF8.self)).map(TimeZoneRules.init(yearly:))
    return [TimeZoneRules(file: bytes), rule].compactMap(\.self)
  }

  /// Writes two workouts, on 1 December 2026 and a year later.
  private static func calendar(_ rules: TimeZoneRules) -> CalendarFile {
    let events = [20_788, 21_153].map { day in
      CalendarFile.Event(
        uid: "\(day)", day: CalendarDay(number: day), start: ClockTime(secondsAfterMidnight: 27_000),
        duration: .seconds(1800), summary: "Run")
    }
    return CalendarFile(title: "Run", events: events, zone: .named("Europe/Berlin", rules), created: Date.distantPast)
  }

  /// The years 2026 to 2029, approximately.
  private static let moments = 1_770_000_000...1_890_000_000

  package static var longTexts: [(name: String, text: [UInt8])] {
    let footer = Array("\nCET-1CEST,M3.5.0,M10.5.0/3\n".utf8)
    return [
      ("changes", file(times: 7000, step: 36_000, footer: footer)),
      ("changes of the past", file(times: 7000, step: 86_400 * 30, from: -(1 << 59), footer: footer)),
      ("changes up to the year 9999", file(times: 7000, step: 36_000_000, from: 1_400_000_000, footer: footer)),
      ("a name", file(times: 1, step: 1, name: 65_000, footer: footer)),
      ("a rule", longText("9", head: "CET-1CEST,M3.5.0/")), ("a zone name", longText("A", tail: "-1")),
    ]
  }

  /// Makes a file with onsets of two offsets, which alternate.
  private static func file(times: Int, step: Int, from first: Int = 0, name: Int = 3, footer: [UInt8]) -> [UInt8] {
    func header(_ counts: [Int]) -> [UInt8] {
      Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap { integer($0, bytes: 4) }
    }
    let names = [UInt8](repeating: UInt8(ascii: "A"), count: name) + [0]
    let onsets = (0..<times).flatMap { integer(first + $0 * step, bytes: 8) }
    let indices = (0..<times).map { UInt8($0 % 2) }
    let types = integer(3600, bytes: 4) + [0, 0] + integer(7200, bytes: 4) + [1, 0]
    return header([0, 0, 0, 0, 1, 1]) + [UInt8](repeating: 0, count: 7) + header([0, 0, 0, times, 2, names.count])
      + onsets + indices + types + names + footer
  }

  /// Encodes an integer, with the most significant byte first.
  private static func integer(_ number: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
