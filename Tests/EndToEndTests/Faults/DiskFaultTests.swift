import ControlInterface
import FoundationEssentials
import Glibc
import Subprocess
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// Full and read-only file systems, which only root can mount.
@Suite(.fault, .hangLimit) struct DiskFaultTests {
  @Test(arguments: [("full", "No space left on device"), ("read-only", "Read-only file system")])
  func `a workout continues on a full or read-only disk, and is saved when the disk becomes writable`(
    state: String, words: String
  ) async throws {
    try await Desktop.with { desktop in
      let sounds = try await SoundServer.start(on: desktop)
      try desktop.folder.write("notify off\n", to: "config/intervald/intervald.conf")
      let disks = try await SmallDisks.start(on: desktop)
      state == "full" ? try await disks.fill() : try await disks.remount("ro")
      let run = try await FaultRun.start(on: disks.daemon)
      try await sounds.sound("intervald.run.100")
      try await disks.daemon.log("\(words): the workout and the history are not saved to disk")
      let cues = FaultSize.of(5, full: 120)
      try await run.awaitCues(cues)
      let finding = try await disks.daemon.doctor()["state"]
      #expect(finding.verdict == .fault, "\(finding)")
      #expect(
        finding.words.hasSuffix("\(words): the current workout would not survive a restart"), "\(finding)")
      state == "full" ? try await disks.freeSpace() : try await disks.remount("rw")
      try await disks.daemon.log("The workout and the history are saved again")
      #expect(try await disks.read("state/intervald/workout.json").contains("5000x(1s run, 1s walk)"))
      try await run.expectUnaffected("disk: \(state) for \(cues) cues")
      let started = try await run.client.start(plan: "forever 30s", replace: true)
      #expect(!started.warnings.contains { $0.contains("not saved as the last one") })
      #expect(try await disks.read("state/intervald/last-plan.json").contains("forever 30s"))
    }
  }

  @Test func `a workout that ends on a full disk is recorded once, as soon as there is space`() async throws {
    try await Desktop.with { desktop in
      try desktop.folder.write("notify off\nsound off\n", to: "config/intervald/intervald.conf")
      let disks = try await SmallDisks.start(on: desktop)
      try await disks.fill()
      let client = try await disks.daemon.connect()
      let started = try await client.start(plan: "lead-in off\n2x(5s run)")
      let path = desktop.folder.path(of: "state/intervald/last-plan.json")
      #expect(
        started.warnings.contains("The plan is not saved as the last one: \(path): No space left on device."),
        "\(started.warnings)")
      #expect(
        started.warnings.contains { $0.contains("The workout is not saved to disk yet; a restart would lose it.") },
        "\(started.warnings)")
      try await disks.daemon.log("event=finished")
      #expect(try await disks.read("state/intervald/history.jsonl").isEmpty)
      try await disks.freeSpace()
      // The workout has ended, so the daemon retries the save without an event of the workout.
      try await disks.daemon.log("The workout and the history are saved again")
      let lines = try await disks.read("state/intervald/history.jsonl").split(separator: "\n")
      #expect(lines.count == 1, "\(lines)")
      #expect(lines.allSatisfy { $0.contains(started.status.workoutId ?? "none") }, "\(lines)")
      #expect(disks.daemon.process.errors.elements.count { $0.contains("warning: ") } == 1)
      print("disk: full at the end of a workout, which was recorded when there was space")
    }
  }

  @Test func `a daemon that ends on a full disk logs that the workout is lost and how many are not recorded`()
    async throws
  {
    try await Desktop.with { desktop in
      try desktop.folder.write("notify off\nsound off\n", to: "config/intervald/intervald.conf")
      let disks = try await SmallDisks.start(on: desktop)
      try await disks.fill()
      let client = try await disks.daemon.connect()
      _ = try await client.start(plan: "lead-in off\n10s run")
      try await disks.daemon.log("event=finished")
      _ = try await client.start(plan: "lead-in off\n600s walk")
      disks.daemon.process.send(SIGTERM)
      #expect(try await disks.daemon.process.end() == .exited(0))
      try await disks.daemon.log("The workout is lost because it could not be saved: 10m walk")
      try await disks.daemon.log("history.jsonl: 1 workout is not recorded")
      #expect(!disks.daemon.process.errors.elements.contains { $0.contains("resumes when intervald starts again") })
      print("disk: full when the daemon ended, which logged the losses")
    }
  }

  @Test func `temporary files that remain after a power failure are removed at the next start`() async throws {
    try await Desktop.with { desktop in
      let leftovers = ["state/intervald/workout.json.17.new", "config/intervald/plans/long.plan.4711.new"]
      for name in leftovers {
        let path = try desktop.folder.write("30s r", to: name)
        try await desktop.run("touch", ["--date=2 hours ago", path])
      }
      try desktop.folder.write("30s run", to: "config/intervald/plans/long.plan")
      let daemon = try await DaemonProcess.start(on: desktop)
      let paths = leftovers.map(desktop.folder.path(of:))
      let wait = "while [ -e \(paths[0]) ] || [ -e \(paths[1]) ]; do sleep 0.05; done"
      #expect(try await Invocation.run("sh", ["-c", wait]).status == 0)
      #expect(try await daemon.connect().plans().map(\.name).contains("long"))
      print("disk: \(leftovers.count) temporary files were removed")
    }
  }
}

/// A daemon whose folders for its state, cache and socket are separate small file systems.
private struct SmallDisks {
  let daemon: DaemonProcess
  private let desktop: Desktop

  /// The folders, the folder of the socket last.
  ///
  /// The folder of the socket is full from the start, so the daemon cannot write its process ID to the lock file.
  private static let folders = ["state", "cache", "run/intervald"]

  static func start(on desktop: Desktop) async throws -> SmallDisks {
    for folder in folders { _ = try desktop.folder.folder(folder) }
    let script = """
      for folder; do mount -t tmpfs -o size=64k,mode=0700 tmpfs "$folder"; done
      head -c 1M /dev/zero > "$folder/fill" 2> /dev/null
      exec "$0"
      """
    let process = try await desktop.processes.start(
      "unshare",
      ["--mount", "sh", "-c", script, BuiltProgram.path(of: "intervald")] + folders.map(desktop.folder.path(of:)),
      environment: desktop.environment)
    var environment = desktop.environment
    let link = desktop.folder.path(of: "run")
    let run = (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? link
    environment["XDG_RUNTIME_DIR"] = "/proc/\(process.identifier)/root\(run)"
    let disks = SmallDisks(daemon: DaemonProcess(process: process, environment: environment), desktop: desktop)
    try await disks.daemon.log("notice: Ready")
    return disks
  }

  /// Reads a file in the daemon's file systems; returns an empty text if the file does not exist.
  func read(_ name: String) async throws -> String {
    try await desktop.run("cat", [path(of: name)]).joined(separator: "\n")
  }

  /// Fills the file systems of state and cache.
  func fill() async throws {
    for folder in Self.folders.dropLast() {
      try await desktop.run("sh", ["-c", "head -c 1M /dev/zero > \(path(of: folder))/fill"])
    }
  }

  func freeSpace() async throws {
    for folder in Self.folders { try await desktop.run("rm", [path(of: "\(folder)/fill")]) }
  }

  /// Mounts the file systems of state and cache again, with the given option.
  func remount(_ option: String) async throws {
    for folder in Self.folders.dropLast() {
      try await desktop.run(
        "nsenter",
        [
          "--target", "\(daemon.process.identifier)", "--mount", "mount", "-o", "remount,\(option)",
          desktop.folder.path(of: folder),
        ])
    }
  }

  /// Path of a file in the daemon's mount namespace, for processes outside of the namespace.
  private func path(of name: String) -> String {
    "/proc/\(daemon.process.identifier)/root\(desktop.folder.path(of: name))"
  }
}
