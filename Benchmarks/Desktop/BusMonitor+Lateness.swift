import TestSupport

extension BusMonitor {
  /// How late the notifications of workouts were, in milliseconds.
  ///
  /// Each workout's first, which is of its lead-in, is left out. `origins` are the ends of the lead-ins in nanoseconds, in
  /// the order in which the workouts were started, and `offset` says how long after that a cue is due, by its number.
  func lateness(
    from origins: [Int], dueAfter offset: (Int) -> Int = { $0 * 1_000_000_000 }
  ) -> [Double] {
    var senders: [String] = []
    var times: [String: [Int]] = [:]
    for call in notifications {
      guard let sender = call.message.sender else { continue }
      if times[sender] == nil { senders.append(sender) }
      times[sender, default: []].append(Int(monotonicTime(of: call.message)))
    }
    return zip(senders, origins).flatMap { sender, origin in
      times[sender, default: []].dropFirst().enumerated().map { Double($1 - origin - offset($0)) / 1e6 }
    }
  }
}
