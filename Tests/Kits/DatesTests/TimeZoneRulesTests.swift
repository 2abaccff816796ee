import FoundationEssentials
import TestSupport
import TestTraits
import Testing

@testable import Dates

/// Tests with the time zone files of the system; see Tests/foreign/zone_changes.py.
@Suite(.hangLimit)
struct TimeZoneRulesTests {
  /// Zones with common and with unusual rules.
  private static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Europe/Dublin", "Asia/Kolkata", "America/St_Johns",
    "Africa/Casablanca", "UTC", "Asia/Gaza", "Africa/Cairo", "America/Nuuk", "America/Santiago", "Antarctica/Troll",
    "Asia/Jerusalem", "Pacific/Chatham", "Pacific/Apia",
  ]

  private struct Expected: Decodable {
    let name: String
    let changes: [Entry]

    struct Entry: Decodable, Equatable, CustomStringConvertible {
      let moment: Int
      let offset: Int
      let abbreviation: String

      init(_ moment: Int, _ offset: TimeZoneRules.Offset) {
        (self.moment, self.offset, abbreviation) = (moment, offset.seconds, offset.abbreviation)
      }

      init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        moment = try values.decode(Int.self)
        offset = try values.decode(Int.self)
        abbreviation = try values.decode(String.self)
      }

      var description: String { "\(moment) \(offset) \(abbreviation)" }
    }
  }

  @Test(arguments: [(1969, 1974), (2006, 2007), (2026, 2027), (2036, 2042), (2086, 2089)])
  func `all zones of the system have the changes that Python's zoneinfo computes`(first: Int, last: Int) async throws {
    let run = try await Invocation.run(
      "python3", ["\(packageRoot)/Tests/foreign/zone_changes.py", "\(first)", "\(last)"])
    #expect(run.status == 0, "\(run.errors)")
    let zones = try run.output.split(separator: "\n").map {
      try JSONDecoder().decode(Expected.self, from: Data($0.utf8))
    }
    #expect(Set(zones.map(\.name)).isSuperset(of: Self.zones))
    let start = try #require(CalendarDay(year: first, month: 1, day: 1)).number * 86_400
    let end = try #require(CalendarDay(year: last + 1, month: 1, day: 1)).number * 86_400
    for zone in zones {
      let rules = try Self.rules(of: zone.name)
      let before = rules.lastChange(before: start + 1)?.after ?? rules.initial
      // zoneinfo does not report whether a time is daylight saving time in the same way.
      var entries = [Expected.Entry(start, before)]
      for change in rules.changes(in: start + 1...end) {
        let entry = Expected.Entry(change.moment, change.after)
        let isVisible = entry.offset != entries.last?.offset || entry.abbreviation != entries.last?.abbreviation
        if isVisible { entries.append(entry) }
      }
      #expect(entries == zone.changes, "\(zone.name)")
    }
  }

  @Test(arguments: zones) func `a change starts from the offset that the previous change has set`(zone: String) throws {
    let rules = try Self.rules(of: zone)
    let range = 1_000_000_000...4_000_000_000
    let changes = rules.changes(in: range)
    for (change, next) in zip(changes, changes.dropFirst()) {
      #expect(change.after == next.before)
      #expect(change.moment < next.moment)
      #expect(rules.lastChange(before: next.moment) == change)
      #expect(rules.changes(in: next.moment...range.upperBound).first == next)
      #expect(rules.lastChange(before: next.moment + 1) == next)
    }
  }

  @Test(arguments: ["Europe/Berlin", "Africa/Casablanca", "Asia/Gaza", "Europe/Dublin"])
  func `a file with only the necessary changes gives the same rules as a file with all changes`(
    zone: String
  ) async throws {
    let files = try ["slim", "fat"].map { (try TemporaryFolder(), $0) }
    for (folder, format) in files { try await Self.compile(["-b", format], in: folder) }
    let rules = try files.map { try Self.rules(of: zone, in: $0.0.path) }
    // In zic 2025b, the two files of Gaza differ after 2073.
    let range = 1_000_000_000...3_000_000_000
    #expect(rules[0].changes(in: range).count > 20)
    #expect(rules[0].changes(in: range) == rules[1].changes(in: range))
    if zone == "Europe/Berlin" { #expect(rules[0] != rules[1]) }
  }

  @Test func `a file whose times count leap seconds is rejected`() async throws {
    let folder = try TemporaryFolder()
    try await Self.compile(["-L", "/usr/share/zoneinfo/leapseconds"], in: folder)
    #expect(try TimeZoneRules(file: Self.bytes(of: "Europe/Berlin", in: folder.path)) == nil)
  }

  /// The first block of a file is a file of the first version.
  @Test func `a file of the first version has the changes up to 2037`() async throws {
    let folder = try TemporaryFolder()
    try await Self.compile(["-b", "fat"], in: folder)
    let bytes = try Self.bytes(of: "Europe/Berlin", in: folder.path)
    let second = try #require(bytes.indices.dropFirst().first { bytes[$0...].starts(with: "TZif".utf8) })
    let first = try #require(TimeZoneRules(file: bytes[..<4] + [0] + bytes[5..<second]))
    let range = 0...2_000_000_000
    #expect(first.changes(in: range) == (try Self.rules(of: "Europe/Berlin").changes(in: range)))
    #expect(first.yearly == nil)
    #expect(first.changes(in: 2_200_000_000...4_000_000_000).isEmpty)
  }

  @Test func `truncated files and a file that is too long are rejected`() throws {
    let bytes = try Self.bytes(of: "Europe/Berlin")
    #expect(TimeZoneRules(file: bytes) != nil)
    for count in bytes.indices { #expect(TimeZoneRules(file: Array(bytes[..<count])) == nil, "\(count) bytes") }
    let long = bytes + [UInt8](repeating: 0, count: TimeZoneRules.maxFileBytes - bytes.count + 1)
    #expect(TimeZoneRules(file: long) == nil)
    #expect(TimeZoneRules(file: long.dropLast()) == TimeZoneRules(file: bytes))
  }

  @Test(arguments: seeds) func `a damaged file is rejected, or gives changes in order`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var bytes = try Self.bytes(of: Self.zones[Int(seed) % Self.zones.count])
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      // The first 44 bytes are the header.
      let index = Int.random(in: 0..<(generator.oneIn(2) ? 44 : bytes.count), using: &generator)
      bytes[index] = .random(in: 0...(generator.oneIn(3) ? 4 : 255), using: &generator)
    }
    guard let rules = TimeZoneRules(file: bytes) else { return }
    let changes = rules.changes(in: 1_700_000_000...1_900_000_000)
    #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.moment < $1.moment && $0.after == $1.before })
    #expect(changes.allSatisfy { $0.before != $0.after })
    for moment in [Int.min / 2, -62_200_000_000, 0, 253_402_300_799, .max / 2] {
      #expect(rules.lastChange(before: moment).map { $0.moment < moment } != false)
    }
  }

  private static func rules(of zone: String, in folder: String = "/usr/share/zoneinfo") throws -> TimeZoneRules {
    try #require(TimeZoneRules(file: bytes(of: zone, in: folder)), "\(zone)")
  }

  private static func bytes(of zone: String, in folder: String = "/usr/share/zoneinfo") throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: "\(folder)/\(zone)")))
  }

  /// Compiles the time zone database; see zic(8).
  private static func compile(_ options: [String], in folder: TemporaryFolder) async throws {
    let run = try await Invocation.run(
      "/usr/sbin/zic", options + ["-d", folder.path, "/usr/share/zoneinfo/tzdata.zi"])
    #expect(run.status == 0, "\(run.errors)")
  }
}
