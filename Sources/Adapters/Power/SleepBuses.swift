import MessageBus

/// Where the services that keep the machine awake are looked for.
struct SleepBuses: Sendable {
  let system: String
  let session: String?

  /// Connects to a service, and asks for what it is to hold.
  func lock(of service: InhibitorService) throws(BusError) -> any InhibitorLock {
    let bus = try address(for: service)
    return switch service {
    case .logind: try LogindLock(bus: bus)
    case .screenSaver: try ScreenSaverLock(bus: bus)
    }
  }

  /// Asks a service for what it is to hold, and gives that back; waits for it, but no longer than the limit.
  func check(_ service: InhibitorService, within limit: Duration) -> InhibitorCheck {
    let deadline = ContinuousClock.now + limit
    do throws(BusError) {
      let isThere = try BusInquiry.hasOwner(service.busName, on: address(for: service), within: limit)
      guard let isThere else { return .notResponding }
      guard isThere else { return .absent }
      let lock = try lock(of: service)
      defer { lock.release() }
      repeat {
        var answer: InhibitorCheck?
        try lock.process { event in
          switch event {
          case .inhibited: answer = .available
          case .notInhibited(_, let why): answer = .refused(why)
          case .suspending, .resumed, .clockChanged: break
          }
        }
        if let answer { return answer }
      } while BusInquiry.wait(for: lock.interest, until: deadline)
      return .notResponding
    } catch {
      return .noBus("\(error)")
    }
  }

  private func address(for service: InhibitorService) throws(BusError) -> String {
    switch service {
    case .logind: return system
    case .screenSaver:
      guard let session else { throw BusError(.busUnusable, subject: "no known address") }
      return session
    }
  }
}
