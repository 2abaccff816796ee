import WorkoutReports

/// The streams of those who watch, each with a buffer of its own.
struct Watchers {
  private var continuations: [Int: AsyncStream<Report.Event>.Continuation] = [:]
  private var nextID = 0

  /// How many events a watcher may be behind before it is let go.
  static let buffer = 64

  /// A stream that begins with `first`; `onEnd` is told when its reader has gone.
  mutating func add(first: Report.Event, onEnd: @escaping @Sendable (Int) -> Void) -> AsyncStream<Report.Event> {
    let (stream, continuation) = AsyncStream<Report.Event>.makeStream(bufferingPolicy: .bufferingOldest(Self.buffer))
    let id = nextID
    nextID += 1
    continuations[id] = continuation
    continuation.yield(first)
    continuation.onTermination = { _ in onEnd(id) }
    return stream
  }

  /// Whether nobody watches.
  var isEmpty: Bool { continuations.isEmpty }

  /// Tells all an event; whoever's buffer is full is let go, for a gap would be worse than an end.
  mutating func tell(_ event: Report.Event) {
    for (id, continuation) in continuations {
      switch continuation.yield(event) {
      case .enqueued: continue
      default:
        continuation.finish()
        continuations[id] = nil
      }
    }
  }

  /// Ends all streams behind what they have been told.
  mutating func end() {
    for continuation in continuations.values { continuation.finish() }
    continuations = [:]
  }

  mutating func remove(_ id: Int) {
    continuations[id] = nil
  }
}
