import ControlInterface
import FoundationEssentials
import JSON
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@testable import intervalctl

/// Tests of commands that print the daemon's answers as lines of JSON.
@Suite(.hangLimit) struct JSONAnswerTests {
  @Test(arguments: [
    ["pause"], ["resume"], ["toggle"], ["next", "--out"], ["back"], ["extend", "-10s"], ["status"],
  ])
  func `a command prints every member of the resulting status`(command: [String]) async throws {
    try await ProgramHome.with(daemon: ScriptedController()) { home in
      let run = try await home.run(command + ["--json"])
      #expect(run.status == 0)
      #expect(run.messages == [])
      #expect(run.output.count == 1)
      let members = try #require(JSONValue(parsing: Array(run.output[0].utf8)).object)
      #expect(Set(members.keys) == Self.statusMembers)
      #expect(members["pausedBy"] == .null)
      #expect(members["phase"] == "running")
      #expect(members["interval"]?.object?["label"] == .null)
      #expect(try JSONValue.object(members).decoded(as: Report.Status.self) == Samples.running)
    }
  }

  /// The names of all members of a status.
  private static let statusMembers: Set = [
    "atNs", "phase", "pausedBy", "workoutId", "title", "planName", "session", "plan", "distanceUnits", "paceUnits",
    "interval", "measured", "next", "number", "of", "rounds", "elapsedMs", "remainingMs", "intervalElapsedMs",
    "intervalRemainingMs", "deadlineNs", "distanceM", "distanceIsPartial", "distanceMs", "remainingM",
    "remainingIsPartial", "punctuality", "notificationsHidden", "lost",
  ]

  @Test func `stop prints the summary, and correct prints the status with a null summary`() async throws {
    try await ProgramHome.with(daemon: ScriptedController()) { home in
      let stop = try await home.run(["stop", "--json"])
      let summary = try JSONValue(encoding: Samples.summary, includingNulls: true)
      #expect(stop == ProgramRun(status: 0, output: [String(decoding: summary.text, as: UTF8.self)]))
      #expect(summary.object?["corrected"] == .null)
      let correction = try await home.run(["correct", "4.8km", "--json"])
      let members = try #require(correction.output.first.map { try JSONValue(parsing: Array($0.utf8)) }?.object)
      #expect(Set(members.keys) == ["status", "summary", "wasM", "wasIsPartial"])
      #expect(members["summary"] == .null)
    }
  }

  @Test func `toggle prints the status and the warnings of a workout that it starts`() async throws {
    let daemon = ScriptedController(.init(isIdle: true))
    try await ProgramHome.with(daemon: daemon) { home in
      let run = try await home.run(["toggle", "--json"])
      #expect(run.status == 0)
      #expect(run.output.first?.hasPrefix(#"{"atNs":"#) == true)
      let members = try #require(JSONValue(parsing: Array(run.output[0].utf8)).object)
      #expect(Set(members.keys) == Self.statusMembers.union(["warnings"]))
      #expect(await daemon.calls == ["toggle", "startNamed - false"])
    }
  }

  @Test func `unknown values of events, past workouts and cues are null`() async throws {
    let event = Report.Event(event: .state, status: Samples.idle)
    let daemon = ScriptedController(.init(isIdle: true, events: [event], endsWatches: true))
    try await ProgramHome.with(daemon: daemon) { home in
      let watch = try await home.shell("intervalctl watch --json | head -1").output
      #expect(watch.first?.hasPrefix(#"{"cue":null,"event":"state","status":{"#) == true)
      #expect(watch.first?.hasSuffix(#""workoutId":null},"summary":null,"text":null}"#) == true)
      try home.folder.write(
        Samples.history([Samples.workout("a", at: "2026-10-24T21:30:00Z", title: nil)]),
        to: ".local/state/intervald/history.jsonl")
      let history = try await home.run(["history", "--json"]).output
      #expect(history.first?.contains(#""punctuality":null"#) == true)
      #expect(history.first?.hasSuffix(#""title":null,"workoutId":"a"}"#) == true)
      #expect(
        try await home.run(["test-cues", "run", "--json"]).output == [
          #"{"channels":[],"cue":"run","spoken":null,"text":"run"}"#
        ])
    }
  }

  @Test func `status and watch print one JSON object per line`() async throws {
    let events = [
      Report.Event(event: .state, status: Samples.running),
      Report.Event(event: .cue, cue: .paused, status: Samples.idle),
    ]
    let daemon = ScriptedController(.init(events: events))
    try await ProgramHome.with(daemon: daemon) { home in
      let status = try await home.run(["status", "--json"])
      #expect(status.output.count == 1)
      #expect(
        status.output.first?.hasPrefix(
          #"{"atNs":1000000000,"deadlineNs":24000000000,"distanceIsPartial":null,"distanceM":1177.5"#) == true)
      #expect(status.output.first?.contains(#""paceUnits":"min/km","pausedBy":null,"phase":"running""#) == true)
      let watch = try await home.start("intervalctl watch --json")
      _ = try await watch.output.first("the paused cue") {
        $0.hasPrefix(#"{"cue":"paused","event":"cue","status":{"atNs":0,"#)
      }
      // The client connects again. The daemon then sends the same events, and the client prints only these events.
      await daemon.endWatches()
      _ = try await watch.output.first("the events of the second connection", from: 3) { _ in true }
      #expect(Array(watch.output.elements[2...]) == Array(watch.output.elements[..<2]))
      #expect(watch.errors.elements == [])
    }
  }

  @Test func `start --json prints the status and the warnings`() async throws {
    let daemon = ScriptedController(.init(warnings: ["No sound."]))
    try await ProgramHome.with(daemon: daemon) { home in
      let run = try await home.run(["start", "30s", "run", "--json"])
      let status = try JSONValue(encoding: Samples.running, includingNulls: true)
      var members = try #require(status.object)
      members["warnings"] = ["No sound."]
      let line = String(decoding: JSONValue.object(members).text, as: UTF8.self)
      #expect(run == ProgramRun(status: 0, output: [line]))
      #expect(run.output.first?.contains(#""planName":"#) == true)
      #expect(await daemon.calls == ["start - false: 30s run"])
    }
  }
}
