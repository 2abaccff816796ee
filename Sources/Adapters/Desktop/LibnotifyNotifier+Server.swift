import CLibnotify
import Concurrency
import MessageBus

/// The connection to the bus, and the search for a server.
extension LibnotifyNotifier {
  /// The time limit for the answer to a query; after this time, the server is reported as not responding.
  private static let queryTimeout: Duration = .seconds(2)

  /// Takes the next step towards a ready server; the step depends on the current state of the server.
  func attempt() {
    lastAttempt = .now
    switch server {
    case _ where bus == nil: connect()
    case .absent: startServer()
    case .unknown, .starting, .queried: break
    case .notResponding: report(.unavailable(NotificationFailure(.notResponding)))
    // The query finds out whether the server hangs. If a notification were sent to a server that hangs, the server
    // would show it later, but this process would not receive the number of the notification.
    case .ready: queryServer(timeout: Self.queryTimeout)
    }
  }

  /// Checks a ready server; unlike `attempt`, does not show the notification again.
  func check() {
    guard case .ready = server else { return attempt() }
    identify(within: Self.queryTimeout) { $0.report(.available($1)) }
  }

  private func connect() {
    do {
      let bus = try waiting { () throws(NotificationFailure) in try openBus() }
      unsafe notify_init(applicationName)
      self.bus = bus
      bus.watch(NotificationService.name) { [weak self] ownership in
        self?.assumeIsolated { $0.ownerChanged(ownership) }
      }
    } catch {
      report(.unavailable(error))
    }
  }

  private func openBus() throws(NotificationFailure) -> BusConnection {
    do throws(BusError) {
      return try BusConnection(sharedOn: thread)
    } catch {
      throw NotificationFailure(error)
    }
  }

  /// Forgets the bus and the server.
  func disconnect() {
    forgetScreen()
    server = .unknown
    silenceSetting = nil
    silenceAnswered(nil)
    guard bus != nil else { return }
    bus = nil
    notify_uninit()
  }

  private func ownerChanged(_ ownership: BusConnection.Ownership) {
    switch (ownership, server) {
    case (.owned(let owner), _):
      forgetScreen()
      serverOwner = owner
      queryServer(timeout: Self.queryTimeout)
    case (.notOwned, .unknown):
      startServer()
    case (.notOwned, _):
      forgetScreen()
      server = .absent
      // The next cue makes the bus start the server again, if the bus can start it.
      lastAttempt = nil
      report(.unavailable(NotificationFailure(.noServer)))
    case (.connectionLost, _):
      disconnect()
      report(.unavailable(NotificationFailure(.noSessionBus, context: "the connection was lost")))
    }
  }

  /// Makes the bus start a server, if the bus can start one.
  private func startServer() {
    server = .starting
    callBus(.bus("ListActivatableNames")) { notifier, result in
      guard case .starting = notifier.server else { return }
      guard case .success(let names) = result, names.contains(NotificationService.name) else {
        notifier.server = .absent
        // The call also fails if the connection to the bus has just been lost.
        let isBusLost = if case .failure(let failure) = result { failure.code == .noSessionBus } else { false }
        notifier.report(.unavailable(NotificationFailure(isBusLost ? .noSessionBus : .noServer)))
        return
      }
      notifier.callBus(.bus("StartServiceByName", .string(NotificationService.name), .uint32(0))) { notifier, result in
        guard case .starting = notifier.server else { return }
        switch result {
        case .success:
          notifier.queryServer(timeout: Self.queryTimeout)
        case .failure(let failure):
          notifier.server = .absent
          notifier.report(.unavailable(NotificationFailure(.activationFailed, context: failure.context)))
        }
      }
    }
  }

  /// Queries the identity and the capabilities of the server.
  ///
  /// If the server does not answer before the timeout, the query is repeated without a timeout.
  private func queryServer(timeout: Duration?) {
    server = timeout == nil ? .notResponding : .queried
    query += 1
    identify(within: timeout) { $0.serverAnswered($1) }
  }

  /// Requests the identity and the capabilities of the server.
  private func identify(
    within timeout: Duration?,
    answer: @escaping @Sendable (isolated LibnotifyNotifier, ServerInformation) -> Void
  ) {
    callServer("GetServerInformation", timeout: timeout) { notifier, identity in
      notifier.callServer("GetCapabilities", timeout: timeout) { notifier, capabilities in
        let fields = identity + Array(repeating: "", count: 3)
        answer(
          notifier,
          ServerInformation(
            name: fields[0], vendor: fields[1], version: fields[2], capabilities: Set(capabilities)))
      }
    }
  }

  private func serverAnswered(_ information: ServerInformation) {
    server = .ready(information)
    silenceSetting = information.silenceSource.flatMap(DesktopSetting.init)
    // If a notification is requested, `showRequested` reports the availability, because the server may refuse the
    // notification.
    if requested == nil { report(.available(information)) }
    replaceLeftover()
    if let pendingClose {
      self.pendingClose = nil
      close(pendingClose)
    }
    showRequested()
  }

  /// Calls a method of the bus itself.
  private func callBus(
    _ call: BusCall,
    answer: @escaping @Sendable (isolated LibnotifyNotifier, Result<[String], NotificationFailure>) -> Void
  ) {
    bus?.call(call) { [weak self] result in
      let strings = result.map { $0.arguments.flatMap(\.allStrings) }.mapError { NotificationFailure($0) }
      self?.assumeIsolated { answer($0, strings) }
    }
  }

  /// Calls a server method that has no arguments, as part of the current query.
  private func callServer(
    _ method: String, timeout: Duration?, answer: @escaping @Sendable (isolated LibnotifyNotifier, [String]) -> Void
  ) {
    let number = query
    let call = BusCall(method, of: NotificationService.name, at: NotificationService.path, on: NotificationService.name)
    bus?.call(call, within: timeout) { [weak self] result in
      self?.assumeIsolated { notifier in
        guard number == notifier.query else { return }
        switch result {
        case .success(let reply): answer(notifier, reply.arguments.flatMap(\.allStrings))
        case .failure(let error): notifier.serverFailed(NotificationFailure(error))
        }
      }
    }
  }

  func serverFailed(_ failure: NotificationFailure) {
    report(.unavailable(failure))
    if failure.code == .notResponding {
      queryServer(timeout: nil)
    } else {
      forgetScreen()
      server = .absent
    }
  }
}
