import Concurrency
import TestSupport
import Testing

@Suite struct CurrentAvailabilityTests {
  enum Code: FailureCode {
    case absent
    case hanging

    var words: String { "\(self)" }
  }

  typealias Failure = CodedFailure<Code>

  let current = CurrentAvailability<String, Code>()

  @Test func `the availability is unknown before the first update, even after a wait`() async {
    #expect(current.value == nil)
    #expect(await current.value(within: .milliseconds(1)) == nil)
  }

  @Test func `a known availability is returned at once`() async {
    _ = current.update(.available("dunst"))
    #expect(await current.value(within: .zero) == .available("dunst"))
  }

  @Test func `an update wakes the readers that wait for it`() async {
    await withTaskGroup(of: Availability<String, Code>?.self) { group in
      for _ in 0..<8 { group.addTask { await current.value(within: generousLimit) } }
      group.addTask {
        _ = current.update(.unavailable(Failure(.absent)))
        return .unavailable(Failure(.absent))
      }
      for await answer in group { #expect(answer == .unavailable(Failure(.absent))) }
    }
  }

  @Test func `a cancelled wait ends without a value`() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { #expect(await current.value(within: .seconds(600)) == nil) }
      group.cancelAll()
    }
  }

  @Test func `only an update that changes the availability is a change`() {
    #expect(current.update(.available("dunst")))
    #expect(!current.update(.available("dunst")))
    #expect(current.update(.available("mako")))
    #expect(current.update(.unavailable(Failure(.absent, context: "once"))))
    #expect(!current.update(.unavailable(Failure(.absent, context: "twice"))))
    #expect(current.update(.unavailable(Failure(.hanging))))
  }

  @Test func `the same availability after an invalidation is not a change`() {
    #expect(current.update(.unavailable(Failure(.absent))))
    current.invalidate()
    #expect(current.value == nil)
    #expect(!current.update(.unavailable(Failure(.absent))))
    #expect(current.value == .unavailable(Failure(.absent)))
  }
}
