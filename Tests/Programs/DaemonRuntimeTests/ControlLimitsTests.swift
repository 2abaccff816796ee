import TestSupport
import Testing
import VarlinkServer

@testable import DaemonRuntime

/// Compares the server's limits for clients with intervald(1) and docs/protocol.md.
@Suite struct ControlLimitsTests {
  @Test func `the documentation contains the limits of the server`() throws {
    let limits = ServerLimits()
    let numbers = try ManualPage("intervald.1").entries(in: "DESCRIPTION").filter { Int($0.macro) != nil }
    #expect(
      numbers.map { "\($0.macro) \($0.words.joined(separator: " "))" } == [
        "\(limits.connections) connections", "\(limits.reservedDescriptors) descriptors",
        "\(limits.incompleteMessage.components.seconds) seconds", "\(limits.write.components.seconds) seconds",
        "\(Watchers.bufferSize) events",
      ])
    let page = try ManualPage("intervald.1").lines(in: "DESCRIPTION")
    #expect(page.contains("At most ten messages of each type are logged in a minute."))
    #expect(RateLimiter.maxMessages == 10)
    #expect(RateLimiter.interval == .seconds(60))
    let protocolPage = try packageFile("docs/protocol.md")
    for text in [
      "| open connections | \(limits.connections), or fewer",
      "may open few descriptors: \(limits.reservedDescriptors) of them, or half, are reserved |",
      "| number of events that wait for a client | \(Watchers.bufferSize) |",
      "| time until a client reads a reply | \(limits.write.components.seconds) s |",
    ] { #expect(protocolPage.contains(text), "\(text)") }
  }
}

@Suite struct RateLimiterTests {
  @Test func `ten messages per minute are admitted, and the tenth is marked as the last one`() {
    var limiter = RateLimiter()
    let begin = ContinuousClock.now
    for minute in 0..<2 {
      let now = begin + RateLimiter.interval * minute
      for _ in 0..<9 { #expect(limiter.admit(at: now) == .message) }
      #expect(limiter.admit(at: now) == .lastMessage)
      for second in 0..<59 { #expect(limiter.admit(at: now + .seconds(second)) == .nothing) }
    }
  }
}
