import Concurrency
package import MessageBus

/// A media player on the session bus (MPRIS).
///
/// The player shares its GLib thread with other objects, and never blocks the thread. A mailbox holds the requests,
/// which are handled one after the other. If several states wait, only the latest state is shown. The player uses no
/// timer, so an idle player does not wake the process.
package actor SessionBusMediaPlayer: MediaPlayer {
  /// The maximum number of unread commands; if there are more, the oldest commands are dropped.
  private static let maxCommands = 16
  /// The time limit for an answer of the bus.
  private static let answerLimit = Duration.seconds(2)

  /// A change of the player's visibility or state.
  private enum Change: Sendable {
    case show(MediaSnapshot)
    case close
  }

  /// The requests that wait for the thread: the latest change, the checks, and the shutdown.
  private struct Requests: MailboxContents {
    /// The latest change.
    var change: Change?
    /// Whether another player has changed its state.
    var findsOthers = false
    /// Whether the player must shut down.
    var isShutdown = false
    /// The checks that wait for a result.
    var checks: [AsyncStream<MediaPlayerFailure?>.Continuation] = []

    mutating func next() -> Self? {
      guard change != nil || findsOthers || isShutdown || !checks.isEmpty else { return nil }
      defer { self = Self() }
      return self
    }
  }

  package nonisolated let commands: AsyncStream<MediaCommand>
  private nonisolated let commandSink: AsyncStream<MediaCommand>.Continuation
  private nonisolated let requests = Mailbox(Requests())
  private nonisolated let thread: GLibThread
  /// A stream that ends when the player has shut down.
  private nonisolated let ended: AsyncStream<Never>
  private nonisolated let end: AsyncStream<Never>.Continuation

  private let address: String?
  private let busName: String
  private var properties: MediaProperties
  /// The properties that were last sent to the bus.
  private var sentProperties: MediaProperties
  /// The connection that owns the player's name and object; nil while the player is invisible.
  private var bus: BusConnection?
  /// The other players on the bus, which receive the commands that this player does not take.
  private var others = OtherPlayers()

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
    case nil: if requests.findsOthers, let bus, !bus.isClosed { await updateKeys(on: bus) }
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
      // The other players may not answer, so the new state is sent first.
      await sendChanges(on: bus)
      await updateKeys(on: bus)
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

  // MARK: - Other players

  private func updateKeys(on bus: BusConnection) async {
    await findOthers(on: bus)
    await sendChanges(on: bus)
  }

  /// Finds the other players, unless this player performs every command; decides whether it performs commands.
  private func findOthers(on bus: BusConnection) async {
    let use = properties.snapshot?.state.keys ?? .always
    if use != .always { others = await others.updated(on: bus, except: busName) }
    properties.takesKeys =
      switch use {
      case .always: true
      case .unlessOthersPlay: others.playing == nil
      case .never: false
      }
  }

  /// Finds the other players again when one of them starts or stops to play.
  private func watchOthers(on bus: BusConnection) {
    bus.subscribe(
      to: "PropertiesChanged", of: "org.freedesktop.DBus.Properties", at: MediaInterfaces.path
    ) { [weak self] signal in
      guard let self, OtherPlayers.isChangeOfPlayback(signal) else { return }
      request { $0.findsOthers = true }
    }
  }

  /// Passes a command to the other player that played last; without another player, the command has no effect.
  private func pass(_ method: String) {
    guard let bus, let player = others.playing ?? others.names.first else { return }
    let call = BusCall(method, of: MediaInterfaces.player, at: MediaInterfaces.path, on: player)
    bus.call(call, within: Self.answerLimit) { _ in }
  }

  // MARK: - The object on the bus

  /// Exports the object and requests the name, unless the player is visible.
  private func appear() async throws(MediaPlayerFailure) {
    if let bus, !bus.isClosed { return }
    bus = nil
    guard let address else { throw MediaPlayerFailure(.noSessionBus) }
    do throws(BusError) {
      let bus = try await BusConnection.open(address, on: thread)
      try bus.export(
        exportedObject, at: MediaInterfaces.path, interfaces: [MediaInterfaces.root, MediaInterfaces.player],
        description: MediaInterfaces.description)
      watchOthers(on: bus)
      await findOthers(on: bus)
      if try await bus.takeName(busName, within: Self.answerLimit) { self.bus = bus }
    } catch {
      throw MediaPlayerFailure(error)
    }
    guard bus != nil else { throw MediaPlayerFailure(.nameTaken) }
    // No change needs to be sent, because other programs read all properties when the name appears.
    sentProperties = properties
  }

  /// Releases the name and closes the connection, after all queued messages have been sent.
  private func disappear() async {
    properties.snapshot = nil
    others = OtherPlayers()
    guard let bus else { return }
    if !bus.isClosed { _ = try? await bus.call(.bus("ReleaseName", .string(busName)), within: Self.answerLimit) }
    self.bus = nil
  }

  private var exportedObject: ExportedObject {
    ExportedObject(
      value: { [weak self] interface, property in
        self?.assumeIsolated { $0.value(of: property, in: interface) } ?? .boolean(false)
      },
      set: { [weak self] property, value in self?.assumeIsolated { $0.set(property, to: value) } },
      call: { [weak self] method in self?.assumeIsolated { $0.call(method) } ?? nil })
  }

  private func value(of property: String, in interface: String) -> Variant {
    if property == "Position" { return .int64(properties.position(at: .now)) }
    let all = interface == MediaInterfaces.root ? properties.ofRoot : properties.ofPlayer
    guard let value = all[property] else {
      preconditionFailure("\(interface) declares the unknown property \(property)")
    }
    return value
  }

  /// Handles a property that another program sets.
  ///
  /// A rate of 0 pauses the workout, as MPRIS specifies. All other values are ignored, because the rate and the volume
  /// are fixed.
  private func set(_ property: String, to value: Variant) {
    if property == "Rate", value == .double(0), properties.takesKeys { commandSink.yield(.pause) }
  }

  /// Handles a method call, and returns an error message if the method is not supported.
  private func call(_ method: String) -> String? {
    let command: MediaCommand
    switch method {
    case "Play": command = .play
    case "Pause": command = .pause
    case "PlayPause": command = .playPause
    case "Next": command = .next
    case "Previous": command = .previous
    case "Stop": command = .stop
    case "OpenUri": return "This media player does not open files."
    // The properties declare that Raise, Quit, Seek and SetPosition are not available, so these methods do nothing.
    default: return nil
    }
    if !properties.takesKeys {
      pass(method)
    } else if command != .previous || properties.snapshot != nil {
      commandSink.yield(command)
    }
    return nil
  }
}
