import ControlInterface
import Glibc
import Subprocess
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// The notifications of the daemon, on a real bus with a real dunst.
@Suite(.hangLimit) struct DesktopTests {
  @Test func `a notification stays for 20 s, and its Stop button ends the workout and the notification`() async throws {
    try await Desktop.with { desktop in
      let dunst = try await NotificationServer.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      // The next cue is due long after the end of the test, even on a busy machine.
      let started = try await daemon.intervalctl("start", "lead-in off\n4x(10m run, 30s walk)")
      #expect(started.status == 0)
      let call = try await desktop.monitor.notification("Run 10 min")
      #expect(call.body == "Next: walk, 30 s\nRound 1 of 4\n42:00 left\nTo stop: intervalctl stop")
      #expect(call.actions.map(\.label) == ["Pause", "Skip", "Stop"])
      #expect(call.timeout == 0)
      // This sleep does not wait for an event: the notification must still be shown after 20 s.
      try await Task.sleep(for: .seconds(20))
      #expect(try await dunst.displayedCount() == 1)
      let mark = desktop.monitor.mark
      try await dunst.press("Stop")
      let number = try #require(await desktop.monitor.number(of: call))
      _ = try await desktop.monitor.closing(of: number, from: mark)
      #expect(try await dunst.displayedCount() == 0)
      let status = try await daemon.intervalctl("status")
      #expect(status.status == 0)
      #expect(status.answer == "Idle")
      #expect(desktop.monitor.notifications.map { "\($0.summary), \($0.body)" } == ["\(call.summary), \(call.body)"])
    }
  }

  @Test func `each cue replaces the notification, and the last notification is a summary`() async throws {
    try await Desktop.with { desktop in
      let dunst = try await NotificationServer.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await daemon.connect()
      let plan = "name \"Two by two\"\nlead-in 10m\n2x(10m run @5:00/km, 10m walk @10:00/km)"
      _ = try await client.start(plan: plan)
      let first = try await desktop.monitor.notification("Get ready: run, 10 min, in 10 min")
      let number = try #require(await desktop.monitor.number(of: first))
      // Each command ends an interval, so a cue is due only when the notification of the previous cue has arrived.
      let titles = ["Run 10 min", "Walk 10 min", "Last round: run, 10 min", "Last interval: walk, 10 min"]
      for title in titles {
        _ = try await client.next(out: false)
        _ = try await desktop.monitor.notification(title)
      }
      _ = try await client.next(out: false)
      let last = try await desktop.monitor.notification("Finished: Two by two")
      #expect(last.body.contains(/^\d+:\d\d, \d\.\d\d km/), "\(last.body)")
      let calls = desktop.monitor.notifications
      #expect(calls.map(\.summary).dropFirst().dropLast() == titles[...])
      #expect(calls.dropFirst().dropLast().allSatisfy { $0.replaces == number })
      #expect(last.replaces == 0, "the summary has no buttons, and is therefore a new notification")
      _ = try await desktop.monitor.closing(of: number)
      for (call, next) in zip(calls, calls.dropFirst()) { #expect(call.body != next.body) }
      #expect(try await dunst.displayedCount() == 1)
    }
  }

  @Test func `the buttons Pause, Resume and Skip perform their actions`() async throws {
    try await Desktop.with { desktop in
      let dunst = try await NotificationServer.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await daemon.connect()
      _ = try await client.start(plan: "lead-in off\n10m run, 10m walk")
      _ = try await desktop.monitor.notification("Run 10 min")
      try await dunst.press("Pause")
      let paused = try await desktop.monitor.notification("Paused: run, 10 min")
      #expect(paused.actions.map(\.label) == ["Resume", "Skip", "Stop"])
      #expect(try await client.status().phase == .paused)
      try await dunst.press("Resume")
      _ = try await desktop.monitor.notification("Resumed: run, 10 min")
      try await dunst.press("Skip")
      _ = try await desktop.monitor.notification("Last interval: walk, 10 min")
      #expect(try await client.status().number == 2)
    }
  }

  @Test func `the daemon logs once that dunst has ended, and shows its cues again when dunst returns`() async throws {
    try await Desktop.with { desktop in
      let delay = WakeUpDelay()
      let daemon = try await DaemonProcess.start(on: desktop)
      let warning = "warning: Notifications are not shown: no notification server"
      let messages = try await daemon.start("lead-in off\nforever (1s run, 1s walk)") { $0.contains(warning) }
      #expect(messages.contains(warning), "\(messages)")
      try await daemon.log("Notifications are not shown")
      let first = try await NotificationServer.start(on: desktop)
      try await daemon.log("Notifications are shown by dunst")
      _ = try await desktop.monitor.notification("Walk 1 s", from: desktop.monitor.mark)
      let mark = daemon.process.errors.count
      try await first.process.killAndWait()
      try await daemon.log("Notifications are not shown", from: mark)
      let second = try await NotificationServer.start(on: desktop)
      _ = try await desktop.monitor.notification("Run 1 s", from: desktop.monitor.mark)
      #expect(try await second.displayedCount() == 1)
      let punctuality = try #require(await daemon.connect().status().punctuality)
      punctuality.expect(atMost: .milliseconds(500), beside: delay)
      #expect(daemon.process.errors.elements.count { $0.contains("Notifications are not shown") } == 2)
    }
  }

  @Test func `cues stay punctual while dunst hangs for ten cues, and one notification is shown afterwards`()
    async throws
  {
    try await Desktop.with { desktop in
      let dunst = try await NotificationServer.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await daemon.connect()
      let delay = WakeUpDelay()
      _ = try await client.start(plan: "lead-in off\nforever (1s run, 1s walk)")
      _ = try await desktop.monitor.notification("Walk 1 s")
      dunst.hang()
      let before = try await client.status()
      let watcher = try await daemon.connect()
      for try await event in watcher.watch() {
        if (event.status.number ?? 0) >= (before.number ?? 0) + 10 { break }
      }
      let mark = desktop.monitor.mark
      dunst.resume()
      _ = try await desktop.monitor.first("a notification after dunst resumed", from: mark) { NotifyCall($0) != nil }
      try #require(await client.status().punctuality).expect(atMost: .milliseconds(500), beside: delay)
      #expect(try await dunst.displayedCount() == 1)
    }
  }

  @Test func `a long title is shortened in a notification, and its control characters are removed`() async throws {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      let title = "<b>&amp;</b>\u{1B}[31m\u{7}\u{202E}" + String(repeating: "long ", count: 34)
      let client = try await daemon.connect()
      let started = try await client.start(plan: "name \"\(title)\"\nlead-in off\n10m run")
      #expect(started.status.title == title)
      _ = try await desktop.monitor.notification("Run 10 min")
      _ = try await client.next(out: false)
      let finish = try await desktop.monitor.first("the summary notification") { message in
        NotifyCall(message)?.summary.hasPrefix("Finished: <b>") ?? false
      }
      let summary = try #require(NotifyCall(finish)).summary
      #expect(summary.count < 300)
      #expect(!summary.unicodeScalars.contains { $0.value < 32 || $0 == "\u{202E}" })
    }
  }

  @Test func `actions that the notification does not have add nothing to the log`() async throws {
    try await Desktop.with { desktop in
      _ = try await MockNotificationServer.start(
        on: desktop, capabilities: ["actions", "body"], notify: "ret = 7")
      let daemon = try await DaemonProcess.start(on: desktop)
      _ = try await daemon.connect().start(plan: "lead-in off\n10m run")
      _ = try await desktop.monitor.number(of: try await desktop.monitor.notification("Run 10 min"))
      let before = daemon.process.errors.count
      func press(_ key: String, count: Int) async throws {
        let server = "org.freedesktop.Notifications /org/freedesktop/Notifications org.freedesktop.DBus.Mock"
        let call = "busctl --user call \(server) EmitSignal sssav \(NotificationServer.name) ActionInvoked us 2"
        try await desktop.run("sh", ["-c", "for i in $(seq \(count)); do \(call) u 7 s \(key); done"])
      }
      try await press("bogus", count: 30)
      try await press("stop", count: 1)
      _ = try await daemon.log("event=stopped", from: before)
      let unknown = daemon.process.errors.elements[before...].filter { $0.contains("bogus") || $0.contains("unknown") }
      #expect(unknown.isEmpty, "\(unknown)")
    }
  }

  @Test func `Do Not Disturb of dunst is reported by a start, by the status and by the doctor; cues are heard`()
    async throws
  {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let sounds = try await SoundServer.start(on: desktop)
      _ = try await SpeechServer.start(on: desktop)
      try await desktop.run("dunstctl", ["set-paused", "true"])
      let daemon = try await DaemonProcess.start(on: desktop)
      let plan = "lead-in off\n10m run @6:00/km \"one two three four five six seven eight nine ten\""
      let warning = "warning: Notifications are hidden: Do Not Disturb is on.\n"
      let messages = try await daemon.start("--voice", plan) { $0 == warning }
      #expect(messages == warning)
      let speech = "until pactl list sink-inputs | grep -q speech-dispatcher-espeak; do sleep 0.1; done"
      try await desktop.run("sh", ["-c", speech])
      try await sounds.sound("intervald.run.79")
      let status = try await daemon.intervalctl("status")
      #expect(status.answer.contains("Do Not Disturb hides the notifications"))
      let finding = try await daemon.doctor()["notifications"]
      #expect(finding.verdict == .warning)
      #expect(finding.remedy == "switch it off to see the cues: dunstctl set-paused false")
      try await desktop.run("dunstctl", ["set-paused", "false"])
      // The status reports the server's last answer, and the doctor asks again.
      #expect(try await daemon.doctor()["notifications"].verdict == .ok)
      #expect(try await !daemon.intervalctl("status").answer.contains("Do Not Disturb"))
    }
  }

  @Test func `the daemon closes its notification when it exits`() async throws {
    try await Desktop.with { desktop in
      let dunst = try await NotificationServer.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      _ = try await daemon.connect().start(plan: "lead-in off\n10m run")
      let call = try await desktop.monitor.notification("Run 10 min")
      let number = try #require(await desktop.monitor.number(of: call))
      daemon.process.send(SIGTERM)
      _ = try await desktop.monitor.closing(of: number)
      #expect(try await daemon.process.end().isSuccess)
      #expect(try await dunst.displayedCount() == 0)
    }
  }
}
