import TestSupport
import Testing
import VarlinkServer

@testable import DaemonRuntime

/// Compares the limits on clients with intervald(1) and docs/protocol.md.
@Suite struct ControlLimitsTests {
  @Test func `the documented limits are those that hold`() throws {
    let limits = ServerLimits()
    let numbers = try ManualPage("intervald.1").entries(in: "DESCRIPTION").filter { Int($0.macro) != nil }
    #expect(
      numbers.map { "\($0.macro) \($0.words.joined(separator: " "))" } == [
        "\(limits.connections) connections", "\(limits.reservedDescriptors) descriptors",
        "\(limits.incompleteMessage.components.seconds) seconds", "\(limits.write.components.seconds) seconds",
        "\(limits.queuedReplies) events", "\(limits.queuedBytes >> 20) MiB",
      ])
    let page = try ManualPage("intervald.1").lines(in: "DESCRIPTION")
    #expect(page.contains("At most ten messages of each type are logged in a minute."))
    #expect(LineAllowance.lines == 10 && LineAllowance.time == .seconds(60))
    let protocolPage = try packageFile("docs/protocol.md")
    for text in [
      "| open connections | \(limits.connections), or fewer",
      "may open few descriptors: \(limits.reservedDescriptors) of them, or half, are reserved |",
      "| \(limits.queuedReplies), and \(limits.queuedBytes >> 20) MiB |",
      "| time until a client reads a reply | \(limits.write.components.seconds) s |",
    ] { #expect(protocolPage.contains(text), "\(text)") }
  }
}
