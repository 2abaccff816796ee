import Glibc
import TestSupport
import Testing

extension UserManager {
  /// Installs the shipped units with the path of the built programs, and starts the socket.
  ///
  /// Without the unit of the socket, the service is started.
  func installIntervald(withSocket: Bool = true) async throws {
    let program = try BuiltProgram.path(of: "intervald")
    let folder = String(program.dropLast("/intervald".count))
    let service = try packageFile("systemd/intervald.service").replacing("@BINDIR@", with: folder)
    guard withSocket else {
      try await install(["intervald.service": service.replacing("Requires=intervald.socket\n", with: "")])
      let started = try await systemctl("start", "intervald.service")
      #expect(started.status == 0, "\(started.errors)")
      return
    }
    let socket = try packageFile("systemd/intervald.socket")
    try await install(["intervald.service": service, "intervald.socket": socket])
    let enabled = try await systemctl("enable", "--now", "intervald.socket")
    #expect(enabled.status == 0, "\(enabled.errors)")
  }

  func intervalctl(_ arguments: String...) async throws -> Invocation {
    try await run(BuiltProgram.path(of: "intervalctl"), arguments)
  }

  /// Starts a virtual screen and dunst as units of the manager.
  func startDesktop() async throws {
    try folder.write("#!/bin/sh\nexec grep -m1 -F -f \(folder.path)/press\n", to: "menu")
    let menu = folder.path(of: "menu")
    #expect(unsafe chmod(menu, 0o700) == 0)
    try folder.write("[global]\ndmenu = \(menu)\n", to: "dunstrc")
    let screen = "Xvfb :77 -nolisten tcp -screen 0 800x600x24 -noreset"
    for (unit, command) in [("screen", screen), ("dunst", "dunst -config \(folder.path)/dunstrc")] {
      let started = try await run(
        "systemd-run",
        [
          "--user", "--unit=test-\(unit)", "--setenv=PATH", "--setenv=DISPLAY=:77", "--property=Restart=always",
          "--property=RestartSec=100ms", "--property=StartLimitIntervalSec=0", "--",
        ] + command.split(separator: " ").map(String.init))
      #expect(started.status == 0, "\(started.errors)")
    }
    let waiting = "until busctl --user status org.freedesktop.Notifications > /dev/null; do sleep 0.1; done"
    #expect(try await run("sh", ["-c", waiting]).status == 0)
  }

  /// Waits until dunst shows this number of notifications.
  ///
  /// - Returns: whether dunst showed this number within the time limit.
  func awaitDisplayedNotifications(_ count: Int) async throws -> Bool {
    let waiting = "until [ $(dunstctl count displayed) = \(count) ]; do sleep 0.1; done"
    return try await run("sh", ["-c", waiting]).status == 0
  }
}
