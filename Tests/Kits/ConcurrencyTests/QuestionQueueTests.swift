import Dispatch
import TestSupport
import Testing

@testable import Concurrency

@Suite struct QuestionQueueTests {
  @Test func `a question is answered, and another waits for it`() async {
    let queue = QuestionQueue(label: "test")
    async let first = queue.answer(within: generousLimit) { 1 }
    async let second = queue.answer(within: generousLimit) { 2 }
    #expect(await first == 1)
    #expect(await second == 2)
  }

  @Test func `who hangs is waited for no longer than the limit, and collects a bounded number of questions`()
    async throws
  {
    let queue = QuestionQueue(label: "test")
    let gate = DispatchGroup()
    gate.enter()
    let asked = Recording<Int>()
    for number in 0..<(2 * QuestionQueue.usualCapacity) {
      let answer = await queue.answer(within: .milliseconds(1)) {
        gate.wait()
        asked.append(number)
        return number
      }
      #expect(answer == nil)
    }
    gate.leave()
    _ = try await asked.first("the last that was asked") { $0 == QuestionQueue.usualCapacity - 1 }
    try await withTimeLimit("an answer") {
      while await queue.answer(within: generousLimit, to: { true }) == nil { try Task.checkCancellation() }
    }
    #expect(asked.elements == Array(0..<QuestionQueue.usualCapacity))
  }
}
