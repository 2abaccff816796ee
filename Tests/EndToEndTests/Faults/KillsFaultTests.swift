import ControlInterface
import FoundationEssentials
import Glibc
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// A workout whose daemon is killed repeatedly.
///
/// The daemon runs in the shipped unit, in a real user manager.
@Suite(.fault, .root, .timeLimit(.minutes(30))) struct KillsFaultTests {
  @Test func `a workout continues on its original schedule if the daemon is killed at any moment`() async throws {
    try await TestProcesses.with { processes in
      try await UserManager.run { manager in
        var scenario = try await KillScenario(manager, processes)
        let first = try await scenario.start()
        var kills: [KillScenario.Kill] = []
        var maxShiftNs = 0
        for number in 1...FaultSize.of(20, full: 200) {
          // Half of the kills are at a random moment, a quarter near a boundary, and a quarter during a write.
          let moment: KillScenario.Moment =
            switch number % 4 {
            case 0, 1: .after(milliseconds: .random(in: 0..<1000))
            case 2: .after(milliseconds: .random(in: 995..<1010))
            default: .duringWrite
            }
          let kill = try await scenario.kill(moment)
          kills.append(kill)
          let status = kill.statusAfter
          #expect(status.workoutId == first.workoutId)
          #expect(status.phase == .running)
          let scheduled = try #require(first.deadlineNs) + (try #require(status.number) - 1) * 1_000_000_000
          maxShiftNs = max(maxShiftNs, abs(try #require(status.deadlineNs) - scheduled))
          let cues = try #require(status.punctuality)
          #expect(status.number.map { $0 - 1 } == cues.cues + cues.missed)
          #expect(try await scenario.displayedCount() == "1")
        }
        let last = try #require(kills.last).statusAfter
        #expect(maxShiftNs == 0)
        let interruptedWrites = kills.count(where: \.interruptedWrite)
        if FaultSize.isFull { #expect(interruptedWrites > 0) }
        let log = AnnouncementLog(scenario.monitor.notifications, kills: kills)
        #expect(log.repeated.isEmpty)
        // Each daemon announces once that the workout is resumed, unless the next interval begins before that
        // announcement.
        #expect(log.resumptions == kills.count(where: \.isAnnouncedAsResumed))
        // Each kill loses the announcements that were due while no daemon was running, and at most one further
        // announcement.
        let lost = log.lostPerKill(until: last, since: first)
        for (kill, lost) in zip(kills, lost) { #expect(lost <= 1 + log.dueInDowntime(of: kill, since: first)) }
        let maxDowntime = kills.map(\.downtime).max() ?? .zero
        print(
          """
          kills: \(kills.count) kills, \(interruptedWrites) during a write; \
          schedule shifted by \(maxShiftNs) ns; \(log.resumptions) resumptions announced; \
          \(lost.reduce(0, +)) of \(last.number ?? 0) announcements lost, at most \(lost.max() ?? 0) per kill; \
          \(log.repeated.count) repeated; \(last.punctuality?.missed ?? 0) counted as missed; \
          downtime at most \(maxDowntime)
          """)
        try await scenario.stopAndKill(first.workoutId)
      }
    }
  }
}

/// A daemon that the test kills, a notification server that shows the daemon's cues, and a monitor that records them.
private struct KillScenario {
  let manager: UserManager
  let monitor: BusMonitor
  /// Bus name of the current daemon; nil before its first notification.
  private var sender: String?

  enum Moment {
    /// The kill happens at this time after the start of the current interval.
    case after(milliseconds: Int)
    /// The kill happens as soon as a new temporary file exists.
    case duringWrite
  }

  struct Kill {
    /// Time of the kill on CLOCK_MONOTONIC.
    let timeNs: Int
    let downtime: Duration
    let interruptedWrite: Bool
    /// Time of the first reply of the next daemon on CLOCK_MONOTONIC.
    var endNs: Int { timeNs + Int(downtime / .nanoseconds(1)) }
    /// Whether the first notification of the next daemon announces the workout as resumed.
    let isAnnouncedAsResumed: Bool
    /// First status that the next daemon returns.
    let statusAfter: Report.Status
  }

  init(_ manager: UserManager, _ processes: TestProcesses) async throws {
    self.manager = manager
    try await manager.installIntervald()
    // This setting removes the limit on restarts: by default, the manager does not restart a service that ends five
    // times in ten seconds.
    try await manager.install(["intervald.service.d/kills.conf": "[Unit]\nStartLimitIntervalSec=0\n"])
    try await manager.startDesktop()
    monitor = try await BusMonitor.start(
      in: processes, environment: manager.environment,
      address: try #require(manager.environment["DBUS_SESSION_BUS_ADDRESS"]))
  }

  mutating func start() async throws -> Report.Status {
    let started = try await connect().start(plan: "lead-in off\ncountdown off\n3600x 1s run")
    sender = try await monitor.notification("Run 1 s").message.sender
    return started.status
  }

  /// Kills the daemon at the given moment, and waits until the next daemon has shown a notification.
  mutating func kill(_ moment: Moment) async throws -> Kill {
    let status = try await connect().status()
    let process = try await process
    let (mark, killed) = (monitor.mark, sender)
    let leftoverCount = try leftovers.count
    switch moment {
    case .after(let delay):
      let beginning = try #require(status.deadlineNs) - 1_000_000_000
      // The length of this sleep determines the moment of the kill.
      try await Task.sleep(for: .nanoseconds(beginning + delay * 1_000_000 - Self.now))
    case .duringWrite:
      let end = Self.now + 5_000_000_000
      while try leftovers.count == leftoverCount, Self.now < end {}
    }
    let timeNs = Self.now
    #expect(Glibc.kill(process, SIGKILL) == 0)
    let interruptedWrite = try leftovers.count > leftoverCount
    let statusAfter = try await connect().status()
    let downtime = Duration.nanoseconds(Self.now - timeNs)
    let shown = try await monitor.first("the first notification after a kill", from: mark) { message in
      NotifyCall(message) != nil && message.sender != killed
    }
    sender = shown.sender
    let isResumed = NotifyCall(shown)?.summary.hasPrefix("Resumed") == true
    return Kill(
      timeNs: timeNs, downtime: downtime, interruptedWrite: interruptedWrite, isAnnouncedAsResumed: isResumed,
      statusAfter: statusAfter)
  }

  /// Checks that a stopped workout is recorded once, even if the daemon is killed right after the stop.
  func stopAndKill(_ workout: String?) async throws {
    let process = try await process
    let summary = try await connect().stop()
    #expect(Glibc.kill(process, SIGKILL) == 0)
    #expect(try await connect().status().phase == .idle)
    #expect(summary.workoutId == workout)
    let lines = try manager.folder.read("state/intervald/history.jsonl").split(separator: "\n")
    #expect(lines.count == 1)
    let recorded = try JSONDecoder().decode(Report.Summary.self, from: Data(lines[0].utf8))
    #expect(recorded == summary)
    #expect(try await displayedCount() == "0")
  }

  func displayedCount() async throws -> String { try await manager.run("dunstctl", ["count", "displayed"]).answer }

  private func connect() async throws -> WorkoutClient {
    try await WorkoutClient.connect(to: ControlSocket(environment: manager.environment))
  }

  /// Temporary files: the file that is being written, and the files that remain after earlier kills.
  private var leftovers: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: manager.folder.path(of: "state/intervald"))
        .filter { $0.hasSuffix(".new") }
    }
  }

  /// Process ID of the daemon in the test's namespace; the process ID in the manager's namespace is another number.
  private var process: pid_t {
    get async throws {
      let inner = try await manager.property("MainPID", of: "intervald.service")
      let folder = manager.folder.path
      let all = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }
      let outer = all.first { outer in
        guard let status = try? textFile("/proc/\(outer)/status") else { return false }
        return status.firstMatch(of: /NSpid:.*\t(\d+)\n/).map { $0.1 == inner } == true
          && (try? textFile("/proc/\(outer)/environ").contains(folder)) == true
      }
      return try #require(outer)
    }
  }

  private static var now: Int {
    var time = timespec()
    // `time` outlives the call, and clock_gettime(2) does not keep the pointer.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

/// The announcements that reached the bus.
private struct AnnouncementLog {
  /// Maps the number of each interval to the number of its announcements.
  private var counts: [Int: Int] = [:]
  private(set) var resumptions = 0
  private let kills: [KillScenario.Kill]

  init(_ calls: [NotifyCall], kills: [KillScenario.Kill]) {
    self.kills = kills
    for call in calls {
      if call.summary.hasPrefix("Resumed") {
        resumptions += 1
      } else if let number = call.body.firstMatch(of: /Round (\d+)/).flatMap({ Int($0.1) }) {
        counts[number, default: 0] += 1
      }
    }
  }

  /// The numbers of the intervals that were announced more than once.
  var repeated: [Int] { counts.filter { $0.value > 1 }.keys.sorted() }

  /// The number of lost announcements for each kill.
  ///
  /// An announcement may be due before a kill, or while no daemon is running after the kill. If the announcement is
  /// lost, it belongs to this kill.
  func lostPerKill(until last: Report.Status, since first: Report.Status) -> [Int] {
    let origin = Self.origin(of: first)
    let due = (1...(last.number ?? 1)).filter { counts[$0] == nil }.map { origin + ($0 - 1) * 1_000_000_000 }
    let ends = kills.map(\.endNs)
    return ends.indices.map { index in due.count { $0 <= ends[index] && (index == 0 || $0 > ends[index - 1]) } }
  }
  /// The number of announcements that were due while no daemon was running after a kill.
  ///
  /// Even a downtime of less than a second can contain the start of an interval.
  func dueInDowntime(of kill: KillScenario.Kill, since first: Report.Status) -> Int {
    let origin = Self.origin(of: first)
    return (kill.endNs - origin) / 1_000_000_000 - (kill.timeNs - origin) / 1_000_000_000
  }

  /// Start of the first interval on CLOCK_MONOTONIC.
  private static func origin(of first: Report.Status) -> Int { (first.deadlineNs ?? 0) - 1_000_000_000 }
}
