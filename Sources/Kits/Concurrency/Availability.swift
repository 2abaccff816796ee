import Synchronization

/// Availability of an external service, which may be absent or slow, or may have stopped.
package enum Availability<Details: Equatable & Sendable, Code: FailureCode>: Equatable, Sendable {
  case available(Details)
  case unavailable(CodedFailure<Code>)

  /// Whether both values are the same, apart from the context of a failure.
  ///
  /// A change of only the context is not reported.
  package func isEquivalent(to other: Self) -> Bool {
    switch (self, other) {
    case (.available(let own), .available(let others)): own == others
    case (.unavailable(let own), .unavailable(let others)): own.code == others.code
    default: false
    }
  }
}

/// Reason why an external service cannot be used: a code and the message of the service.
package struct CodedFailure<Code: FailureCode>: Error, Equatable, CustomStringConvertible {
  /// The kind of failure; a failure that follows a failure of the same kind is not a change.
  package var code: Code
  /// The first line of the service's message; empty if the service gave no message.
  package var context: String

  package init(_ code: Code, context: String = "") {
    self.code = code
    // Messages of libraries may have many lines; the first line is enough.
    self.context = context.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }

  /// A description for users.
  package var description: String { context.isEmpty ? code.words : "\(code.words): \(context)" }
}

/// A kind of failure.
package protocol FailureCode: Equatable, Sendable {
  /// A description for users, which can be the beginning of a sentence.
  var words: String { get }
}

/// Current availability of an external service; one executor updates it, and any executor reads it or waits for it.
package final class CurrentAvailability<Details: Equatable & Sendable, Code: FailureCode>: Sendable {
  package typealias Value = Availability<Details, Code>

  private struct State {
    var value: Value?
    var reported: Value?
    var readers: [Int: AsyncStream<Value>.Continuation] = [:]
    var lastReader = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// The current value; nil before the first update, and after `invalidate` until the next update.
  package var value: Value? {
    state.withLock { $0.value }
  }

  /// Sets the current value, and wakes the readers that are waiting.
  ///
  /// - Returns: Whether the value differs from the previous value, so that each change is reported once.
  package func update(_ value: Value) -> Bool {
    state.withLock { state in
      let isChange = state.reported.map { !$0.isEquivalent(to: value) } ?? true
      state.value = value
      state.reported = value
      for reader in state.readers.values {
        reader.yield(value)
      }
      return isChange
    }
  }

  /// Removes the current value until the next update.
  ///
  /// An update that restores the removed value is not a change.
  package func invalidate() {
    state.withLock { $0.value = nil }
  }

  /// Returns the current value, or waits for the next update.
  ///
  /// - Returns: The value; nil if the time limit passes without an update, or if the task is cancelled.
  package func value(within limit: Duration) async -> Value? {
    if let value { return value }
    let (updates, reader) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      if let value = state.value { reader.yield(value) }
      state.lastReader += 1
      state.readers[state.lastReader] = reader
      return state.lastReader
    }
    defer { state.withLock { _ = $0.readers.removeValue(forKey: number) } }
    return await updates.first(within: limit)
  }
}
