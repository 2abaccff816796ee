import Dispatch
import TestSupport
import Testing

@testable import Concurrency

@Suite struct RequestQueueTests {
  @Test func `each request gets its own response`() async {
    let queue = RequestQueue(label: "test")
    async let first = queue.response(within: generousLimit) { 1 }
    async let second = queue.response(within: generousLimit) { 2 }
    #expect(await first == 1)
    #expect(await second == 2)
  }

  @Test func `a request to a service that hangs ends at the time limit, and the number of queued requests is limited`()
    async throws
  {
    let queue = RequestQueue(label: "test")
    let gate = DispatchGroup()
    gate.enter()
    let requests = Recording<Int>()
    for number in 0..<(2 * RequestLimit.defaultMaximum) {
      let response = await queue.response(within: .milliseconds(1)) {
        gate.wait()
        requests.append(number)
        return number
      }
      #expect(response == nil)
    }
    gate.leave()
    _ = try await requests.first("the last request") { $0 == RequestLimit.defaultMaximum - 1 }
    try await withTimeLimit("a response") {
      while await queue.response(within: generousLimit, to: { true }) == nil { try Task.checkCancellation() }
    }
    #expect(requests.elements == Array(0..<RequestLimit.defaultMaximum))
  }
}
