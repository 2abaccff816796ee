package import Dates
import Text
import UserFiles

/// The time zone of the events in a calendar file.
package enum CalendarZone: Equatable, Sendable {
  /// Universal time, for a user who has chosen it as the time zone.
  case universal
  /// The time zone in which a calendar is displayed, for a user whose time zone is unknown.
  ///
  /// A workout at 07:00 is then at 07:00 everywhere. Universal time would move the workout by hours.
  case floating
  /// A time zone with a name, such as `Europe/Berlin`.
  case named(String, TimeZoneRules)
}

extension CalendarZone {
  /// Finds the time zone of the user, by the rules of glibc; see tzset(3).
  ///
  /// - The variable `TZ` contains a name in the time zone database, a path, or a rule such as
  ///   `CET-1CEST,M3.5.0,M10.5.0/3`. The variable `TZDIR` contains the folder of the database. An empty `TZ` is
  ///   universal time.
  /// - Without `TZ`, the zone is in /etc/localtime. The name of the zone is part of the target of this link.
  ///
  /// The zone is `floating` if the file is missing or invalid.
  package static func local(
    environment: [String: String], systemFile: String = "/etc/localtime", database: String = "/usr/share/zoneinfo"
  ) -> CalendarZone {
    guard let variable = environment["TZ"] else {
      let target = SystemCalls.target(ofLink: systemFile)
      return zone(file: systemFile, nameIn: target ?? systemFile) ?? .floating
    }
    guard !variable.isEmpty else { return .universal }
    let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    let folder = environment["TZDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? database
    let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
    if let zone = zone(file: path, nameIn: name.hasPrefix("/") ? name : "zoneinfo/\(name)") { return zone }
    return YearlyRule(name).map { CalendarZone(TimeZoneRules(yearly: $0), name: nil) } ?? .floating
  }

  /// Reads the file of a zone.
  ///
  /// The name of the zone follows `zoneinfo/` in a path. Nil if the file is missing or invalid.
  private static func zone(file: String, nameIn path: String) -> CalendarZone? {
    guard let bytes = try? OpenFile.regular(file).read(atMost: TimeZoneRules.maxFileBytes + 1),
      let rules = TimeZoneRules(file: bytes)
    else { return nil }
    let words = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = words.lastIndex(of: "zoneinfo").map { words[($0 + 1)...].joined(separator: "/") }
    return CalendarZone(rules, name: name)
  }

  /// Makes a zone; if the name is missing or unsuitable for a parameter, the name is made from the rule of the zone.
  private init(_ rules: TimeZoneRules, name: String?) {
    let isValid = name.map { name in
      !name.isEmpty && name.utf8.allSatisfy { $0.isASCIIAlphanumeric || "/_+-".utf8.contains($0) }
    }
    if rules.isUniversal {
      self = .universal
    } else if let name, isValid == true {
      self = .named(name, rules)
    } else {
      self = .named(rules.yearly?.shortText ?? "Local", rules)
    }
  }
}

extension TimeZoneRules {
  /// Whether the zone is universal time: it has the name UTC, and its offset never changes.
  ///
  /// Other zones without an offset, such as that of Iceland, may have an offset in the future.
  fileprivate var isUniversal: Bool {
    lastListed == nil && yearly?.daylight == nil
      && yearly?.standard == Offset(seconds: 0, isDaylight: false, abbreviation: "UTC")
  }
}

extension YearlyRule {
  /// The names of the rule, such as `CET-CEST` or `+0330`.
  fileprivate var shortText: String {
    [standard.abbreviation, daylight?.offset.abbreviation].compactMap(\.self).joined(separator: "-")
  }
}
