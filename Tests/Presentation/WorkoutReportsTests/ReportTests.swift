import FoundationEssentials
import Testing
import WorkoutReports

@Suite struct ReportTests {
  @Test func `an event keeps unknown words`() throws {
    let text = """
      {"event": "celebrated", "cue": "fanfare", "status": {"atNs": 0, "phase": "idle", "distanceUnits": "km",
      "paceUnits": "min/km", "rounds": [], "elapsedMs": 0}}
      """
    let event = try JSONDecoder().decode(Report.Event.self, from: Data(text.utf8))
    #expect(event.event == "celebrated")
    #expect(event.cue == Report.CueWord(rawValue: "fanfare"))
  }

  @Test func `a nil member is left out`() throws {
    let plan = Report.Plan(name: "5k", path: "/5k.plan")
    let text = String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
    #expect(!text.contains("title"))
    #expect(!text.contains("null"))
  }

  @Test(arguments: [(0, 500.0), (40_000, 500), (60_000, 750), (3_600_000, 45_000)])
  func `a plausible distance is at most 12.5 m/s, or 500 m`(elapsedMs: Int, limit: Double) {
    #expect(Report.Corrected.plausibleMetres(elapsedMs: elapsedMs) == 0...limit)
  }
}
