import Systemd
import TestSupport
import Testing

/// Messages of the user's service manager that contain values of wrong types.
@Suite struct MalformedManagerTests {
  @Test func `malformed messages of the manager are ignored, and the next job is reported`() async throws {
    try await Desktop.with { desktop in
      let folder = try desktop.folder.folder("run/systemd")
      let service = try await MalformedService.listen(at: "\(folder)/private", on: desktop, [])
      let runtimeFolder = desktop.folder.path(of: "run")
      let manager = try await UserManagerConnection.open(runtimeFolder: runtimeFolder)
      let unit = TransientUnit(name: "a.service", summary: "a", program: "/bin/true")
      try await service.malform("StartUnit") {
        try? await manager.start(unitNamed: "a.service", within: .milliseconds(1))
      }
      try await service.malform("StartTransientUnit") {
        _ = try? await manager.run(unit, within: .milliseconds(1))
      }
      try await service.run("answer StartUnit o \"['/job/1']\"")
      let start = Task {
        while true {
          do {
            return try await manager.start(unitNamed: "a.service", within: generousLimit)
          } catch let error as SystemdError where error.code == .managerSilent {
            // On a busy machine, the manager may answer after the time limit of an answer.
            try Task.checkCancellation()
          }
        }
      }
      let manager1 = "/org/freedesktop/systemd1 org.freedesktop.systemd1.Manager"
      let properties = "/org/freedesktop/systemd1/unit/a_2eservice org.freedesktop.DBus.Properties PropertiesChanged"
      for signal in [
        "\(manager1) JobRemoved", "\(manager1) UnitRemoved", "\(properties) org.freedesktop.systemd1.Unit",
      ] {
        try await service.run("flood \(signal)")
      }
      let ended = Recording<Bool>()
      async let result: Void = {
        try await start.value
        ended.append(true)
      }()
      try await withTimeLimit("the end of the job") {
        while ended.elements.isEmpty {
          try await service.run("signal \(manager1) JobRemoved uoss \"[1, '/job/1', 'a.service', 'done']\"")
        }
      }
      try await result
    }
  }

  @Test func `the document contains every signal and answer`() throws {
    let names = ["StartUnit", "StartTransientUnit", "JobRemoved", "UnitRemoved", "PropertiesChanged"]
    #expect(try MalformedService.undocumented(names, of: "service manager") == [])
  }
}
