import Concurrency
import Testing

@Suite struct CurrentAvailabilityTests {
  struct Failure: ServiceFailure {
    var code: Int
    var words = ""
  }

  let current = CurrentAvailability<String, Failure>()

  @Test func `the availability is unknown before the first update, even after a wait`() async {
    #expect(current.value == nil)
    #expect(await current.value(within: .milliseconds(1)) == nil)
  }

  @Test func `a known availability is returned at once`() async {
    _ = current.update(.available("dunst"))
    #expect(await current.value(within: .zero) == .available("dunst"))
  }

  @Test func `an update wakes the readers that wait for it`() async {
    await withTaskGroup(of: Availability<String, Failure>?.self) { group in
      for _ in 0..<8 { group.addTask { await current.value(within: .seconds(60)) } }
      group.addTask {
        _ = current.update(.unavailable(Failure(code: 1)))
        return .unavailable(Failure(code: 1))
      }
      for await answer in group { #expect(answer == .unavailable(Failure(code: 1))) }
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
    #expect(current.update(.unavailable(Failure(code: 1, words: "once"))))
    #expect(!current.update(.unavailable(Failure(code: 1, words: "twice"))))
    #expect(current.update(.unavailable(Failure(code: 2))))
  }

  @Test func `the same availability after an invalidation is not a change`() {
    #expect(current.update(.unavailable(Failure(code: 1))))
    current.invalidate()
    #expect(current.value == nil)
    #expect(!current.update(.unavailable(Failure(code: 1))))
    #expect(current.value == .unavailable(Failure(code: 1)))
  }
}
