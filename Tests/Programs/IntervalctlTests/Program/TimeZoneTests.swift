import FoundationEssentials
import Testing

/// Tests of the time of day at which a workout ends, in the user's time zone.
@Suite struct TimeZoneTests {
  /// Universal time, a zone with a half-hour offset, and two zones with a clock change during the workout.
  enum Zone: Sendable, CaseIterable {
    case universal
    case kolkata
    case springForward
    case fallBack

    /// Returns the zone in the form of tzset(3).
    ///
    /// If the zone has a clock change, the clock changes ten minutes after `now`.
    func rule(at now: Int) -> String {
      switch self {
      case .universal: "UTC0"
      case .kolkata: "IST-5:30"
      case .springForward: Self.rule("NNN0SSS-1", change: now + 600, isEnd: false)
      case .fallBack: Self.rule("NNN1SSS0", change: now + 600, isEnd: true)
      }
    }

    /// The offset from universal time at the end of the workout, in seconds.
    var offset: Int { [.kolkata: 19_800, .springForward: 3600, .fallBack: -3600][self] ?? 0 }

    /// Returns a zone with half a year of summer time, which begins or ends at `change`.
    ///
    /// Before the change, the local time is universal time.
    private static func rule(_ names: String, change: Int, isEnd: Bool) -> String {
      let day = dayOfYear(change)
      let other = "\((day + 182) % 365)/0"
      let date = "\(day)/\(change / 3600 % 24):\(change / 60 % 60):\(change % 60)"
      return isEnd ? "\(names),\(other),\(date)" : "\(names),\(date),\(other)"
    }

    /// Returns the day of the year in the form n of tzset(3), which counts from 0 and includes 29 February.
    private static func dayOfYear(_ time: Int) -> Int {
      let text = Date(timeIntervalSince1970: Double(time)).ISO8601Format()
      let year = text.prefix(4)
      let start = try? Date("\(year)-01-01T00:00:00Z", strategy: .iso8601)
      return (time - Int(start?.timeIntervalSince1970 ?? 0)) / 86_400
    }
  }

  @Test(arguments: Zone.allCases)
  func `the end of a workout is shown in the local time at the end, not at the start`(zone: Zone) async throws {
    try await ProgramHome.with { home in
      let before = Int(Date.now.timeIntervalSince1970)
      let rule = zone.rule(at: before)
      let run = try await home.run(["start", "forever", "30s"], environment: ["TZ": rule])
      let after = Int(Date.now.timeIntervalSince1970)
      let ends = (before...after).map { Self.clock($0 + 1970 + zone.offset) }
      #expect(ends.contains { run.output.joined().contains("ends about \($0)") }, "\(rule): \(run.output), \(ends)")
    }
  }

  private static func clock(_ time: Int) -> String {
    let (hour, minute) = (time / 3600 % 24, time / 60 % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}
