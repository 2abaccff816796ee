import Dispatch
import FoundationEssentials
import Glibc
import MessageBus
import Synchronization
import TestSupport
import Testing

@Suite struct GLibThreadTests {
  @Test func `jobs run in order`() async {
    let thread = GLibThread(name: "test")
    let numbers = Mutex<[Int]>([])
    for number in 0..<1000 { thread.post { numbers.withLock { $0.append(number) } } }
    await thread.run(within: generousLimit) {}
    #expect(numbers.withLock { $0 } == Array(0..<1000))
  }

  @Test func `the wait for a job ends at the time limit`() async {
    let thread = GLibThread(name: "test")
    let gate = DispatchSemaphore(value: 0)
    await thread.run(within: .milliseconds(10)) { gate.wait() }
    gate.signal()
    await thread.run(within: generousLimit) {}
  }

  @Test func `a task runs on the thread and an actor is isolated to it`() async {
    let thread = GLibThread(name: "test")
    let actor = Counter(on: thread)
    for _ in 0..<100 { await actor.increment() }
    #expect(await actor.count == 100)
    await Task(executorPreference: thread) { thread.checkIsolated() }.value
  }

  @Test func `a thread ends after its last reference is released`() async throws {
    let name = "t\(UInt32.random(in: 0...999_999))"
    var thread: GLibThread? = GLibThread(name: name)
    await thread?.run(within: generousLimit) {}
    #expect(try Self.threadNames().contains(name))
    thread = nil
    try await withTimeLimit("the end of the thread") {
      while try Self.threadNames().contains(name) { try Task.checkCancellation() }
    }
  }

  @Test func `a timer fires once, and a released timer does not fire`() async throws {
    let thread = GLibThread(name: "test")
    let host = Sources(on: thread)
    let firings = Recording<String>()
    await host.startTimers(released: .milliseconds(1), held: .milliseconds(5), firings)
    _ = try await firings.first("the timer") { _ in true }
    #expect(firings.elements == ["held"])
  }

  @Test func `a descriptor is reported while it is readable`() async throws {
    let thread = GLibThread(name: "test")
    let host = Sources(on: thread)
    let events = Recording<UInt8>()
    var ends: [CInt] = [0, 0]
    // The call writes two descriptors, for which the array has room.
    #expect(unsafe pipe(&ends) == 0)
    await host.watch(ends[0], events)
    for byte in UInt8(1)...3 {
      var byte = byte
      // write(2) reads one byte from the variable, which has one byte.
      #expect(unsafe write(ends[1], &byte, 1) == 1)
      _ = try await events.first("byte \(byte)") { [byte] in $0 == byte }
    }
    await host.releaseFirst()
    close(ends[0])
    close(ends[1])
    #expect(events.elements == [1, 2, 3])
  }

  private static func threadNames() throws -> [String] {
    // A thread may end before the test reads its name.
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap { thread in
      try? String(String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8).dropLast())
    }
  }
}

/// Timers and watched descriptors on a thread.
private actor Sources {
  private nonisolated let thread: GLibThread
  private var sources: [GLibSource] = []

  init(on thread: GLibThread) {
    self.thread = thread
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  /// Starts two timers, and releases the first timer.
  func startTimers(released: Duration, held: Duration, _ firings: Recording<String>) {
    sources.append(thread.after(released) { firings.append("released") })
    sources.append(thread.after(held) { firings.append("held") })
    sources.removeFirst()
  }

  func watch(_ descriptor: CInt, _ events: Recording<UInt8>) {
    sources.append(
      thread.whenReadable(descriptor) {
        var byte: UInt8 = 0
        // read(2) stores one byte in the variable, which has one byte.
        if unsafe read(descriptor, &byte, 1) == 1 { events.append(byte) }
      })
  }

  func releaseFirst() {
    sources.removeFirst()
  }
}

private actor Counter {
  private nonisolated let thread: GLibThread
  private(set) var count = 0

  init(on thread: GLibThread) {
    self.thread = thread
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  func increment() {
    thread.checkIsolated()
    count += 1
  }
}
