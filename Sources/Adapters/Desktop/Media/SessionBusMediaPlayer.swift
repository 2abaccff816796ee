import Concurrency
package import MessageBus
import Synchronization

/// The media player of real desktops: MPRIS on the session bus.
///
/// It runs on a GLib thread that it shares with others, and never blocks it. Requests are handled one after the other,
/// and of the states that wait only the latest is shown. There is no timer, so a player that nobody asks never wakes.
package actor SessionBusMediaPlayer: MediaPlayer {
  /// The maximum number of commands that wait to be read; beyond that the oldest are dropped.
  private static let maxCommands = 16
  /// The maximum number of tests that wait; further ones report that the bus does not respond.
  private static let maxTests = 8
  /// How long the bus may take to answer.
  private static let answerLimit = Duration.seconds(2)

  /// What to show.
  private enum Wish: Sendable {
    case show(MediaMoment)
    case close
  }

  /// What has been requested and not handled yet.
  private struct Requests {
    /// The latest wish.
    var wish: Wish?
    /// Whether to become invisible for good.
    var isEnd = false
    /// The tests that wait for a result.
    var tests: [AsyncStream<MediaPlayerFailure?>.Continuation] = []
    /// Whether a task handles requests.
    var isBeingServed = false
  }

  package nonisolated let commands: AsyncStream<MediaCommand>
  private nonisolated let commandSink: AsyncStream<MediaCommand>.Continuation
  private nonisolated let requests = Mutex(Requests())
  private nonisolated let thread: GLibThread
  /// Ends when the player is invisible for good.
  private nonisolated let ended: AsyncStream<Never>
  private nonisolated let end: AsyncStream<Never>.Continuation

  private let address: String?
  private let busName: String
  private var properties: MediaProperties
  /// The properties that the bus knows.
  private var sentProperties: MediaProperties
  /// The connection that has the player's name and object; nil while the player is invisible.
  private var bus: BusConnection?

  /// Makes an invisible player; it does not connect before `show`.
  ///
  /// - Parameters:
  ///   - applicationName: The name that desktops show, and the last part of the name on the bus.
  ///   - desktopEntry: The name of the desktop file, without its suffix.
  ///   - sessionBus: The bus's address; nil if it is unknown.
  ///   - thread: The thread to run on.
  package init(
    applicationName: String, desktopEntry: String, sessionBus: String?, on thread: GLibThread = .shared
  ) {
    address = sessionBus
    self.thread = thread
    busName = "\(MediaInterfaces.root).\(applicationName)"
    properties = MediaProperties(identity: applicationName, desktopEntry: desktopEntry)
    sentProperties = properties
    (commands, commandSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.maxCommands))
    (ended, end) = AsyncStream.makeStream()
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  package nonisolated func show(_ state: MediaState) {
    let moment = MediaMoment(state: state, instant: .now)
    request { $0.wish = .show(moment) }
  }

  package nonisolated func close() {
    request { $0.wish = .close }
  }

  package nonisolated func test(within limit: Duration) async -> MediaPlayerFailure? {
    let (results, result) = AsyncStream<MediaPlayerFailure?>.makeStream(bufferingPolicy: .bufferingNewest(1))
    request { if $0.tests.count < Self.maxTests { $0.tests.append(result) } else { result.finish() } }
    guard let outcome = await results.first(within: limit) else { return MediaPlayerFailure(.notResponding) }
    return outcome
  }

  package nonisolated func shutDown(within limit: Duration) async {
    request { $0.isEnd = true }
    // A bus that hangs is left to the end of the process.
    await ended.end(within: limit)
    commandSink.finish()
  }

  // MARK: - Requests

  /// Adds a request, and has it handled.
  private nonisolated func request(_ change: (inout Requests) -> Void) {
    let isBeingServed = requests.withLock { requests in
      change(&requests)
      defer { requests.isBeingServed = true }
      return requests.isBeingServed
    }
    if !isBeingServed { Task(executorPreference: thread) { await self.serve() } }
  }

  /// Handles requests until there are no more.
  private func serve() async {
    while let requests = takeRequests() {
      switch requests.wish {
      case .show(let moment): await present(moment)
      case .close: await disappear()
      case nil: break
      }
      for test in requests.tests { test.yield(await confirm()) }
      if requests.isEnd {
        await disappear()
        end.finish()
      }
    }
  }

  private func takeRequests() -> Requests? {
    requests.withLock { requests in
      let isEmpty = requests.wish == nil && requests.tests.isEmpty && !requests.isEnd
      defer { requests = Requests(isBeingServed: !isEmpty) }
      return isEmpty ? nil : requests
    }
  }

  private func present(_ moment: MediaMoment) async {
    properties.moment = moment
    if let bus, !bus.isClosed {
      await sendChanges(on: bus)
    } else {
      // A bus that is not there now may be at the next state.
      try? await appear()
    }
  }

  /// Sends what has changed, and waits until the bus has taken it, so that nothing piles up for a bus that hangs.
  private func sendChanges(on bus: BusConnection) async {
    guard let moment = properties.moment else { return }
    let changes = properties.changes(since: sentProperties)
    let isJump = sentProperties.moment.map(moment.isJump) ?? false
    sentProperties = properties
    if !changes.isEmpty {
      bus.emit(
        "PropertiesChanged", of: "org.freedesktop.DBus.Properties", at: MediaInterfaces.path,
        [.string(MediaInterfaces.player), .dictionary(changes), .strings([])])
    }
    if isJump {
      let position = Variant.int64(properties.position(at: moment.instant))
      bus.emit("Seeked", of: MediaInterfaces.player, at: MediaInterfaces.path, [position])
    }
    if !changes.isEmpty || isJump { _ = try? await bus.call(.ping) }
  }

  /// Finds out whether the player can be visible, and leaves it as it was.
  private func confirm() async -> MediaPlayerFailure? {
    do throws(BusError) {
      // The connection may not have noticed yet that its bus is gone.
      if let bus { _ = try await bus.call(.ping, within: Self.answerLimit) }
    } catch {
      guard error.code == .busUnusable else { return MediaPlayerFailure(error) }
      bus = nil
    }
    do throws(MediaPlayerFailure) {
      try await appear()
      if properties.moment == nil { await disappear() }
      return nil
    } catch {
      return error
    }
  }

  // MARK: - The object on the bus

  /// Exports the object and takes the name, unless that is done.
  private func appear() async throws(MediaPlayerFailure) {
    if let bus, !bus.isClosed { return }
    bus = nil
    guard let address else { throw MediaPlayerFailure(.noSessionBus) }
    do throws(BusError) {
      let bus = try await BusConnection.open(address, on: thread)
      try bus.export(
        exportedObject, at: MediaInterfaces.path, interfaces: [MediaInterfaces.root, MediaInterfaces.player],
        description: MediaInterfaces.description)
      if try await bus.takeName(busName, within: Self.answerLimit) { self.bus = bus }
    } catch {
      throw MediaPlayerFailure(error)
    }
    guard bus != nil else { throw MediaPlayerFailure(.nameTaken) }
    // A program that sees the name appear reads all properties.
    sentProperties = properties
  }

  /// Gives the name back and closes the connection, after everything that is queued for the bus has been sent.
  private func disappear() async {
    properties.moment = nil
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
    guard let value = all[property] else { preconditionFailure("\(interface) is described with \(property)") }
    return value
  }

  /// Ignores the value, because there is one rate and no volume; a rate of 0 is a pause by the specification.
  private func set(_ property: String, to value: Variant) {
    if property == "Rate", value == .double(0) { commandSink.yield(.pause) }
  }

  /// Handles a method; returns the words of an error if it is not supported.
  private func call(_ method: String) -> String? {
    switch method {
    case "Play": commandSink.yield(.play)
    case "Pause": commandSink.yield(.pause)
    case "PlayPause": commandSink.yield(.playPause)
    case "Next": commandSink.yield(.next)
    case "Previous": if properties.moment?.state.canGoPrevious == true { commandSink.yield(.previous) }
    case "Stop": commandSink.yield(.stop)
    case "OpenUri": return "This media player opens nothing."
    // Raise, Quit, Seek and SetPosition do nothing where the properties say that they cannot.
    default: break
    }
    return nil
  }
}
