package import Glibc

/// Questions to a message bus, each on a connection of its own that ends with the answer.
package enum BusInquiry {
  /// Whether anybody has a name on a bus; nil where the bus does not answer in time: NameHasOwner of the D-Bus
  /// specification.
  ///
  /// It waits, and so is for a thread that may.
  ///
  /// - Throws: `busUnusable` where nobody listens, or hangs up; `messageUnusable`.
  package static func hasOwner(
    _ name: String, on bus: String, within limit: Duration
  ) throws(BusError) -> Bool? {
    let connection = try BusConnection.open(bus)
    let question = try connection.call(
      "NameHasOwner", of: BusConnection.name, at: BusConnection.path, on: BusConnection.name)
    try question.append(name)
    let number = try connection.send(question)
    let deadline = ContinuousClock.now + limit
    repeat {
      while let message = try connection.receive() {
        if message.repliesTo == number { return try message.readFlag() }
      }
    } while wait(for: connection.interest, until: deadline)
    return nil
  }

  /// Waits until there is something to process; false when the time is up first: poll(2).
  package static func wait(for interest: pollfd, until deadline: ContinuousClock.Instant) -> Bool {
    let left = deadline - .now
    guard left > .zero else { return false }
    var interest = interest
    // The variable outlives the call, which is told of one.
    _ = unsafe poll(&interest, 1, CInt((left / .milliseconds(1)).rounded(.up)))
    return true
  }
}
