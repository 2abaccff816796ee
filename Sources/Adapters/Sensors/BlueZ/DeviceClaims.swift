import MessageBus
import UserFiles

/// The users of each device within this process, so that the last user disconnects the device.
///
/// A device that another program has connected stays connected. BlueZ keeps a connection whose client has been killed.
/// Therefore, a file in the runtime folder contains the devices that this process has connected, and the next process
/// disconnects those that it does not use. The object is used only on the GLib thread.
final class DeviceClaims {
  private var users: [String: Int] = [:]
  /// The paths of the devices that this process or a killed one has connected.
  private(set) var connected: Set<String> = [] {
    didSet { if connected != oldValue { save() } }
  }
  /// The unique name of the BlueZ process that has these connections.
  private var owner = ""
  /// The path of the file; nil for no file.
  private let path: String?

  /// The maximum number of devices in the file.
  private static let maxDevices = 64

  /// Reads the devices that a killed process has left connected.
  init(path: String?) {
    self.path = path
    guard let path, let text = try? TextFile.read(path, requireTrusted: true) else { return }
    let lines = text.split(separator: "\n").prefix(1 + Self.maxDevices).map(String.init)
    owner = lines.first ?? ""
    connected = Set(lines.dropFirst())
  }

  private func save() {
    guard let path else { return }
    // Errors are ignored, because the file matters only after this process is killed.
    if connected.isEmpty {
      try? AtomicFile.remove(path, isSynced: false)
    } else {
      let lines = [owner] + connected.sorted().prefix(Self.maxDevices)
      try? AtomicFile.write(lines.map { "\($0)\n" }.joined(), to: path, isSynced: false)
    }
  }

  /// Adds a user of a device.
  func claim(_ path: String) {
    users[path, default: 0] += 1
  }

  /// Connects to a device; see Connect in org.bluez.Device(5).
  ///
  /// BlueZ waits until the device advertises, for up to about 40 seconds. It may also connect after the limit.
  func connect(
    _ path: String, with client: BlueZClient, within limit: Duration,
    reply: @escaping (Result<BusReply, BusError>) -> Void
  ) {
    forgetOthers(than: client)
    let isFirst = connected.insert(path).inserted
    client.call("Connect", of: BlueZ.device, at: path, within: limit) { [self] result in
      // Without this, a device that another program connects later would be disconnected.
      if case .failure(let error) = result, error.code == .refused, isFirst { connected.remove(path) }
      reply(result)
    }
  }

  /// Removes a user of a device, and disconnects the device if it has no other users.
  ///
  /// The client remains until BlueZ has answered or the limit of the client has passed; then `done` is called.
  func release(_ path: String, with client: BlueZClient, done: @escaping () -> Void) {
    users[path, default: 1] -= 1
    guard users[path] == 0 else { return done() }
    users[path] = nil
    guard connected.remove(path) != nil else { return done() }
    disconnect(path, with: client, done: done)
  }

  /// Disconnects the devices that a killed process has left connected, except those that are in use or wanted.
  ///
  /// Without this process, BlueZ also continues to wait for a device that does not advertise. Disconnect ends this wait.
  func releaseUnused(with client: BlueZClient, excluding isWanted: (BlueZDevice) -> Bool) {
    forgetOthers(than: client)
    for path in connected where users[path] == nil {
      guard let device = client.objects.device(path) else {
        connected.remove(path)
        continue
      }
      guard !isWanted(device) else { continue }
      connected.remove(path)
      disconnect(path, with: client) {}
    }
  }

  private func disconnect(_ path: String, with client: BlueZClient, done: @escaping () -> Void) {
    client.call("Disconnect", of: BlueZ.device, at: path) { _ in withExtendedLifetime(client) { done() } }
  }

  /// Forgets the connections of an earlier BlueZ process, which have ended with it.
  private func forgetOthers(than client: BlueZClient) {
    guard owner != client.owner else { return }
    owner = client.owner
    connected = []
  }
}
