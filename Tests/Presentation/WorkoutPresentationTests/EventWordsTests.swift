import WorkoutReports
import TestSupport
import Testing

@testable import WorkoutPresentation

@Suite struct EventWordsTests {
  @Test(
    arguments: [
      (
        Report.Event(event: .cue, cue: .start, text: "Run 30 s. Then walk\u{7}", status: Samples.running),
        "  11:07  Run 30 s. Then walk·"
      ),
      (
        Report.Event(event: .stopped, cue: .stopped, text: "Stopped", status: Samples.idle, summary: Samples.summary),
        "  11:07  Stopped"
      ),
      (Report.Event(event: .state, status: Samples.idle), "   0:00  Idle"),
      (Report.Event(event: .cue, cue: .countdown, text: "3", status: Samples.running), nil),
      (Report.Event(event: .cue, cue: "confetti", text: "!", status: Samples.running), nil),
      (Report.Event(event: "surprise", text: "!", status: Samples.running), nil),
    ] as [(Report.Event, String?)])
  func `a known event is a line`(event: Report.Event, line: String?) {
    #expect(EventWords(event: event, previous: nil).line == line)
  }

  @Test func `a new state has a line unless a cue follows`() {
    let event = Report.Event(event: .state, status: Samples.running)
    #expect(EventWords(event: event, previous: Samples.idle).line == nil)
    #expect(
      EventWords(event: event, previous: Samples.running).line
        == "  11:07  Run 30 s, 0:23 left. Round 3 of 9, 2 of 4. 32:50 left in all")
  }
}
