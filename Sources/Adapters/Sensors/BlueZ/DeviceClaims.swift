import MessageBus

/// The users of each device within this process, so that the last user disconnects the device.
///
/// A device that another program has connected stays connected. The object is used only on the GLib thread.
final class DeviceClaims {
  private var users: [String: Int] = [:]
  /// The paths of the devices that this process has connected.
  private var connected: Set<String> = []

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
    client.call("Disconnect", of: BlueZ.device, at: path) { _ in withExtendedLifetime(client) { done() } }
  }
}
