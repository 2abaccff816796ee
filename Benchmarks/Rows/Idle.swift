import TestSupport
import ControlInterface

/// Whether a daemon that has nothing to do is woken, and gnome-pomodoro beside it; and how much memory both take.
struct Idle: Measurement {
  static let name = "idle"

  let thoroughness: Thoroughness

  private static let pomodoro = ["gnome-pomodoro", "--no-default-window"]

  /// A process that is left alone for a while.
  private struct Subject {
    let name: String
    let figures: ProcessFigures
    /// Of each while.
    var wakeUps: [Double] = []
    /// Milliseconds of a processor.
    var times: [Double] = []
    var memory: [Memory.Reading] = []

    var mostWakeUps: Double { Sample(wakeUps).most }
    var resident: Double { Sample(memory.map(\.resident)).median }

    var row: [Cell] {
      let medians = [Sample(times).median, resident, Sample(memory.map(\.own)).median]
      return [.text(name)] + wakeUps.map { .number($0) } + medians.map { .number($0) }
    }
  }

  func measure() async throws -> Report.Section {
    let seconds = thoroughness.part(of: 60)
    let subjects = try await Desktop.withNotifications(3) { desktops in
      var subjects = try await daemons(on: desktops) + [pomodoro(on: desktops[0])]
      // Threads of a pool that have no more work end within some seconds.
      try await Task.sleep(for: .seconds(10))
      for _ in 0..<3 {
        let before = try subjects.map { (wakeUps: try $0.figures.wakeUps(), time: try $0.figures.processorTime()) }
        try await Task.sleep(for: .seconds(seconds))
        for index in subjects.indices {
          let figures = subjects[index].figures
          subjects[index].wakeUps.append(Double(try figures.wakeUps(since: before[index].wakeUps)))
          subjects[index].times.append((try figures.processorTime() - before[index].time) / .milliseconds(1))
          subjects[index].memory.append(try Memory.Reading(figures))
        }
      }
      return subjects
    }
    return Report.Section(
      title: "Idle",
      method: """
        Voluntary context switches of all threads, of /proc/PID/task/TID/status, in the same three times \
        \(seconds) s; processor time in them, and memory at their ends, by medians. The intervals and the pomodoro \
        (`\(Self.pomodoro.joined(separator: " "))`, `gnome-pomodoro --start`) last for longer. In an interval the \
        daemon gives a sign of life each 5 s, as the unit's watchdog wants.
        """,
      columns: [
        "", "wake-ups in \(seconds) s", "in the next", "in the third", "ms of a processor", "resident, MiB",
        "private, MiB",
      ],
      rows: subjects.map(\.row),
      goals: [
        .init("wake-ups in \(seconds) s, no workout", subjects[0].mostWakeUps, atMost: 0),
        .init("wake-ups in \(seconds) s, paused", subjects[1].mostWakeUps, atMost: 0),
        .init("resident memory, no workout", subjects[0].resident, atMost: 16, "MiB"),
        .init(
          "wake-ups in a long interval to gnome-pomodoro's",
          subjects[2].mostWakeUps / max(1, Sample(subjects[3].wakeUps).least), atMost: 1, "×"),
        .init("resident memory in it to gnome-pomodoro's", subjects[2].resident / subjects[3].resident, atMost: 1, "×"),
      ],
      obstacle: """
        what is resident and not private are pages of files, for which see Memory. Since it was ready, as it is there, \
        the daemon has touched some more of them; it leaves it to the machine to take them back.
        """)
  }

  private func daemons(on desktops: [Desktop]) async throws -> [Subject] {
    let idle = try await BenchedDaemon.start(on: desktops[0])
    let paused = try await BenchedDaemon.start(on: desktops[1])
    let running = try await BenchedDaemon.start(on: desktops[2])
    for daemon in [paused, running] { _ = try await daemon.begin("lead-in off\n1h run") }
    _ = try await paused.connect().pause()
    return [("no workout", idle), ("paused workout", paused), ("interval of an hour", running)].map {
      Subject(name: "intervald, \($0)", figures: $1.figures)
    }
  }

  private func pomodoro(on desktop: Desktop) async throws -> Subject {
    var environment = desktop.environment
    environment["GSETTINGS_BACKEND"] = "memory"
    let process = try await desktop.processes.start(
      Self.pomodoro[0], Array(Self.pomodoro.dropFirst()), environment: environment)
    try await desktop.monitor.owner(of: "org.gnome.Pomodoro")
    try await TimedCommand(words: ["gnome-pomodoro", "--start"], environment: environment).run()
    return Subject(name: "gnome-pomodoro, pomodoro", figures: ProcessFigures(identifier: process.identifier))
  }
}
