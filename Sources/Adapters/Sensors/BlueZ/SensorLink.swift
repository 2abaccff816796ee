import MessageBus

/// The connection to a paired sensor: connects whenever the sensor advertises, and starts the notifications.
///
/// BlueZ itself waits for the sensor during a call of Connect, so no discovery is needed, and a sleeping sensor costs
/// one call in about 40 seconds. The object is used only on the GLib thread.
final class SensorLink {
  let path: String
  /// The characteristics that send values, by their paths; empty while the sensor is not connected.
  private(set) var characteristics: [String: SensorKind] = [:]

  private let client: BlueZClient
  private let claims: DeviceClaims
  private let limits: SensorLimits
  private let retry: () -> Void
  /// The objects for which a call is in progress, has succeeded, or is not repeated before the end of a pause.
  private var attempted: Set<String> = []
  private var pauses: [String: GLibSource] = [:]

  /// - Parameters:
  ///   - path: The path of the device.
  ///   - client: The client.
  ///   - claims: The users of the devices.
  ///   - limits: The time limits and pauses.
  ///   - retry: Called when `update` must be called again.
  init(
    to path: String, with client: BlueZClient, _ claims: DeviceClaims, _ limits: SensorLimits,
    retry: @escaping () -> Void
  ) {
    self.path = path
    self.client = client
    self.claims = claims
    self.limits = limits
    self.retry = retry
    claims.claim(path)
  }

  /// Makes the next attempt that the state of the device requires, unless the attempt has been made.
  func update(_ device: BlueZDevice, _ kinds: Set<SensorKind>) {
    guard device.isConnected, device.isResolved else {
      characteristics = [:]
      attempted.formIntersection([path])
      pauses = pauses.filter { $0.key == path }
      if !device.isConnected { connect() }
      return
    }
    characteristics = client.objects.characteristics(of: path).filter { kinds.contains($0.value) }
    for characteristic in characteristics.keys where attempted.insert(characteristic).inserted {
      client.call("StartNotify", of: BlueZ.characteristic, at: characteristic) { [weak self] result in
        if case .failure(let error) = result { self?.pause(characteristic, error) }
      }
    }
  }

  private func connect() {
    guard attempted.insert(path).inserted else { return }
    claims.connect(path, with: client, within: limits.connect) { [weak self, path] result in
      // After a success, the pause limits the attempts for a sensor that disconnects at once.
      if case .failure(let error) = result { self?.pause(path, error) } else { self?.pause(path) }
    }
  }

  private func pause(_ object: String, _ error: BusError? = nil) {
    // The client fails if BlueZ hangs.
    if error?.code == .notResponding { client.load() }
    pauses[object] = client.thread.after(limits.retryPause) { [weak self] in
      guard let self else { return }
      pauses[object] = nil
      attempted.remove(object)
      retry()
    }
  }

  /// Ends the use of the device; `done` is called when the device is disconnected or need not be.
  func release(done: @escaping () -> Void = {}) {
    claims.release(path, with: client, done: done)
  }
}
