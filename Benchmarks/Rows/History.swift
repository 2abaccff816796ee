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

  /// A command line, without `intervalctl`.
  private enum Command: String, CaseIterable {
    case list = "history"
    case show = "history show 1"
    case note = "history note 1 windy"
    case plans
    case all = "history --all"
    case start = "start c25k"
  }

  /// The times of the commands in milliseconds, and the memory of `history --all` in MiB.
  private struct Reading {
    let workouts: Int
    let times: [Command: Sample]
    let memory: Double

    func median(_ command: Command) -> Double { times[command]?.median ?? .nan }
  }

  func measure() async throws -> BenchmarkReport.Section {
    var readings: [Reading] = []
    for workouts in [100, 1000, 10_000, 50_000] {
      readings.append(try await reading(of: thoroughness.part(of: workouts)))
    }
    let tenThousand = readings[2]
    return BenchmarkReport.Section(
      title: "History",
      methods: [
        "Each workout of the history has \(SamplePlans.recorded.intervals) laps.",
        "Time is measured from the start of `intervalctl` to its end.",
        "Without a daemon, all commands except `start` run in turn, \(rounds) times each.",
        "The first round, which makes the index of the history, is not measured.",
        "Then a daemon runs, and `start c25k` is measured \(rounds) times.",
        "Each start begins the first session of the program.",
        "All channels are off, so no notification server is involved.",
        "The memory is the maximum resident memory of `history --all`, but at least that of the benchmark itself.",
      ],
      columns: ["", "workouts", "p50, ms", "p90, ms", "memory, MiB"],
      rows: readings.flatMap { reading in
        Command.allCases.map { command in
          [.text("`\(command.rawValue)`"), .text("\(reading.workouts)")]
            + (reading.times[command]?.cells(0.5, 0.9) ?? [])
            + [command == .all ? .number(reading.memory) : .text("")]
        }
      },
      goals: [
        .init("`history` of 10,000 workouts", tenThousand.median(.list), atMost: 50, "ms"),
        .init("`start c25k` with 10,000 workouts", tenThousand.median(.start), atMost: 30, "ms"),
        .init("`history --all` of 10,000 workouts", tenThousand.median(.all), atMost: 1000, "ms"),
        .init("memory of `history --all` of 10,000 workouts", tenThousand.memory, atMost: 64, "MiB"),
        .init(
          "`history show 1`, ratio of 50,000 workouts to 100", readings[3].median(.show) / readings[0].median(.show),
          atMost: 1.3, "×"),
      ],
      reasons: [
        "`history` reads the whole index, because it shows the totals of all workouts and of eight weeks."
      ])
  }

  private var rounds: Int { thoroughness.part(of: 20) }

  /// Measures the commands with a history of a number of workouts.
  private func reading(of workouts: Int) async throws -> Reading {
    try await Desktop.with { desktop in
      let environment = try Self.environment(workouts: workouts, on: desktop)
      let client = try BuiltProgram.path(of: "intervalctl")
      let commands = Dictionary(
        uniqueKeysWithValues: Command.allCases.map { command in
          let words = [client] + command.rawValue.split(separator: " ").map(String.init)
          return (command, TimedCommand(words: words, environment: environment))
        })
      let listed = Command.allCases.filter { $0 != .start }
      let samples = try await TimedCommand.times(of: listed.compactMap { commands[$0] }, rounds: rounds)
      var times = Dictionary(uniqueKeysWithValues: zip(listed, samples))
      let all = try SpawnedProcess([client, "history", "--all"], environment: environment)
      let usage = try await onOwnThread { try all.usage() }
      guard usage.status == 0 else { throw CommandFailed(command: "history --all", status: usage.status) }

      let daemon = try await BenchedDaemon.start(in: environment, on: desktop)
      let control = try await daemon.connect()
      var starts: [Double] = []
      for round in 0...rounds {
        guard let (start, end) = try await commands[.start]?.run() else { continue }
        if round > 0 { starts.append(Double(end - start) / 1e6) }
        _ = try await control.stop()
      }
      try await daemon.process.killAndWait()
      times[.start] = Sample(starts)
      return Reading(workouts: workouts, times: times, memory: Double(usage.maximumKibibytes) / 1024)
    }
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
