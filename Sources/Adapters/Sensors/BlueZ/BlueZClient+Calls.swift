import MessageBus

extension BlueZClient {
  /// Starts a discovery on each adapter; with kinds, only of devices that advertise a service of a kind.
  func startDiscovery(of kinds: [SensorKind]) async throws(SensorError) {
    var filter = ["Transport": Variant.string("le")]
    if !kinds.isEmpty { filter["UUIDs"] = .strings(kinds.map(\.service)) }
    for adapter in objects.adapters {
      do throws(BusError) {
        try await call("SetDiscoveryFilter", of: BlueZ.adapter, at: adapter, [.dictionary(filter)])
        try await call("StartDiscovery", of: BlueZ.adapter, at: adapter)
      } catch {
        // Another program starts a discovery at the same time, which also finds the devices.
        if error.name != "org.bluez.Error.InProgress" { throw SensorError(error) }
      }
    }
  }

  /// Stops the discoveries of this client.
  func stopDiscovery() async {
    for adapter in objects.adapters { _ = try? await call("StopDiscovery", of: BlueZ.adapter, at: adapter) }
  }

  /// Removes a device and its keys.
  func remove(_ device: BlueZDevice) async throws(BusError) {
    try await call("RemoveDevice", of: BlueZ.adapter, at: device.adapter, [.objectPath(device.path)])
  }

  /// Registers an agent that agrees to a pairing without a code; BlueZ uses it only for pairings of this client.
  ///
  /// See org.bluez.Agent(5). BlueZ cancels the agent when the client is released.
  func registerAgent() async throws(BusError) {
    let path = "/org/intervald/agent"
    let agent = ExportedObject(value: { _, _ in .boolean(false) }, set: { _, _ in }, call: { _ in nil })
    export(
      agent, at: path, interface: "org.bluez.Agent1",
      description: """
        <node><interface name="org.bluez.Agent1">
          <method name="Release"/>
          <method name="RequestAuthorization"><arg type="o" direction="in"/></method>
          <method name="Cancel"/>
        </interface></node>
        """)
    try await call(
      "RegisterAgent", of: BlueZ.agentManager, at: "/org/bluez", [.objectPath(path), .string("NoInputNoOutput")])
  }
}
