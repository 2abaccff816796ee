import CLibnotify
package import Concurrency
import MessageBus
import Synchronization

/// The notifier of real desktops: libnotify on a GLib thread of its own.
///
/// libnotify's calls are synchronous and wait up to 25 s for a server that hangs, so only this thread makes them, and
/// only to a server that has just answered: a question without time limit, asked asynchronously, finds out. While the
/// server is silent the thread is free, and the mailbox keeps no more than the latest wish. That the thread waits for
/// long is told at the next cue.
///
///     no bus --attempt--> no owner --owner appears--> asking --answer--> ready --call times out--> asking
///        ^                   ^                          |                  |
///        '----- bus lost ----+----- owner goes ---------+------------------'
///
/// Attempts, to connect or to have the bus start a server, are made by `prepare` and by cues, the latter at most once
/// in `attemptInterval`; there is no timer, and an idle notifier never wakes.
///
/// libnotify has one state a process, so there can be one notifier a process, and it must be shut down.
package actor LibnotifyNotifier: Notifier {
  /// The well-known name, and the place, of notification servers.
  private static let serverName = "org.freedesktop.Notifications"
  private static let serverPath = "/org/freedesktop/Notifications"
  /// How long a server may take to say who it is before it is reported as not responding.
  private static let patience: Duration = .seconds(2)
  /// Events that nobody has read yet; beyond that the oldest go.
  private static let eventLimit = 64

  package nonisolated let events: AsyncStream<NotifierEvent>
  nonisolated let eventSink: AsyncStream<NotifierEvent>.Continuation
  private nonisolated let currentAvailability = CurrentAvailability<ServerInformation, NotificationFailure>()
  private nonisolated let requests = Mailbox(NotificationRequests())
  private nonisolated let thread = GLibThread(name: "libnotify")

  private let applicationName: String
  let desktopEntry: String
  let attemptInterval: Duration

  var bus: BusConnection?
  var server = Server.unknown
  var lastAttempt: ContinuousClock.Instant?
  /// The number of the last question to the server; answers to older ones are of no interest.
  var question = 0
  /// What should be on the screen, until it has been shown for the last time.
  var wanted: DesktopNotification?
  var present: ShownNotification?
  /// The number of the last notification made; what older ones call back is of no interest.
  var made = 0
  /// What has to go as soon as the server answers again.
  var doomed: ShownNotification?
  /// What is remembered of the screen.
  var remembered: NotificationMark?
  /// What an earlier process left on the screen, until the server can be asked to replace it or take it away.
  var left: NotificationMark?
  /// The unique name of the server on the bus.
  var serverOwner = ""
  let memory: (any NotificationMemory)?

  /// What is known of the owner of the server's name.
  enum Server {
    /// The bus has not told yet, or there is no bus.
    case unknown
    case absent
    /// It is being started.
    case starting
    /// It has been asked who it is.
    case asked
    /// It has been asked, and has not answered for a while.
    case silent
    case ready(ServerInformation)
  }

  /// Starts the thread; no bus is looked for before `prepare`.
  ///
  /// - Parameters:
  ///   - applicationName: What servers show as the sender.
  ///   - desktopEntry: The name of the desktop file, without its suffix.
  ///   - memory: Where it is remembered what is on the screen.
  ///   - attemptInterval: The least time between attempts that cues make.
  package init(
    applicationName: String, desktopEntry: String, memory: (any NotificationMemory)? = nil,
    attemptInterval: Duration = .seconds(60)
  ) {
    self.memory = memory
    left = memory?.left
    remembered = left
    self.applicationName = applicationName
    self.desktopEntry = desktopEntry
    self.attemptInterval = attemptInterval
    (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.eventLimit))
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  package nonisolated func prepare() {
    currentAvailability.invalidate()
    onThread { $0.attempt() }
    requests.hangs.reportHang(reportSilence)
  }

  package nonisolated func show(_ notification: DesktopNotification) {
    request { $0.show(notification) }
  }

  package nonisolated func close() {
    request { $0.close() }
  }

  package nonisolated func availability(
    within limit: Duration
  ) async -> Availability<ServerInformation, NotificationFailure>? {
    await currentAvailability.value(within: limit)
  }

  package nonisolated func check(
    within limit: Duration
  ) async -> Availability<ServerInformation, NotificationFailure>? {
    currentAvailability.invalidate()
    onThread { $0.check() }
    requests.hangs.reportHang(reportSilence)
    return await currentAvailability.value(within: limit)
  }

  package nonisolated func shutDown(within limit: Duration) async {
    // The thread of a server that hangs is left to the end of the process.
    await thread.run(within: limit) { self.assumeIsolated { $0.end() } }
    eventSink.finish()
  }

  /// Runs work on the thread, in the order of the calls.
  private nonisolated func onThread(_ work: @escaping @Sendable (isolated LibnotifyNotifier) -> Void) {
    thread.post { self.assumeIsolated { work($0) } }
  }

  /// Adds a request, which the thread handles.
  private nonisolated func request(_ change: (inout NotificationRequests) -> Void) {
    requests.put(change) {
      onThread { notifier in
        while let requests = notifier.requests.next() { notifier.handle(requests) }
      }
    } onHang: {
      reportSilence()
    }
  }

  /// Reports a server for which a call waits, long before the library gives up the call.
  private nonisolated func reportSilence() {
    report(.unavailable(NotificationFailure(.notResponding)))
  }

  /// Makes a call that waits for the server or the bus.
  func waiting<Value>(_ call: () throws(NotificationFailure) -> Value) throws(NotificationFailure) -> Value {
    requests.hangs.begin()
    defer { requests.hangs.end() }
    return try call()
  }

  func attempt() {
    lastAttempt = .now
    switch server {
    case _ where bus == nil: connect()
    case .absent: startServer()
    case .unknown, .starting, .asked: break
    case .silent: report(.unavailable(NotificationFailure(.notResponding)))
    // It may hang since it was last called, and would be shown a first cue of which it could not give the number.
    case .ready: ask(patience: Self.patience)
    }
  }

  /// Asks a server that is ready without showing it anew what it shows, as the end of an attempt would.
  private func check() {
    guard case .ready = server else { return attempt() }
    identify(within: Self.patience) { $0.report(.available($1)) }
  }

  private func connect() {
    do {
      let bus = try waiting { () throws(NotificationFailure) in try openBus() }
      unsafe notify_init(applicationName)
      self.bus = bus
      bus.watch(Self.serverName) { [weak self] ownership in
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

  private func disconnect() {
    forgetScreen()
    server = .unknown
    guard bus != nil else { return }
    bus = nil
    notify_uninit()
  }

  private func ownerChanged(_ ownership: BusConnection.Ownership) {
    switch (ownership, server) {
    case (.owned(let owner), _):
      forgetScreen()
      serverOwner = owner
      ask(patience: Self.patience)
    case (.notOwned, .unknown):
      startServer()
    case (.notOwned, _):
      forgetScreen()
      server = .absent
      report(.unavailable(NotificationFailure(.noServer)))
    case (.connectionLost, _):
      disconnect()
      report(.unavailable(NotificationFailure(.noSessionBus, context: "the connection was lost")))
    }
  }

  /// Has the bus start a server, if it knows how.
  private func startServer() {
    server = .starting
    callBus(.bus("ListActivatableNames")) { notifier, result in
      guard case .starting = notifier.server else { return }
      guard case .success(let names) = result, names.contains(Self.serverName) else {
        notifier.server = .absent
        // A bus that has just gone knows of no server either.
        let isBusGone = if case .failure(let failure) = result { failure.code == .noSessionBus } else { false }
        notifier.report(.unavailable(NotificationFailure(isBusGone ? .noSessionBus : .noServer)))
        return
      }
      notifier.callBus(.bus("StartServiceByName", .string(Self.serverName), .uint32(0))) { notifier, result in
        guard case .starting = notifier.server else { return }
        switch result {
        case .success:
          notifier.ask(patience: Self.patience)
        case .failure(let failure):
          notifier.server = .absent
          notifier.report(.unavailable(NotificationFailure(.activationFailed, context: failure.context)))
        }
      }
    }
  }

  /// Asks the server who it is and what it can do: after the given patience once more, without limit.
  private func ask(patience: Duration?) {
    server = patience == nil ? .silent : .asked
    question += 1
    identify(within: patience) { $0.serverAnswered($1) }
  }

  /// Has the server say who it is and what it can do.
  private func identify(
    within patience: Duration?,
    answer: @escaping @Sendable (isolated LibnotifyNotifier, ServerInformation) -> Void
  ) {
    callServer("GetServerInformation", timeout: patience) { notifier, identity in
      notifier.callServer("GetCapabilities", timeout: patience) { notifier, capabilities in
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
    report(.available(information))
    takeOverWhatWasLeft()
    if let doomed {
      self.doomed = nil
      close(doomed)
    }
    showWanted()
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

  /// Calls a method of the server that takes nothing, as part of the present question.
  private func callServer(
    _ method: String, timeout: Duration?, answer: @escaping @Sendable (isolated LibnotifyNotifier, [String]) -> Void
  ) {
    let number = question
    let call = BusCall(method, of: Self.serverName, at: Self.serverPath, on: Self.serverName)
    bus?.call(call, within: timeout) { [weak self] result in
      self?.assumeIsolated { notifier in
        guard number == notifier.question else { return }
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
      ask(patience: nil)
    } else {
      forgetScreen()
      server = .absent
    }
  }

  nonisolated func report(_ availability: Availability<ServerInformation, NotificationFailure>) {
    guard currentAvailability.update(availability) else { return }
    switch availability {
    case .available(let information): eventSink.yield(.serverAppeared(information))
    case .unavailable(let failure): eventSink.yield(.serverUnavailable(failure))
    }
  }

  private func end() {
    wanted = nil
    closePresent()
    disconnect()
  }
}
