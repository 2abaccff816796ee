import FoundationEssentials
import JSON
import TestSupport
import TestTraits
import Testing
import Varlink

/// Tests of the certification `org.varlink.certification` with the client and the server of the PyPI package `varlink`.
@Suite(
  .enabled(if: VirtualEnvironment.isComplete, "\(VirtualEnvironment.requirement)"), .hangLimit)
struct ForeignCertificationTests {
  @Test func `our server certifies a foreign client`() async throws {
    let interface = try CertificationInterface(description: try await description())
    try await withServer(of: interface) { path in
      let client = try await Invocation.run(
        VirtualEnvironment.program("python"),
        ["-m", "varlink.tests.test_certification", "--client", "--varlink=unix:\(path)"])
      #expect(client.status == 0, "\(client.errors)")
      #expect(client.answer.hasSuffix("Certification passed"), "\(client.output)")
      #expect(!interface.isInProgress)
    }
  }

  @Test func `our server rejects an unknown client, a call out of order, and wrong parameters`() async throws {
    let interface = try CertificationInterface(description: try await description())
    try await withServer(of: interface) { path in
      let client = try await Client.connect(to: path, timeout: generousLimit)
      func error(_ method: String, _ parameters: JSONValue.Object) async throws -> String? {
        do {
          _ = try await client.call("org.varlink.certification.\(method)", parameters)
          return nil
        } catch let error as VarlinkError {
          return error.name.split(separator: ".").last.map(String.init)
        }
      }
      #expect(try await error("Test01", ["client_id": "unknown"]) == "ClientIdError")
      for wrong: JSONValue.Object in [["bool": false], ["int": 1]] {
        let start = try await client.call("org.varlink.certification.Start")
        let id = try #require(start["client_id"])
        _ = try await client.call("org.varlink.certification.Test01", ["client_id": id])
        let method = wrong["bool"] == nil ? "Test03" : "Test02"
        #expect(try await error(method, wrong.merging(["client_id": id]) { $1 }) == "CertificationError")
      }
    }
  }

  @Test func `a foreign server certifies our client`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "certification")
    try await TestProcesses.with { processes in
      // The option -u turns off Python's buffer for output.
      let server = try await processes.start(
        VirtualEnvironment.program("python"),
        ["-u", "-m", "varlink.tests.test_certification", "--varlink=unix:\(path)"], environment: [:])
      _ = try await server.output.first("the foreign server") { $0.hasPrefix("Listening on") }
      let client = try await Client.connect(to: path, timeout: generousLimit)
      #expect(try await certify(client)["all_ok"] == true)
    }
  }

  /// Calls the methods in order, and passes the results of each method to the next.
  private func certify(_ client: Client) async throws -> JSONValue.Object {
    let interface = "org.varlink.certification."
    var given = try await client.call(interface + "Start")
    let id = try #require(given["client_id"])
    given = [:]
    for number in 1...9 {
      given["client_id"] = id
      given = try await client.call("\(interface)Test0\(number)", given)
    }
    var texts: [JSONValue] = []
    given["client_id"] = id
    for try await reply in client.stream(interface + "Test10", given) { texts.append(try #require(reply["string"])) }
    #expect(texts.count == 10)
    try await client.send(interface + "Test11", ["client_id": id, "last_more_replies": .array(texts)])
    return try await client.call(interface + "End", ["client_id": id])
  }

  /// The description of the interface in the PyPI package.
  private func description() async throws -> String {
    let program = """
      import importlib.resources
      print(importlib.resources.files("varlink.tests").joinpath("org.varlink.certification.varlink").read_text("utf-8"))
      """
    return try await Invocation.run(VirtualEnvironment.program("python"), ["-c", program]).output
  }
}
