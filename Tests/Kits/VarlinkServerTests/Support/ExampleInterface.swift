import JSON
import Varlink

/// An interface for tests, which records its calls.
struct ExampleInterface: VarlinkInterface {
  /// An error other than `VarlinkError`.
  struct Fault: Error {}

  /// The records of all calls of `Note` and `Watch`, in order.
  ///
  /// A call of `Note` records its text. A call of `Watch` records `watching` at its start, and `unwatched` at its end.
  let records: AsyncStream<String>
  private let recorder: AsyncStream<String>.Continuation
  private let waiting: AsyncStream<Never>
  private let gate: AsyncStream<Never>.Continuation
  private let latest: AsyncThrowingStream<EncodedReply, any Error>
  private let number: AsyncThrowingStream<EncodedReply, any Error>.Continuation

  let streamingMethods: Set<String> = ["Count", "Flood", "Latest", "Stumble", "Stop", "Watch"]

  let description = InterfaceDescription(
    builtIn: """
      interface org.example.test
      type Point (x: int, y: int)
      method Echo(text: string) -> (text: string)
      method Move(from: Point, by: ?int) -> (to: Point)
      # A text of the given size in bytes.
      method Big(size: int) -> (text: string)
      method Note(text: string) -> ()
      # Replies once the gate is open.
      method Wait() -> ()
      method Fail() -> ()
      method Break() -> ()
      # The numbers from 1.
      method Count(to: int) -> (n: int)
      # Replies without an end.
      method Flood() -> (text: string)
      # The numbers that the test sends; at most the latest four of them wait for the client.
      method Latest() -> (n: int, text: string)
      # A reply and then an error.
      method Stumble() -> ()
      # A reply, but no last reply.
      method Stop() -> ()
      # No reply.
      method Watch() -> ()
      error Failed (why: string)
      """)

  init() {
    (records, recorder) = AsyncStream.makeStream()
    (waiting, gate) = AsyncStream.makeStream()
    (latest, number) = AsyncThrowingStream.makeStream(bufferingPolicy: .bufferingNewest(4))
  }

  /// Sends numbers to the client of `Latest`, each in a reply of a kilobyte.
  func sendNumbers(_ numbers: ClosedRange<Int>) {
    let text = JSONValue.string(String(repeating: "x", count: 1000))
    for n in numbers { number.yield(EncodedReply(Reply(["n": .int(n), "text": text], continues: true))) }
  }

  /// Lets the calls of `Wait` reply.
  func openGate() {
    gate.finish()
  }

  func answer(_ call: Call) async throws -> Answer {
    switch call.member {
    case "Echo": return .single(call.parameters)
    case "Move":
      guard case .int(let x) = call.parameters["from"]?.object?["x"],
        case .int(let y) = call.parameters["from"]?.object?["y"]
      else { throw Fault() }
      guard case .int(let by) = call.parameters["by"] ?? 1 else { throw Fault() }
      return .single(["to": ["x": .int(x + by), "y": .int(y + by)]])
    case "Big":
      guard case .int(let size) = call.parameters["size"] else { throw Fault() }
      return .single(["text": .string(String(repeating: "x", count: size))])
    case "Note":
      recorder.yield(call.parameters["text"]?.string ?? "")
      return .single([:])
    case "Wait":
      for await _ in waiting {}
      return .single([:])
    case "Fail": throw VarlinkError("org.example.test.Failed", ["why": "asked to"])
    case "Break": throw Fault()
    case "Count":
      guard case .int(let last) = call.parameters["to"] else { throw Fault() }
      return .stream(replies((1...last).map { Reply(["n": .int($0)], continues: $0 < last) }))
    case "Flood":
      // The client can always read short replies as fast as the server writes them.
      return .stream(AsyncThrowingStream { EncodedReply(Reply(["text": "x"], continues: true)) })
    case "Latest":
      recorder.yield("watching")
      return .stream(latest)
    case "Stumble":
      return .stream(replies([Reply(continues: true)], then: VarlinkError("org.example.test.Failed", ["why": "late"])))
    case "Stop": return .stream(replies([Reply(continues: true)]))
    case "Watch":
      recorder.yield("watching")
      return .stream(
        AsyncThrowingStream { [recorder] continuation in
          continuation.onTermination = { _ in recorder.yield("unwatched") }
        })
    default: throw VarlinkError.methodNotImplemented(call.method)
    }
  }

  private func replies(
    _ replies: [Reply], then error: VarlinkError? = nil
  ) -> AsyncThrowingStream<EncodedReply, any Error> {
    AsyncThrowingStream { continuation in
      for reply in replies { continuation.yield(EncodedReply(reply)) }
      continuation.finish(throwing: error)
    }
  }
}
