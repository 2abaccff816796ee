import Concurrency
package import MessageBus

/// A media player on the session bus (MPRIS).
///
/// The player shares its GLib thread with other objects, and never blocks the thread. A mailbox holds the requests,
/// which are handled one after the other. If several states wait, only the latest state is shown. No request waits for
/// another player. The player uses no timer, so an idle player does not wake the process.
package actor SessionBusMediaPlayer: MediaPlayer {
  /// The maximum number of unread commands; if there are more, the oldest commands are dropped.
  static let maxCommands = 16
  /// The time limit for an answer of the bus.
  static let answerLimit = Duration.seconds(2)

  /// A change of the player's visibility or state.
  private enum Change: Sendable {
    case show(MediaSnapshot)
    case close
  }

  /// The requests that wait for the thread: the latest change, the checks, and the shutdown.
  private struct Requests: MailboxContents {
    /// The latest change.
    var change: Change?
    /// Whether the other players have changed.
    var updatesKeys = false
    /// Whether the player must shut down.
    var isShutdown = false
    /// The checks that wait for a result.
    var checks: [AsyncStream<MediaPlayerFailure?>.Continuation] = []

    mutating func next() -> Self? {
      guard change != nil || updatesKeys || isShutdown || !checks.isEmpty else { return nil }
      defer { self = Self() }
      return self
    }
  }

  package nonisolated let commands: AsyncStream<MediaCommand>
  nonisolated let commandSink: AsyncStream<MediaCommand>.Continuation
  private nonisolated let requests = Mailbox(Requests())
  private nonisolated let thread: GLibThread
  /// A stream that ends when the player has shut down.
  private nonisolated let ended: AsyncStream<Never>
  private nonisolated let end: AsyncStream<Never>.Continuation

  private let address: String?
  let busName: String
  var properties: MediaProperties
  /// The properties that were last sent to the bus.
  private var sentProperties: MediaProperties
  /// The connection that owns the player's name and object; nil while the player is invisible.
  var bus: BusConnection?
  /// The other players on the bus, which receive the commands that this player does not take; nil if it takes every one.
  var others: OtherPlayers?
  /// The methods that were called before the state of the other players was known.
  var waitingMethods: [String] = []

  /// Creates an invisible player, which does not connect to the bus before `show`.
  ///
  /// - Parameters:
  ///   - identity: The name that desktops show.
  ///   - busName: The last part of the player's bus name.
  ///   - desktopEntry: The name of the desktop file, without its suffix.
  ///   - sessionBus: The address of the session bus; nil if the address is unknown.
  ///   - thread: The GLib thread on which the player runs.
  package init(
    identity: String, busName: String, desktopEntry: String, sessionBus: String?, on thread: GLibThread = .shared
  ) {
    address = sessionBus
    self.thread = thread
    self.busName = "\(MediaInterfaces.root).\(busName)"
    properties = MediaProperties(identity: identity, desktopEntry: desktopEntry)
    sentProperties = properties
    (commands, commandSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.maxCommands))
    (ended, end) = AsyncStream.makeStream()
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  package nonisolated func show(_ state: MediaState) {
    let snapshot = MediaSnapshot(state: state, instant: .now)
    request { $0.change = .show(snapshot) }
  }

  package nonisolated func close() {
    request { $0.change = .close }
  }

  package nonisolated func check(within limit: Duration) async -> MediaPlayerFailure? {
    let (results, result) = AsyncStream<MediaPlayerFailure?>.makeStream(bufferingPolicy: .bufferingNewest(1))
    request { requests in
      // If too many checks wait, a further check reports that the bus does not respond.
      if requests.checks.count < RequestLimit.defaultMaximum { requests.checks.append(result) } else { result.finish() }
    }
    guard let outcome = await results.first(within: limit) else { return MediaPlayerFailure(.notResponding) }
    return outcome
  }

  package nonisolated func shutDown(within limit: Duration) async {
    request { $0.isShutdown = true }
    // If the bus hangs, the connection stays open until the process exits.
    await ended.end(within: limit)
    commandSink.finish()
  }

  // MARK: - Requests

  /// Adds a request for the GLib thread.
  private nonisolated func request(_ change: (inout Requests) -> Void) {
    requests.put(change) {
      _ = Task(executorPreference: thread) {
        while let requests = self.requests.next() { await self.handle(requests) }
      }
    }
  }

  private func handle(_ requests: Requests) async {
    switch requests.change {
    case .show(let snapshot): await present(snapshot)
    case .close: await disappear()
    case nil:
      if requests.updatesKeys, let bus, !bus.isClosed {
        updateKeys(on: bus)
        await sendChanges(on: bus)
      }
    }
    for check in requests.checks { check.yield(await checkVisibility()) }
    if requests.isShutdown {
      await disappear()
      end.finish()
    }
  }

  private func present(_ snapshot: MediaSnapshot) async {
    properties.snapshot = snapshot
    if let bus, !bus.isClosed {
      updateKeys(on: bus)
      await sendChanges(on: bus)
    } else {
      // If the bus is unavailable, the player tries to appear again with the next state.
      try? await appear()
    }
  }

  /// Sends the changes, and waits until the bus has received them, so that no queue grows while the bus hangs.
  private func sendChanges(on bus: BusConnection) async {
    guard let snapshot = properties.snapshot else { return }
    let changes = properties.changes(since: sentProperties)
    let isJump = sentProperties.snapshot.map(snapshot.isJump) ?? false
    sentProperties = properties
    if !changes.isEmpty {
      bus.emit(
        "PropertiesChanged", of: "org.freedesktop.DBus.Properties", at: MediaInterfaces.path,
        [.string(MediaInterfaces.player), .dictionary(changes), .strings([])])
    }
    if isJump {
      let position = Variant.int64(properties.position(at: snapshot.instant))
      bus.emit("Seeked", of: MediaInterfaces.player, at: MediaInterfaces.path, [position])
    }
    if !changes.isEmpty || isJump { _ = try? await bus.call(.ping) }
  }

  /// Returns why the player cannot be visible; nil if it is or can be visible.
  ///
  /// After the check, a visible player is still visible, and an invisible player is invisible again.
  private func checkVisibility() async -> MediaPlayerFailure? {
    do throws(BusError) {
      // The call finds out whether the connection was lost.
      if let bus { _ = try await bus.call(.ping, within: Self.answerLimit) }
    } catch {
      guard error.code == .busUnusable else { return MediaPlayerFailure(error) }
      bus = nil
    }
    do throws(MediaPlayerFailure) {
      try await appear()
      if properties.snapshot == nil { await disappear() }
      return nil
    } catch {
      return error
    }
  }

  /// Decides again which commands this player takes, because the other players have changed.
  nonisolated func othersChanged() {
    request { $0.updatesKeys = true }
  }

  // MARK: - Visibility

  /// Exports the object and requests the name, unless the player is visible.
  private func appear() async throws(MediaPlayerFailure) {
    if let bus, !bus.isClosed { return }
    (bus, others) = (nil, nil)
    guard let address else { throw MediaPlayerFailure(.noSessionBus) }
    do throws(BusError) {
      let bus = try await BusConnection.open(address, on: thread)
      try bus.export(
        exportedObject, at: MediaInterfaces.path, interfaces: [MediaInterfaces.root, MediaInterfaces.player],
        description: MediaInterfaces.description)
      updateKeys(on: bus)
      if try await bus.takeName(busName, within: Self.answerLimit) { self.bus = bus }
    } catch {
      others = nil
      throw MediaPlayerFailure(error)
    }
    guard bus != nil else {
      others = nil
      throw MediaPlayerFailure(.nameTaken)
    }
    // No change needs to be sent, because other programs read all properties when the name appears.
    sentProperties = properties
  }

  /// Releases the name and closes the connection, after all queued messages have been sent.
  private func disappear() async {
    properties.snapshot = nil
    (others, waitingMethods) = (nil, [])
    guard let bus else { return }
    if !bus.isClosed { _ = try? await bus.call(.bus("ReleaseName", .string(busName)), within: Self.answerLimit) }
    self.bus = nil
  }
}
