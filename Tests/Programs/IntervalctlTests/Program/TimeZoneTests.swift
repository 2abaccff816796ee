import FoundationEssentials
import Testing

/// The time of day at which a workout ends, in the user's time zone.
@Suite struct TimeZoneTests {
  /// Universal time, a zone with a half-hour offset, and two zones whose clock changes during the workout.
  enum Zone: Sendable, CaseIterable {
    case universal
    case kolkata
    case springForward
    case fallBack

    /// The zone in the form of tzset(3), with a clock change, if it has one, ten minutes after a moment.
    func rule(at now: Int) -> String {
      switch self {
      case .universal: "UTC0"
      case .kolkata: "IST-5:30"
      case .springForward: Self.rule("NNN0SSS-1", change: now + 600, isEnd: false)
      case .fallBack: Self.rule("NNN1SSS0", change: now + 600, isEnd: true)
      }
    }

    /// Seconds ahead of universal time about forty minutes after that moment.
    var offset: Int { [.kolkata: 19_800, .springForward: 3600, .fallBack: -3600][self] ?? 0 }

    /// A zone with half a year of summer time that begins or ends at `change`; before it, the time is universal.
    private static func rule(_ names: String, change: Int, isEnd: Bool) -> String {
      let day = dayOfYear(change)
      let other = "\((day + 182) % 365)/0"
      let date = "\(day)/\(change / 3600 % 24):\(change / 60 % 60):\(change % 60)"
      return isEnd ? "\(names),\(other),\(date)" : "\(names),\(date),\(other)"
    }

    /// The day of the year from 0, counting 29 February, as in the n form of tzset(3).
    private static func dayOfYear(_ time: Int) -> Int {
      let text = Date(timeIntervalSince1970: Double(time)).ISO8601Format()
      let year = text.prefix(4)
      let start = try? Date("\(year)-01-01T00:00:00Z", strategy: .iso8601)
      return (time - Int(start?.timeIntervalSince1970 ?? 0)) / 86_400
    }
  }

  @Test(arguments: Zone.allCases) func `the end is shown in the local time that applies at the end`(zone: Zone)
    async throws
  {
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
