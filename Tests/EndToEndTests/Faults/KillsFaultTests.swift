import ControlInterface
import FoundationEssentials
import Glibc
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// A workout whose daemon is killed again and again, under the shipped unit in a real user manager.
@Suite(.fault, .root, .timeLimit(.minutes(30))) struct KillsFaultTests {
  @Test func `killed at any moment, a workout goes on on its old grid`() async throws {
    try await TestProcesses.with { processes in
      try await UserManager.run { manager in
        var bench = try await KillBench(manager, processes)
        let first = try await bench.start()
        var kills: [KillBench.Kill] = []
        var moved = 0
        for number in 1...FaultSize.of(20, full: 200) {
          // Half of them at any moment, a quarter round a beginning, and a quarter while a place is being written.
          let moment: KillBench.Moment =
            switch number % 4 {
            case 0, 1: .after(milliseconds: .random(in: 0..<1000))
            case 2: .after(milliseconds: .random(in: 995..<1010))
            default: .inAWrite
            }
          let kill = try await bench.kill(moment)
          kills.append(kill)
          let status = kill.after
          #expect(status.workoutId == first.workoutId && status.phase == .running)
          let grid = try #require(first.deadlineNs) + (try #require(status.number) - 1) * 1_000_000_000
          moved = max(moved, abs(try #require(status.deadlineNs) - grid))
          let cues = try #require(status.punctuality)
          #expect(status.number.map { $0 - 1 } == cues.cues + cues.missed)
          #expect(try await bench.displayedCount() == "1")
        }
        let last = try #require(kills.last).after
        #expect(moved == 0)
        let cutShort = kills.count(where: \.cutAWriteShort)
        if FaultSize.isFull { #expect(cutShort > 0) }
        let log = KillLog(bench.monitor.notifications, kills: kills)
        #expect(log.doubled.isEmpty)
        // It is shown as resumed, and once, unless the next beginning came before there was time for that.
        #expect(log.resumptions == kills.count(where: \.wasShownAsResumed))
        // What fell due while it was down is lost, and at most one besides for each kill.
        let lost = log.lost(of: last, since: first)
        for (kill, lost) in zip(kills, lost) { #expect(lost <= 1 + Int(kill.absence / .seconds(1))) }
        let worst = kills.map(\.absence).max() ?? .zero
        print(
          """
          kills: \(kills.count) kills, \(cutShort) in the middle of a write; \
          boundaries moved by \(moved) ns; \(log.resumptions) shown as resumed, the others overtaken by the next beginning; \
          of \(last.number ?? 0) intervals \(lost.reduce(0, +)) were not told, at most \(lost.max() ?? 0) a kill; \
          \(log.doubled.count) told twice; \(last.punctuality?.missed ?? 0) counted as missed; \
          away for at most \(worst)
          """)
        try await bench.stopAndKill(first.workoutId)
      }
    }
  }
}

/// A daemon to kill, a notification server to show its cues, and a monitor to see them.
private struct KillBench {
  let manager: UserManager
  let monitor: BusMonitor
  /// The present daemon's name on the bus, once it has shown something.
  private var sender: String?

  enum Moment {
    /// So long behind the beginning of the present interval.
    case after(milliseconds: Int)
    /// As soon as there is a temporary file.
    case inAWrite
  }

  struct Kill {
    /// By CLOCK_MONOTONIC, in nanoseconds.
    let at: Int
    let absence: Duration
    let cutAWriteShort: Bool
    let wasShownAsResumed: Bool
    /// How the workout stands when the daemon is back.
    let after: Report.Status
  }

  init(_ manager: UserManager, _ processes: TestProcesses) async throws {
    self.manager = manager
    try await manager.installIntervald()
    // The manager gives up on a service that ends five times in ten seconds.
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

  /// Kills the daemon at a moment, and waits until another is there.
  mutating func kill(_ moment: Moment) async throws -> Kill {
    let status = try await connect().status()
    let process = try await process
    let (mark, killed) = (monitor.mark, sender)
    let leftovers = try leftovers.count
    switch moment {
    case .after(let delay):
      let beginning = try #require(status.deadlineNs) - 1_000_000_000
      // Not a wait for anything: the moment is what the test is about.
      try await Task.sleep(for: .nanoseconds(beginning + delay * 1_000_000 - Self.now))
    case .inAWrite:
      let end = Self.now + 5_000_000_000
      while try self.leftovers.count == leftovers, Self.now < end {}
    }
    let at = Self.now
    #expect(Glibc.kill(process, SIGKILL) == 0)
    let cutShort = try self.leftovers.count > leftovers
    let after = try await connect().status()
    let absence = Duration.nanoseconds(Self.now - at)
    let shown = try await monitor.first("what is shown behind a kill", from: mark) { message in
      NotifyCall(message) != nil && message.sender != killed
    }
    sender = shown.sender
    let isResumed = NotifyCall(shown)?.summary.hasPrefix("Resumed") == true
    return Kill(at: at, absence: absence, cutAWriteShort: cutShort, wasShownAsResumed: isResumed, after: after)
  }

  /// A workout that is stopped is recorded once, and a kill right behind that changes nothing.
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

  /// The temporary files: one that is being written, and those that earlier kills have left.
  private var leftovers: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: manager.folder.path(of: "state/intervald"))
        .filter { $0.hasSuffix(".new") }
    }
  }

  /// The daemon's id out here, where the manager's namespace is not.
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
    // The variable outlives the call, which keeps no pointer to it.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

/// What came over the bus of all that was told.
private struct KillLog {
  /// How often the beginning of each interval was told, by its number.
  private var told: [Int: Int] = [:]
  private(set) var resumptions = 0
  private let kills: [KillBench.Kill]

  init(_ calls: [NotifyCall], kills: [KillBench.Kill]) {
    self.kills = kills
    for call in calls {
      if call.summary.hasPrefix("Resumed") {
        resumptions += 1
      } else if let number = call.body.firstMatch(of: /Round (\d+)/).flatMap({ Int($0.1) }) {
        told[number, default: 0] += 1
      }
    }
  }

  var doubled: [Int] { told.filter { $0.value > 1 }.keys.sorted() }

  /// How many beginnings were not told for each kill: those due before it was over, and not before the one before.
  func lost(of last: Report.Status, since first: Report.Status) -> [Int] {
    let origin = (first.deadlineNs ?? 0) - 1_000_000_000
    let due = (1...(last.number ?? 1)).filter { told[$0] == nil }.map { origin + ($0 - 1) * 1_000_000_000 }
    let ends = kills.map { $0.at + Int($0.absence / .nanoseconds(1)) }
    return ends.indices.map { index in due.count { $0 <= ends[index] && (index == 0 || $0 > ends[index - 1]) } }
  }
}
