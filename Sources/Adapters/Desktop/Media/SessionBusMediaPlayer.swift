import Concurrency
import Synchronization

/// The media player of real desktops: MPRIS on the session bus, from a GLib thread of its own.
///
/// It is not the notifier's thread, which a notification server that hangs can hold up. The thread waits for the bus
/// only, and the mailbox keeps no more than the latest wish; there is no timer, and whom nobody asks never wakes.
package actor SessionBusMediaPlayer: MediaPlayer {
  /// Commands that nobody has read yet; beyond that the oldest go.
  private static let commandLimit = 16

  /// The latest wish that the thread has not seen yet.
  private enum Wish: Sendable {
    case show(MediaMoment)
    case close
  }

  package nonisolated let commands: AsyncStream<MediaCommand>
  private nonisolated let commandSink: AsyncStream<MediaCommand>.Continuation
  private nonisolated let mailbox = Mutex<Wish?>(nil)
  private nonisolated let thread = GLibThread(name: "mpris")

  private let busName: String
  private var properties: MediaProperties
  /// What of them the bus has been told.
  private var told: MediaProperties
  /// On the bus, or nil.
  private var object: MediaObject?

  /// Starts the thread; no bus is looked for before `show`.
  ///
  /// - Parameters:
  ///   - applicationName: What desktops show as the player, and the last part of its name on the bus.
  ///   - desktopEntry: The name of the desktop file, without its suffix.
  package init(applicationName: String, desktopEntry: String) {
    busName = "\(MediaInterfaces.root).\(applicationName)"
    properties = MediaProperties(identity: applicationName, desktopEntry: desktopEntry)
    told = properties
    (commands, commandSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.commandLimit))
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  package nonisolated func show(_ state: MediaState) {
    put(.show(MediaMoment(state: state, instant: .now)))
  }

  package nonisolated func close() {
    put(.close)
  }

  package nonisolated func test(within limit: Duration) async -> MediaPlayerFailure? {
    let (outcomes, outcome) = AsyncStream<MediaPlayerFailure?>.makeStream(bufferingPolicy: .bufferingNewest(1))
    onThread { outcome.yield($0.tryOut()) }
    guard let outcome = await outcomes.first(within: limit) else { return MediaPlayerFailure(.notResponding) }
    return outcome
  }

  package nonisolated func shutDown(within limit: Duration) async {
    onThread { $0.end() }
    // The thread that waits for a bus that hangs is left to the end of the process.
    await thread.ended.end(within: limit)
    commandSink.finish()
  }

  /// Runs work on the thread, in the order of the calls.
  private nonisolated func onThread(_ work: @escaping @Sendable (isolated SessionBusMediaPlayer) -> Void) {
    thread.post { self.assumeIsolated { work($0) } }
  }

  /// Puts a wish in the place of the one there is, and has the mailbox emptied unless that is on its way already.
  private nonisolated func put(_ wish: Wish) {
    let wasEmpty = mailbox.withLock { mailbox in
      defer { mailbox = wish }
      return mailbox == nil
    }
    if wasEmpty { onThread { $0.emptyMailbox() } }
  }

  private func emptyMailbox() {
    let wish = mailbox.withLock { mailbox in
      defer { mailbox = nil }
      return mailbox
    }
    switch wish {
    case .show(let moment): present(moment)
    case .close: disappear()
    case nil: break
    }
  }

  private func present(_ moment: MediaMoment) {
    properties.moment = moment
    guard let object, !object.isClosed else {
      // A bus that is not there now may be at the next state.
      try? appear()
      return
    }
    tellChanges()
  }

  /// Tells how things now stand, when the bus has taken what was told before, and until then nothing.
  private func tellChanges() {
    guard let object, !object.isBehind, let moment = properties.moment else { return }
    let changes = properties.changes(since: told)
    let isJump = told.moment.map(moment.isJump) ?? false
    told = properties
    if !changes.isEmpty { object.tellChanged(changes) }
    if isJump { object.tellSeeked(to: properties.position(at: moment.instant)) }
    guard !changes.isEmpty || isJump else { return }
    object.catchUp { [weak self] in self?.assumeIsolated { $0.tellChanges() } }
  }

  private func tryOut() -> MediaPlayerFailure? {
    do {
      try confirm()
      if properties.moment == nil { disappear() }
      return nil
    } catch {
      return error
    }
  }

  /// Asks the bus, of whose end the connection may not have heard yet.
  private func confirm() throws(MediaPlayerFailure) {
    do throws(MediaPlayerFailure) {
      try object?.take(busName)
    } catch {
      object = nil
      guard error.code == .noSessionBus else { throw error }
    }
    try appear()
  }

  /// Takes the name on the bus, unless it is taken already.
  private func appear() throws(MediaPlayerFailure) {
    if let object, !object.isClosed { return }
    object = nil
    object = try MediaObject(
      name: busName,
      handlers: .init(
        value: { [weak self] interface, property in
          self?.assumeIsolated { $0.value(of: property, in: interface) } ?? .boolean(false)
        },
        set: { [weak self] property, value in self?.assumeIsolated { $0.set(property, to: value) } },
        call: { [weak self] method in self?.assumeIsolated { $0.call(method) } ?? false }))
    // Who sees the name come asks for everything.
    told = properties
  }

  private func disappear() {
    properties.moment = nil
    object = nil
  }

  private func value(of property: String, in interface: String) -> PropertyValue {
    if property == "Position" { return .int64(properties.position(at: .now)) }
    let all = interface == MediaInterfaces.root ? properties.ofRoot : properties.ofPlayer
    guard let value = all[property] else { preconditionFailure("\(interface) is described with \(property)") }
    return value
  }

  /// Ignores what is set, as there is one rate and no volume; a rate of 0 is a pause by the specification.
  private func set(_ property: String, to value: Double) {
    if property == "Rate", value == 0 { commandSink.yield(.pause) }
  }

  private func call(_ method: String) -> Bool {
    switch method {
    case "Play": commandSink.yield(.play)
    case "Pause": commandSink.yield(.pause)
    case "PlayPause": commandSink.yield(.playPause)
    case "Next": commandSink.yield(.next)
    case "Previous": if properties.moment?.state.canGoPrevious == true { commandSink.yield(.previous) }
    case "Stop": commandSink.yield(.stop)
    case "OpenUri": return false
    // Raise, Quit, Seek and SetPosition do nothing where the properties say that they cannot.
    default: break
    }
    return true
  }

  private func end() {
    disappear()
    thread.stop()
  }
}
