import ControlInterface
import FoundationEssentials
import SystemPackage
import TestSupport
import WorkoutHistory
import WorkoutReports

/// Measures the commands that read or change the history, for histories of different lengths.
struct History: Measurement {
  static let name = "history"

  let thoroughness: Thoroughness

  private static let commands = [
    ["history"], ["history", "show", "1"], ["history", "note", "1", "windy"], ["plans"], ["history", "--all"],
  ]

  /// The times of the commands and of the start of a session, in milliseconds, and the memory of `history --all`.
  private struct Reading {
    let workouts: Int
    let times: [Sample]
    let start: Sample
    let kibibytesOfAll: Int

    var show: Double { times[1].median }
    var all: Double { times[4].median }
  }

  func measure() async throws -> BenchmarkReport.Section {
    var readings: [Reading] = []
    for workouts in [100, 1000, 10_000, 50_000] {
      readings.append(try await reading(of: thoroughness.part(of: workouts)))
    }
    let names = Self.commands.map { "`\($0.joined(separator: " "))`" } + ["`start c25k`"]
    let tenThousand = readings[2]
    return BenchmarkReport.Section(
      title: "History",
      methods: [
        "Each workout of the history has \(SamplePlans.recorded.intervals) laps.",
        "Time is measured from the start of `intervalctl` to its end.",
        "Without a daemon, all commands except `start` run in turn, \(tenThousand.start.count) times each.",
        "The first round, which makes the index of the history, is not measured.",
        "Then a daemon runs, and `start c25k` is measured \(tenThousand.start.count) times.",
        "Each start begins the first session of the program.",
        "All channels are off, so no notification server is involved.",
        "The memory is the maximum resident memory of `history --all`, but at least that of the benchmark itself.",
      ],
      columns: ["", "workouts", "p50, ms", "p90, ms", "memory, MiB"],
      rows: readings.flatMap { reading in
        zip(names, reading.times + [reading.start]).map { name, times in
          let memory: Cell =
            name.contains("--all") ? .number(Double(reading.kibibytesOfAll) / 1024) : .text("")
          return [.text(name), .text("\(reading.workouts)")] + times.cells(0.5, 0.9) + [memory]
        }
      },
      goals: [
        .init("`history` of 10,000 workouts", tenThousand.times[0].median, atMost: 50, "ms"),
        .init("`start c25k` with 10,000 workouts", tenThousand.start.median, atMost: 30, "ms"),
        .init("`history --all` of 10,000 workouts", tenThousand.all, atMost: 1000, "ms"),
        .init(
          "memory of `history --all` of 10,000 workouts", Double(tenThousand.kibibytesOfAll) / 1024, atMost: 64, "MiB"),
        .init(
          "`history show 1`, ratio of 50,000 workouts to 100", readings[3].show / readings[0].show, atMost: 1.3, "×"),
      ],
      reasons: [
        "`history` reads the whole index, because it shows the totals of all workouts and of eight weeks."
      ])
  }

  /// Measures the commands with a history of a number of workouts.
  private func reading(of workouts: Int) async throws -> Reading {
    try await Desktop.with { desktop in
      let environment = try Self.environment(workouts: workouts, on: desktop)
      let client = try BuiltProgram.path(of: "intervalctl")
      let commands = Self.commands.map { TimedCommand(words: [client] + $0, environment: environment) }
      let rounds = thoroughness.part(of: 20)
      let times = try await TimedCommand.times(of: commands, rounds: rounds)
      let all = try SpawnedProcess(commands[4].words, environment: environment)
      let usage = try await onOwnThread { try all.usage() }
      guard usage.status == 0 else { throw CommandFailed(command: "history --all", status: usage.status) }
      return Reading(
        workouts: workouts, times: times, start: try await timesToStart(rounds, environment, on: desktop),
        kibibytesOfAll: usage.maximumKibibytes)
    }
  }

  /// Returns the times of `intervalctl start c25k`, in milliseconds.
  private func timesToStart(
    _ rounds: Int, _ environment: [String: String], on desktop: Desktop
  ) async throws -> Sample {
    let daemon = try await desktop.processes.start(BuiltProgram.path(of: "intervald"), environment: environment)
    _ = try await daemon.errors.first("the daemon") { $0.contains("notice: Ready") }
    let client = try await BenchedDaemon.client(in: environment)
    let command = TimedCommand(
      words: [try BuiltProgram.path(of: "intervalctl"), "start", "c25k"], environment: environment)
    var times: [Double] = []
    for round in 0...rounds {
      let (start, end) = try await command.run()
      if round > 0 { times.append(Double(end - start) / 1e6) }
      _ = try await client.stop()
      // Waits until the daemon has recorded the stopped workout.
      try await Task.sleep(for: .milliseconds(250))
    }
    try await daemon.killAndWait()
    return Sample(times)
  }

  /// Writes a history with a workout every six hours, and the program `c25k`, and returns the environment.
  private static func environment(workouts: Int, on desktop: Desktop) throws -> [String: String] {
    let environment = try BenchedDaemon.environment(
      "history", on: desktop, settings: BenchedDaemon.notificationOnly + "notify off\n")
    try desktop.folder.write(
      textFile("\(packageRoot)/config/plans/c25k.program"), to: "history/config/intervald/plans/c25k.program")
    let folder = try desktop.folder.folder("history/state/intervald")
    let file = try FileDescriptor.open(
      FilePath("\(folder)/history.jsonl"), .writeOnly, options: .create, permissions: [.ownerReadWrite])
    defer { try? file.close() }
    let first = Date.now.addingTimeInterval(-21_600 * Double(workouts))
    for number in 0..<workouts {
      var workout = SamplePlans.recorded
      let start = first.addingTimeInterval(21_600 * Double(number))
      workout.workoutId = UUID().uuidString.lowercased()
      workout.startedAt = start.formatted(.iso8601)
      workout.endedAt = start.addingTimeInterval(Double(workout.elapsedMs / 1000)).formatted(.iso8601)
      // Each line is written on its own, because the kernel counts the memory of this process as memory of each command
      // that it starts.
      try file.writeAll(HistoryLine.workout(workout).bytes)
    }
    return environment
  }
}
