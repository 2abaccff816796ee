import TestSupport
import WorkoutControl

/// Whether a daemon that has nothing to do is woken, and gnome-pomodoro beside it; and how much memory both take.
struct Idle: Measurement {
  static let name = "idle"

  let thoroughness: Thoroughness

  /// A process that is left alone for a while.
  private struct Subject {
    let name: String
    let figures: ProcessFigures
    var wakeUps = 0
    var memory: Memory.Reading?

    var row: [String] { [name, "\(wakeUps)", memory?.resident.shown ?? "", memory?.own.shown ?? ""] }
  }

  func measure() async throws -> Report.Section {
    let seconds = thoroughness.part(of: 60)
    let subjects = try await Desktop.withNotifications { desktop in
      var subjects = try await daemons(on: desktop) + [pomodoro(on: desktop)]
      // Threads of a pool that have no more work end within some seconds.
      try await Task.sleep(for: .seconds(10))
      let before = try subjects.map { try $0.figures.wakeUps() }
      try await Task.sleep(for: .seconds(seconds))
      for index in subjects.indices {
        subjects[index].wakeUps = try subjects[index].figures.wakeUps(since: before[index])
        subjects[index].memory = try Memory.Reading(subjects[index].figures)
      }
      return subjects
    }
    return Report.Section(
      title: "Idle",
      method: """
        Voluntary context switches of all threads in the same \(seconds) s, of /proc/PID/task/TID/status, and memory \
        at their end, in MiB. The intervals and the pomodoro last for longer.
        """,
      columns: ["", "wake-ups", "resident", "private"],
      rows: subjects.map(\.row),
      goals: [
        .init("wake-ups in \(seconds) s, no workout", Double(subjects[0].wakeUps), atMost: 0, ""),
        .init("wake-ups in \(seconds) s, paused", Double(subjects[1].wakeUps), atMost: 0, ""),
        .init(
          "wake-ups in a long interval to gnome-pomodoro's",
          Double(subjects[2].wakeUps) / Double(max(1, subjects[3].wakeUps)), atMost: 1, " ×"),
        .init(
          "resident memory in it to gnome-pomodoro's",
          (subjects[2].memory?.resident ?? .nan) / (subjects[3].memory?.resident ?? .nan), atMost: 1, " ×"),
      ])
  }

  private func daemons(on desktop: Desktop) async throws -> [Subject] {
    let idle = try await BenchedDaemon.start("idle", on: desktop)
    let paused = try await BenchedDaemon.start("paused", on: desktop)
    let running = try await BenchedDaemon.start("running", on: desktop)
    for daemon in [paused, running] { _ = try await daemon.connect().start(plan: "lead-in off\n1h run") }
    _ = try await paused.connect().pause()
    return [("no workout", idle), ("paused workout", paused), ("interval of an hour", running)].map {
      Subject(name: "intervald, \($0)", figures: $1.figures)
    }
  }

  private func pomodoro(on desktop: Desktop) async throws -> Subject {
    var environment = desktop.environment
    environment["GSETTINGS_BACKEND"] = "memory"
    let process = try await desktop.processes.start("gnome-pomodoro", ["--no-default-window"], environment: environment)
    try await desktop.monitor.owner(of: "org.gnome.Pomodoro")
    try await TimedCommand(words: ["gnome-pomodoro", "--start"], environment: environment).run()
    return Subject(name: "gnome-pomodoro, pomodoro", figures: ProcessFigures(identifier: process.identifier))
  }
}
