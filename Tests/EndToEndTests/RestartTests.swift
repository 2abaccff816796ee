import ControlInterface
import FoundationEssentials
import Glibc
import JSON
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// A daemon that is killed while a workout runs, and the daemon that starts next.
@Suite(.hangLimit) struct RestartTests {
  @Test func `the workout is paused after too long an absence, and its notification has the reason, Resume and Stop`()
    async throws
  {
    try await Desktop.with { desktop in
      try desktop.folder.write("resume-within off\n", to: "config/intervald/intervald.conf")
      let dunst = try await NotificationServer.start(on: desktop)
      let (first, number) = try await Self.startWorkout(
        "lead-in off\n600s run, 60s walk", on: desktop, awaiting: "Run 10 min")
      try await first.process.killAndWait()
      let daemon = try await DaemonProcess.start(on: desktop)
      let paused = try await desktop.monitor.notification("Paused: run, 10 min")
      _ = try await desktop.monitor.closing(of: number)
      #expect(paused.replaces == 0, "a notification with other buttons is a new one")
      #expect(paused.body.contains("intervald was restarted"))
      #expect(Set(paused.actions.map(\.key)).isSuperset(of: ["resume", "stop"]))
      #expect(try await dunst.displayedCount() == 1)
      let words = try await daemon.intervalctl("status").answer
      #expect(words.contains("Paused since intervald restarted: run, 10 min, 10:00 left"), "\(words)")
      try await dunst.press("Resume")
      _ = try await desktop.monitor.notification("Resumed: run, 10 min")
      #expect(try await daemon.connect().status().phase == .running)
    }
  }

  @Test func `a workout that began before a reboot is paused`() async throws {
    try await Desktop.with { desktop in
      let start = ContinuousClock.now
      let (first, _) = try await Self.startWorkout("lead-in off\n600s run", on: desktop, awaiting: nil)
      try await first.process.killAndWait()
      let end = ContinuousClock.now
      let saved = try desktop.folder.read(Self.savedWorkout)
      let boot = try #require(saved.firstMatch(of: /"bootId":"([^"]+)"/)).1
      try desktop.folder.write(saved.replacing(boot, with: "another"), to: Self.savedWorkout)
      let status = try await DaemonProcess.start(on: desktop).connect().status()
      #expect(status.phase == .paused)
      #expect(status.pausedBy == .restart)
      #expect(.milliseconds(status.elapsedMs) <= end - start)
    }
  }

  @Test func `the summary has all laps of a workout whose daemon was killed after each command`() async throws {
    try await Desktop.with { desktop in
      var daemon = try await DaemonProcess.start(on: desktop)
      _ = try await daemon.connect().start(plan: "lead-in off\n2x(600s run @5:00/km \"hill\", 60s walk @10:00/km)")
      // In a pause, no time passes, so the command 'back' returns to the interval before.
      for arguments in [["pause"], ["next"], ["back"], ["resume"], ["next"], ["correct", "0.1km"], ["next"]] {
        try await daemon.process.killAndWait()
        daemon = try await DaemonProcess.start(on: desktop)
        #expect(try await daemon.intervalctl(arguments).status == 0, "\(arguments)")
      }
      try await daemon.process.killAndWait()
      daemon = try await DaemonProcess.start(on: desktop)
      let summary = try await daemon.connect().stop()
      let laps = try #require(summary.laps)
      #expect(laps.dropped == 0)
      #expect(laps.laps.map { laps.intervals[$0.interval].kind } == ["run", "walk", "run", "walk", "run"])
      #expect(laps.laps.map(\.rounds) == [[1], [1], [1], [1], [2]])
      #expect(laps.laps.map(\.ended) == [.next, .back, .next, .next, .stop])
      #expect(laps.laps.map { $0.pauses?.count ?? 0 } == [0, 0, 1, 0, 0])
      #expect(laps.laps.reduce(0) { $0 + $1.elapsedMs } == summary.elapsedMs)
      let metres = laps.laps.reduce(0) { $0 + ($1.distanceM ?? 0) }
      #expect(abs(metres - (summary.distanceM ?? 0)) < 0.006)
    }
  }

  @Test(
    arguments: [
      ("{\"version\": 1, \"pl", 0o600, "damaged"), ("", 0o600, "damaged"), ("{\"version\": 9}", 0o600, "format 9"),
      (nil, 0o666, "other users can write to it"),
    ] as [(String?, mode_t, String)])
  func `a saved workout that cannot be read or trusted is renamed, and the reason is logged`(
    text: String?, mode: mode_t, words: String
  ) async throws {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let (first, number) = try await Self.startWorkout("lead-in off\n600s run", on: desktop, awaiting: "Run 10 min")
      try await first.process.killAndWait()
      let mark = desktop.monitor.mark
      let before = try text ?? desktop.folder.read(Self.savedWorkout)
      try desktop.folder.write(before, to: Self.savedWorkout)
      #expect(unsafe chmod(desktop.folder.path(of: Self.savedWorkout), mode) == 0)
      let daemon = try await DaemonProcess.start(on: desktop)
      let line = try await daemon.log("workout.json")
      #expect(line.contains(words), "\(line)")
      #expect(line.contains("the workout cannot be resumed"), "\(line)")
      #expect(try await daemon.connect().status().phase == .idle)
      #expect(try desktop.folder.read("\(Self.savedWorkout).unreadable") == before)
      _ = try await desktop.monitor.closing(of: number, from: mark)
    }
  }

  @Test func `a workout with a position outside its plan is paused at its start, and its notification has the reason`()
    async throws
  {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let (first, _) = try await Self.startWorkout("lead-in off\n600s run", on: desktop, awaiting: "Run 10 min")
      try await first.process.killAndWait()
      let saved = try desktop.folder.read(Self.savedWorkout)
      try desktop.folder.write(saved.replacing("\"index\":0", with: "\"index\":7"), to: Self.savedWorkout)
      let daemon = try await DaemonProcess.start(on: desktop)
      let line = try await daemon.log("workout.json")
      #expect(line.contains("the saved position is not in the plan; the position is lost, and the workout is paused"))
      let paused = try await desktop.monitor.notification("Paused: run, 10 min")
      #expect(paused.body.contains("intervald was restarted, and the position was lost"))
      let status = try await daemon.connect().status()
      #expect(status.phase == .paused)
      #expect(status.plan == "lead-in off\n600s run")
    }
  }

  @Test func `a state folder that other users can write to is reported at the start`() async throws {
    try await Desktop.with { desktop in
      try desktop.folder.write("", to: "state/intervald/.keep")
      let folder = desktop.folder.path(of: "state/intervald")
      try #require(unsafe chmod(folder, 0o777) == 0)
      let line = try await DaemonProcess.start(on: desktop).log("other users can write to this folder")
      #expect(line.contains("(check its contents, then: chmod go-w \(folder))"), "\(line)")
    }
  }

  @Test func `the notification of a killed daemon is closed if no saved workout is left`() async throws {
    try await Desktop.with { desktop in
      let dunst = try await NotificationServer.start(on: desktop)
      let (first, number) = try await Self.startWorkout("lead-in off\n600s run", on: desktop, awaiting: "Run 10 min")
      try await first.process.killAndWait()
      for path in [Self.savedWorkout, Self.savedWorkoutCopy] {
        _ = unsafe unlink(desktop.folder.path(of: path))
      }
      let mark = desktop.monitor.mark
      _ = try await DaemonProcess.start(on: desktop)
      _ = try await desktop.monitor.closing(of: number, from: mark)
      #expect(try await dunst.displayedCount() == 0)
    }
  }

  @Test func `the saved notification number of another server is ignored, so other notifications stay`()
    async throws
  {
    try await Desktop.with { desktop in
      let dunst = try await NotificationServer.start(on: desktop)
      try await desktop.run("dunstify", ["--timeout=0", "another program's"])
      let foreign = try #require(await desktop.monitor.number(of: desktop.monitor.notification("another program's")))
      try desktop.folder.write(
        #"{"number":\#(foreign),"server":":1.4711","bus":"another"}"#, to: "run/intervald/notification.json")
      #expect(unsafe chmod(desktop.folder.path(of: "run/intervald"), 0o700) == 0)
      let (_, number) = try await Self.startWorkout("lead-in off\n600s run", on: desktop, awaiting: "Run 10 min")
      #expect(number != foreign)
      #expect(try await dunst.displayedCount() == 2)
    }
  }

  @Test func `a workout is in the history if it had at least 10 s in intervals, however it ended`() async throws {
    try await Desktop.with { desktop in
      let (daemon, _) = try await Self.startWorkout("lead-in off\n1s run", on: desktop, awaiting: nil)
      _ = try await daemon.log("Workout finished")
      let mark = daemon.process.errors.count
      _ = try await daemon.connect().start(plan: "lead-in off\n11s run, 600s walk")
      _ = try await daemon.log("Walk 10 min", from: mark)
      let stopped = try await daemon.connect().stop()
      // The time of the lead-in does not count.
      _ = try await daemon.connect().start(plan: "lead-in 10m\n600s walk")
      #expect(try await daemon.connect().stop().isTooShort)
      let lines = try desktop.folder.read("state/intervald/history.jsonl").split(separator: "\n")
      let summaries = try lines.map { try JSONDecoder().decode(Report.Summary.self, from: Data($0.utf8)) }
      #expect(summaries == [stopped])
    }
  }

  @Test func `a corrected distance survives a restart, and the last workout can be corrected afterwards`() async throws
  {
    try await Desktop.with { desktop in
      let last = Samples.workout("w-1", at: "2026-01-02T03:04:05Z")
      try desktop.folder.write(Samples.history([last]), to: "state/intervald/history.jsonl")
      _ = try await NotificationServer.start(on: desktop)
      let plan = "lead-in off\ndistance-units km\nuntil 2km (600s run @5:00/km)"
      let (first, _) = try await Self.startWorkout(plan, on: desktop, awaiting: "Run 10 min")
      let mark = desktop.monitor.mark
      let words = try await first.intervalctl("correct", "0.5km").answer
      // The interval now ends 7:30 after the correction: 1.5 km at 5:00/km.
      #expect(
        words.contains(/^Distance 0\.50 of 2\.00 km, was \d\.\d\d\. Run 7 min.*, 7:30 left\. Round 1 of 1\. 7:30 left/),
        "\(words)")
      try await first.log("event=corrected")
      _ = try await desktop.monitor.first("the notification with the new duration", from: mark) { call in
        NotifyCall(call)?.summary.hasPrefix("Run 7 min") == true
      }
      try await first.process.killAndWait()
      let daemon = try await DaemonProcess.start(on: desktop)
      let status = try await daemon.connect().status()
      #expect((status.distanceM ?? 0) >= 500)
      #expect((status.remainingMs ?? .max) <= 450_000)
      #expect(status.of == 1)
      let stopped = try await daemon.connect().stop()
      #expect(stopped.corrected == true)
      #expect((stopped.distanceM ?? 0) >= 500)
      // On a busy machine, the workout is long enough for the history.
      if !stopped.isTooShort { #expect(try await daemon.intervalctl("history", "remove", "1", "--yes").status == 0) }
      let answer = try await daemon.intervalctl("correct", "0.42km").answer
      #expect(answer.hasPrefix("Corrected \"30/30\""), "\(answer)")
      #expect(answer.contains("0.42 of 5.00 km, was 5.00"), "\(answer)")
      try await daemon.log("Corrected the last workout to 0.42 km")
      let lines = try desktop.folder.read("state/intervald/history.jsonl").split(separator: "\n")
      #expect(lines.last?.contains(#""distanceM":420,"workoutId":"w-1""#) == true)
      let list = try await daemon.intervalctl("history", "--json").output
      #expect(list.contains(#""distanceM":420,"#), "\(list)")
    }
  }

  private static let savedWorkout = "state/intervald/workout.json"
  /// The copy in the runtime folder, which is on tmpfs.
  private static let savedWorkoutCopy = "run/intervald/workout.json"

  /// Starts a daemon and a workout.
  ///
  /// If `summary` is not nil, this function waits for the notification with this summary, and returns the number of the
  /// notification. If `summary` is nil, the returned number is 0.
  private static func startWorkout(
    _ plan: String, on desktop: Desktop, awaiting summary: String?
  ) async throws -> (daemon: DaemonProcess, number: Int64) {
    let daemon = try await DaemonProcess.start(on: desktop)
    _ = try await daemon.connect().start(plan: plan)
    guard let summary else { return (daemon, 0) }
    let call = try await desktop.monitor.notification(summary)
    let number = try #require(await desktop.monitor.number(of: call))
    // The next daemon can close the notification only if the number of the notification has been saved.
    try await withTimeLimit("the saved number of the notification") {
      let path = desktop.folder.path(of: "run/intervald/notification.json")
      while unsafe access(path, F_OK) != 0 { try await Task.sleep(for: .milliseconds(10)) }
    }
    return (daemon, number)
  }
}
