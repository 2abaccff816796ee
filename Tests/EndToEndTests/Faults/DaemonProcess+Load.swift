import ControlInterface
import Glibc
import TestSupport
import Varlink
import WorkoutReports

extension DaemonProcess {
  var figures: ProcessFigures { ProcessFigures(identifier: process.identifier) }

  /// Everything that a watcher is told from here on.
  func watch() async throws -> Recording<Report.Event> {
    let client = try await connect()
    let events = Recording<Report.Event>()
    Task {
      // A daemon that ends, ends the events.
      do { for try await event in client.watch() { events.append(event) } } catch {}
      events.finish()
    }
    return events
  }

  /// Connects many clients that send calls, a line each, and then neither send nor read until the process ends.
  func crowd(of count: Int, sending calls: String = "", on desktop: Desktop) async throws -> TestProcess {
    let script = """
      import signal, socket, sys
      crowd = []
      for _ in range(int(sys.argv[2])):
          client = socket.socket(socket.AF_UNIX)
          client.connect(sys.argv[1])
          try: client.sendall(sys.argv[3].replace("\\n", "\\0").encode())
          except ConnectionError: pass
          crowd.append(client)
      print("connected", flush=True)
      signal.pause()
      """
    let process = try await desktop.processes.start(
      "python3", ["-c", script, socket.path, "\(count)", calls], environment: desktop.environment)
    _ = try await process.output.first("the crowd") { $0 == "connected" }
    return process
  }

  /// Asks for the status until there is a place for one more client.
  func statusOnceAdmitted() async throws -> Report.Status {
    try await withTimeLimit("a place for a client") {
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
  /// Waits for the start of an interval, or of a later one.
  func start(ofInterval number: Int) async throws {
    _ = try await first("interval \(number)", within: generousLimit + .seconds(number)) { event in
      event.cue == .start && (event.status.number ?? 0) >= number
    }
  }

  /// The number of the last interval that was told of.
  var lastInterval: Int { elements.last?.status.number ?? 0 }
}
