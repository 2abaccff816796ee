import ControlInterface
import Glibc
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// The doctor's findings about the daemon itself: its files, its process and its units.
@Suite(.hangLimit) struct DoctorDaemonTests {
  @Test func `problems that would lose a workout at a restart are reported`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.startWithSpeech(on: desktop)
      let state = try desktop.folder.folder("state/intervald")
      try desktop.folder.write("x", to: "state/intervald/workout.json.unreadable")
      #expect(
        try await daemon.doctor()["state"].words
          == "a saved workout that cannot be resumed is in \(state)/workout.json.unreadable")
      #expect(unsafe chmod(state, 0o777) == 0)
      #expect(
        try await daemon.doctor()["state"].words
          == "\(state): other users can write to this folder; a workout saved there is not resumed")
      #expect(unsafe rename(state, "\(state).old") == 0)
      try desktop.folder.write("", to: "state/intervald")
      let blocked = try await daemon.doctor()
      #expect(
        blocked["state"].words == "\(state)/check: Not a directory: a workout would not survive a restart")
      #expect(
        blocked["state folder"]
          == .init(
            "state folder", .fault, "\(state) is not a folder",
            remedy: "give it another name: mv -T \(state) \(state).other"))
    }
  }

  @Test func `a history that cannot be written or trusted is reported`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.startWithSpeech(on: desktop)
      let path = try desktop.folder.folder("state/intervald/history.jsonl")
      #expect(
        try await daemon.doctor()["state"].words == "\(path): Is a directory: a workout that ends is not recorded")
      #expect(try await daemon.intervalctl("start", "lead-in off\n11s run, open walk").status == 0)
      _ = try await daemon.log("Walk until you say next")
      #expect(try await daemon.intervalctl("stop").status == 0)
      let waiting = try await daemon.doctor()
      #expect(waiting.status == 1)
      #expect(
        waiting["state"]
          == .init(
            "state", .fault, "\(path): Is a directory: a workout that ended is not recorded yet",
            remedy: "inspect it: ls -ld \(path)"))
      let early = try await daemon.intervalctl("correct", "0.1km")
      #expect(early.status == 74)
      #expect(
        early.errors.hasPrefix(
          "error: \(path): Is a directory; the distance is recorded when the history can be written"),
        "\(early.errors)")
      try #require(unsafe rmdir(path) == 0)
      #expect(try await daemon.doctor()["state"].verdict == .ok)
      #expect(try await daemon.intervalctl("history").output.hasPrefix("1 workout\n"))
      try #require(unsafe chmod(path, 0o666) == 0)
      #expect(
        try await daemon.doctor()["state"]
          == .init(
            "state", .fault, "\(path): other users can write to it; the workouts recorded there are ignored",
            remedy: "check its contents, then: chmod go-w \(path)"))
      let refused = try await daemon.intervalctl("correct", "0.2km")
      #expect(
        refused.errors
          == "error: \(path): other users can write to it\nhint: check its contents, then: chmod go-w \(path)\n")
      try #require(unsafe chmod(path, 0o600) == 0)
      #expect(try await daemon.intervalctl("correct", "0.2km").output.contains("  0.20 km, was 0.10\n"))
    }
  }

  @Test func `the doctor reports a daemon that does not respond`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.startWithSpeech(on: desktop)
      daemon.process.send(SIGSTOP)
      let diagnosis = try await daemon.doctor()
      #expect(diagnosis["socket"].words == "intervald does not respond at \(try daemon.socket.path)")
      #expect(diagnosis["state"] == .init("state", .unknown, "intervald could not be asked"))
      daemon.process.send(SIGCONT)
      #expect(try await daemon.doctor()["socket"].verdict == .ok)
    }
  }
}

/// The doctor's findings about the units, in a real user manager.
@Suite(.root, .hangLimit) struct DoctorUnitTests {
  @Test func `the doctor reports the state of the units and the commands that fix problems`() async throws {
    try await UserManager.run { manager in
      func units() async throws -> Report.Finding {
        try Diagnosis(await manager.intervalctl("doctor", "--json"))["systemd"]
      }
      #expect(try await units().words == "the units of intervald are not installed")
      try await manager.installIntervald()
      // The doctor starts the service when it connects to the socket.
      let running = try Diagnosis(await manager.intervalctl("doctor", "--json"))
      #expect(running["systemd"].words == "intervald.socket is enabled and listening, intervald.service is running")
      #expect(running["log"].words == "is in the journal: journalctl --user --unit intervald")
      #expect(running["session bus"].verdict == .ok, "\(running["session bus"])")
      let service = "config/systemd/user/intervald.service"
      try await manager.write(try manager.folder.read(service) + "# Changed.\n", to: service)
      #expect(try await units().remedy == "systemctl --user daemon-reload")
      try await manager.systemctl("daemon-reload")
      try await manager.systemctl("disable", "intervald.socket")
      #expect(try await units().remedy == "systemctl --user enable intervald.socket")
      try await manager.systemctl("stop", "intervald.socket", "intervald.service")
      #expect(try await units().remedy == "systemctl --user enable --now intervald.socket")
      try await manager.systemctl("enable", "intervald.socket")
      let stopped = try Diagnosis(await manager.intervalctl("doctor", "--json"))
      #expect(stopped["systemd"].remedy == "systemctl --user start intervald.socket")
      #expect(stopped["socket"].remedy == "systemctl --user enable --now intervald.socket")
      try await manager.systemctl("start", "intervald.socket")
      try manager.folder.write("sound loud\n", to: "config/intervald/intervald.conf")
      let failed = try Diagnosis(await manager.intervalctl("doctor", "--json"))
      #expect(failed["systemd"].words == "intervald.service has failed: exit-code")
      #expect(failed["socket"].remedy == "read the log: journalctl --user --unit intervald")
      #expect(failed["settings"].verdict == .fault)
      #expect(failed.status == 1)
      try await manager.systemctl("stop", "intervald.socket")
      let path = manager.folder.path(of: service)
      #expect(try await manager.run("ln", ["--symbolic", "--force", "/dev/null", path]).status == 0)
      try await manager.systemctl("daemon-reload")
      #expect(try await units().remedy == "systemctl --user unmask intervald.service")
      #expect(try await manager.run("sh", ["-c", "kill -STOP $(pidof /lib/systemd/systemd)"]).status == 0)
      #expect(try await units().words == "the user manager does not respond")
    }
  }
}
