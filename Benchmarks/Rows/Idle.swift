import ControlInterface
import TestSupport
import WorkoutReports

/// Measures the wake-ups and the memory of idle daemons, and of gnome-pomodoro.
struct Idle: Measurement {
  static let name = "idle"

  let thoroughness: Thoroughness

  private static let pomodoro = ["gnome-pomodoro", "--no-default-window"]

  /// Process that is measured while it is idle.
  private struct Subject {
    let name: String
    let figures: ProcessFigures
    /// The daemon of this process; nil for another program.
    var daemon: BenchedDaemon?
    /// Wake-ups in each period.
    var wakeUps: [Double] = []
    /// Processor time in each period, in milliseconds.
    var times: [Double] = []
    var memory: [Memory.Reading] = []

    var maxWakeUps: Double { Sample(wakeUps).max }
    var resident: Double { Sample(memory.map(\.resident)).median }

    var row: [Cell] {
      let medians = [Sample(times).median, resident, Sample(memory.map(\.own)).median]
      return [.text(name)] + wakeUps.map { .number($0) } + medians.map { .number($0) }
    }
  }

  /// At the end of the measurement, a daemon is not in the state that its row names.
  private struct WrongPhase: Error {
    let name: String
  }

  func measure() async throws -> BenchmarkReport.Section {
    let seconds = thoroughness.part(of: 60)
    let subjects = try await Desktop.withNotifications(3) { desktops in
      var subjects = try await daemons(on: desktops) + [pomodoro(on: desktops[0])]
      // Idle threads of a pool end within some seconds. The measurement begins after these threads have ended.
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
      for (subject, phase) in zip(subjects, [Report.Phase.idle, .paused, .running]) {
        guard try await subject.daemon?.connect().status().phase == phase else { throw WrongPhase(name: subject.name) }
      }
      return subjects
    }
    return BenchmarkReport.Section(
      title: "Idle",
      methods: [
        "Wake-ups are the voluntary context switches of all threads in /proc/PID/task/TID/status.",
        "All programs are measured at the same time, in three periods of \(seconds) s.",
        "Processor time is the median of the three periods.",
        "Memory is the median of three readings, at the ends of the periods.",
        "The intervals and the pomodoro are longer than the measurement.",
        "These commands start the pomodoro: `\(Self.pomodoro.joined(separator: " "))`, `gnome-pomodoro --start`",
        "During an interval, the daemon notifies the watchdog every 5 s.",
      ],
      columns: [
        "", "wake-ups in \(seconds) s", "in the second \(seconds) s", "in the third \(seconds) s", "processor time, ms",
        "resident, MiB", "private, MiB",
      ],
      rows: subjects.map(\.row),
      goals: [
        .init("wake-ups in \(seconds) s, no workout", subjects[0].maxWakeUps, atMost: 0),
        .init("wake-ups in \(seconds) s, paused", subjects[1].maxWakeUps, atMost: 0),
        .init("resident memory, no workout", subjects[0].resident, atMost: 16, "MiB"),
        .init(
          "wake-ups in a long interval, ratio to gnome-pomodoro",
          subjects[2].maxWakeUps / max(1, Sample(subjects[3].wakeUps).min), atMost: 1, "×"),
        .init(
          "resident memory in a long interval, ratio to gnome-pomodoro",
          subjects[2].resident / subjects[3].resident, atMost: 1, "×"),
      ],
      reasons: [
        "Resident memory that is not private consists of pages of files: see the section Memory.",
        "Since its start, the daemon has used more pages of files, and the kernel has not reclaimed these pages.",
      ])
  }

  private func daemons(on desktops: [Desktop]) async throws -> [Subject] {
    let idle = try await BenchedDaemon.start(on: desktops[0])
    let paused = try await BenchedDaemon.start(on: desktops[1])
    let running = try await BenchedDaemon.start(on: desktops[2])
    for daemon in [paused, running] { _ = try await daemon.begin("lead-in off\n1h run") }
    _ = try await paused.connect().pause()
    return [("no workout", idle), ("paused workout", paused), ("interval of an hour", running)].map {
      Subject(name: "intervald, \($0)", figures: $1.figures, daemon: $1)
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
