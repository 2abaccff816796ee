/// Where the services that keep the machine awake are looked for.
struct SleepBuses: Sendable {
  let system: String
  let session: String?

  /// Connects to a service, and asks for what it is to hold.
  func lock(of keeper: SleepKeeper) throws(ServiceManagerError) -> any SleepLock {
    let bus = try address(for: keeper)
    return switch keeper {
    case .logind: try LogindLocks(bus: bus)
    case .screenSaver: try ScreenSaverLock(bus: bus)
    }
  }

  /// Asks a service for what it is to hold, and gives that back; waits for it, but no longer than the limit.
  func check(_ keeper: SleepKeeper, within limit: Duration) -> SleepCheck {
    let deadline = ContinuousClock.now + limit
    do throws(ServiceManagerError) {
      let isThere = try BusInquiry.hasOwner(keeper.busName, on: address(for: keeper), within: limit)
      guard let isThere else { return .silent }
      guard isThere else { return .absent }
      let lock = try lock(of: keeper)
      defer { lock.release() }
      repeat {
        var answer: SleepCheck?
        try lock.process { event in
          switch event {
          case .kept: answer = .keeps
          case .notKept(_, let why): answer = .refused(why)
          case .fallingAsleep, .awoke, .clockJumped: break
          }
        }
        if let answer { return answer }
      } while BusInquiry.wait(for: lock.interest, until: deadline)
      return .silent
    } catch {
      return .noBus("\(error)")
    }
  }

  private func address(for keeper: SleepKeeper) throws(ServiceManagerError) -> String {
    switch keeper {
    case .logind: return system
    case .screenSaver:
      guard let session else { throw ServiceManagerError(.busUnusable, subject: "no known address") }
      return session
    }
  }
}
