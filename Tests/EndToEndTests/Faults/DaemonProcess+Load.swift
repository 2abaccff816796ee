import ControlInterface
import Glibc
import TestSupport
import Varlink
import WorkoutReports

extension DaemonProcess {
  var figures: ProcessFigures { ProcessFigures(identifier: process.identifier) }

  /// Records all events that a new watcher receives.
  func watch() async throws -> Recording<Report.Event> {
    let client = try await connect()
    let events = Recording<Report.Event>()
    Task {
      // The events end with an error when the daemon ends.
      do { for try await event in client.watch() { events.append(event) } } catch {}
      events.finish()
    }
    return events
  }

  /// Connects `count` clients that send the lines of `calls`, and then neither send nor read until the process ends.
  func connectClients(_ count: Int, sending calls: String = "", on desktop: Desktop) async throws -> TestProcess {
    let script = """
      import signal, socket, sys
      clients = []
      for _ in range(int(sys.argv[2])):
          client = socket.socket(socket.AF_UNIX)
          client.connect(sys.argv[1])
          try: client.sendall(sys.argv[3].replace("\\n", "\\0").encode())
          except ConnectionError: pass
          clients.append(client)
      print("connected", flush=True)
      signal.pause()
      """
    let process = try await desktop.processes.start(
      "python3", ["-c", script, socket.path, "\(count)", calls], environment: desktop.environment)
    _ = try await process.output.first("the connection of all clients") { $0 == "connected" }
    return process
  }

  /// Requests the status until the daemon accepts one more client.
  func statusOnceAdmitted() async throws -> Report.Status {
    try await withTimeLimit("an accepted client") {
      while true {
        do {
          return try await connect().status()
        } catch let error as TransportError where error.code == .disconnected {
          try Task.checkCancellation()
        }
      }
    }
  }
}

extension Recording<Report.Event> {
  /// Waits for the start cue of the interval with this number or a higher number.
  func awaitInterval(_ number: Int) async throws {
    _ = try await first("interval \(number)", within: generousLimit + .seconds(number)) { event in
      event.cue == .start && (event.status.number ?? 0) >= number
    }
  }

  /// The number of the interval in the last event; 0 before the first event, or if the last event has no interval.
  var lastInterval: Int { elements.last?.status.number ?? 0 }
}
