import Concurrency
import MessageBus

/// A request for the values of one sensor, in use or not.
final class ValueReader {
  let client: BlueZClient
  let device: BlueZDevice
  let values: AsyncStream<SensorValues>.Continuation
  private var decoders: [String: SensorDecoder]

  /// Sends the values to a stream until the sensor disconnects; the notifications must have been started.
  init(
    _ device: BlueZDevice, _ characteristics: [String: SensorKind], with client: BlueZClient,
    to values: AsyncStream<SensorValues>.Continuation
  ) {
    self.client = client
    self.device = device
    self.values = values
    decoders = characteristics.mapValues { SensorDecoder($0) }
    client.handler = { [weak self] event in
      switch event {
      case .value(let path, let bytes):
        if let new = self?.decoders[path]?.values(from: bytes, at: .now) { values.yield(new) }
      case .changed(let path) where path != device.path: break
      case .loaded, .changed:
        if self?.client.objects.device(device.path)?.isConnected != true { values.finish() }
      case .stopped, .failed: values.finish()
      }
    }
  }
}

extension BlueZSensorHub {
  package func values(
    of name: String, within limit: Duration
  ) async throws(SensorError) -> AsyncStream<SensorValues> {
    guard requests.begin() else { throw .notResponding }
    do throws(SensorError) {
      let deadline = ContinuousClock.now + limit
      let client = try await openClient()
      let device = try await find(name, with: client, until: deadline)
      claims.claim(device.path)
      do throws(SensorError) {
        try await connect(device, with: client, until: deadline)
        return try await startReader(of: device, with: client)
      } catch {
        await disconnect(device, with: client)
        throw error
      }
    } catch {
      requests.end()
      throw error
    }
  }

  private func startReader(
    of device: BlueZDevice, with client: BlueZClient
  ) async throws(SensorError) -> AsyncStream<SensorValues> {
    let (values, sink) = AsyncStream<SensorValues>.makeStream(bufferingPolicy: .bufferingNewest(Self.maxUnread))
    let characteristics = client.objects.characteristics(of: device.path)
    let reader = ValueReader(device, characteristics, with: client, to: sink)
    for characteristic in characteristics.keys {
      do throws(BusError) {
        try await client.call("StartNotify", of: BlueZ.characteristic, at: characteristic)
      } catch {
        throw .failed(device.sensor.name, reason: error.description)
      }
    }
    // If the stream has already ended, it does not call its handler.
    guard client.isLoaded, client.objects.device(device.path)?.isConnected == true else {
      throw .failed(device.sensor.name, reason: "it has disconnected")
    }
    lastReader += 1
    let number = lastReader
    readers[number] = reader
    sink.onTermination = { [weak self] _ in self?.onThread { $0.endReader(number) {} } }
    return values
  }

  /// Ends a reader, and disconnects its sensor unless the sensor is in use.
  func endReader(_ number: Int, done: @escaping () -> Void) {
    guard let reader = readers.removeValue(forKey: number) else { return }
    requests.end()
    reader.values.finish()
    claims.release(reader.device.path, with: reader.client, done: done)
  }
}
