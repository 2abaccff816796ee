import MessageBus

/// The paired sensors of some kinds: connects to them, and reports their values and problems.
///
/// The object is used only on the GLib thread, and needs no time until a signal arrives or a timer fires. There are
/// timers for the next silence, for the next attempt after a failure, and for the report of a problem.
final class SensorsInUse {
  /// The maximum number of connected sensors.
  private static let maxLinks = 8
  /// The maximum number of decoders; the decoders are removed when there are more.
  private static let maxDecoders = 64

  var kinds: Set<SensorKind> {
    didSet { evaluate() }
  }

  /// The sensor whose values of a kind are used.
  private struct Source {
    /// The path of the device.
    let path: String
    var silence: GLibSource?
  }

  private let bus: String
  private let limits: SensorLimits
  private let thread: GLibThread
  private let claims: DeviceClaims
  private let report: (SensorEvent) -> Void
  private var client: BlueZClient?
  /// The paired devices of the kinds, by their paths.
  private var candidates: [String: BlueZDevice] = [:]
  private var links: [String: SensorLink] = [:]
  private var sources: [SensorKind: Source] = [:]
  /// The decoders, which outlive connections, so that a late total is counted.
  private var decoders: [String: SensorDecoder] = [:]
  private var reported: [SensorError] = []
  private var restartTimer: GLibSource?
  private var problemTimer: GLibSource?

  init(
    _ kinds: Set<SensorKind>, bus: String, _ limits: SensorLimits, on thread: GLibThread, _ claims: DeviceClaims,
    report: @escaping (SensorEvent) -> Void
  ) {
    self.kinds = kinds
    self.bus = bus
    self.limits = limits
    self.thread = thread
    self.claims = claims
    self.report = report
    start()
  }

  /// Disconnects from all sensors; `done` is called when they are disconnected, and must be called once or more.
  func release(done: @escaping () -> Void) {
    removeLinks(done: done)
    done()
  }

  private func start() {
    client = BlueZClient(bus: bus, answersWithin: limits.answer, on: thread) { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: BlueZClient.Event) {
    switch event {
    case .loaded: evaluate()
    case .changed(let path): evaluate(path)
    case .value(let path, let bytes): receive(bytes, from: path)
    case .stopped: lose(because: .notRunning)
    case .failed(let error):
      // The client could recover before the timer fires, and would then report each value a second time.
      client?.handler = { _ in }
      client = nil
      lose(because: error)
      restartTimer = thread.after(limits.restartPause) { [weak self] in self?.start() }
    }
  }

  private func lose(because error: SensorError) {
    removeLinks()
    for kind in sources.keys { endSource(of: kind) }
    problemTimer = nil
    if reported != [error] { report(.unavailable(error)) }
    reported = [error]
  }

  private func removeLinks(done: @escaping () -> Void = {}) {
    for link in links.values { link.release(done: done) }
    links = [:]
  }

  /// Compares the sensors with the objects of BlueZ, and makes the necessary calls.
  ///
  /// - Parameter path: The path of the only device that has changed; nil if several may have changed.
  private func evaluate(_ path: String? = nil) {
    guard let client, client.isLoaded else { return }
    if let path {
      let device = client.objects.device(path).flatMap { isCandidate($0, client) ? $0 : nil }
      // Most changes are those of other devices, of which there may be hundreds.
      guard device != nil || candidates[path] != nil else { return }
      candidates[path] = device
    } else {
      let devices = client.objects.devices.filter { isCandidate($0, client) }
      candidates = Dictionary(devices.map { ($0.path, $0) }) { first, _ in first }
    }
    let devices = usedDevices
    for (path, link) in links where !devices.contains(where: { $0.path == path }) {
      link.release()
      links[path] = nil
    }
    for device in devices {
      let link =
        links[device.path]
        ?? SensorLink(to: device.path, with: client, claims, limits) { [weak self] in
          self?.evaluate(device.path)
        }
      links[device.path] = link
      link.update(device, kinds)
    }
    for (kind, source) in sources where links[source.path]?.characteristics.values.contains(kind) != true {
      endSource(of: kind)
    }
    let problems = problems(of: devices, client)
    if problems == reported {
      problemTimer = nil
    } else if problems.isEmpty {
      (problemTimer, reported) = (nil, [])
    } else if problemTimer == nil {
      // After a start of BlueZ or of an adapter, the adapters and devices appear one after the other.
      problemTimer = thread.after(limits.problemPause) { [weak self] in self?.reportProblems() }
    }
  }

  /// Whether a device is paired and has a service of the kinds.
  private func isCandidate(_ device: BlueZDevice, _ client: BlueZClient) -> Bool {
    device.sensor.isPaired && !device.sensor.kinds.isDisjoint(with: kinds)
      && client.objects.adapters.contains(device.adapter)
  }

  /// The candidates; a device that several adapters know is contained once.
  private var usedDevices: [BlueZDevice] {
    let paired = candidates.values.sorted()
    var devices: [BlueZDevice] = []
    for device in paired.filter(\.isConnected) + paired.filter({ !$0.isConnected })
    where devices.count < Self.maxLinks && !devices.contains(where: { $0.sensor.address == device.sensor.address }) {
      devices.append(device)
    }
    return devices
  }

  /// The reasons why kinds cannot be used, according to the objects of BlueZ.
  private func problems(of devices: [BlueZDevice], _ client: BlueZClient) -> [SensorError] {
    if let problem = client.objects.adapterProblem { return [problem] }
    let paired = devices.reduce(into: Set()) { $0.formUnion($1.sensor.kinds) }
    return SensorKind.allCases.filter { kinds.contains($0) && !paired.contains($0) }.map(SensorError.notPaired)
  }

  private func reportProblems() {
    problemTimer = nil
    guard let client, client.isLoaded else { return }
    let problems = problems(of: usedDevices, client)
    for problem in problems where !reported.contains(problem) { report(.unavailable(problem)) }
    reported = problems
  }

  private func receive(_ bytes: [UInt8], from path: String) {
    for link in links.values {
      guard let kind = link.characteristics[path] else { continue }
      let key = "\(link.path) \(kind.rawValue)"
      if decoders.count >= Self.maxDecoders { decoders = [:] }
      guard let values = decoders[key, default: SensorDecoder(kind)].values(from: bytes, at: .now) else { return }
      if sources[kind] == nil {
        guard values.isMeasured else { return }
        sources[kind] = Source(path: link.path)
        report(.began(kind, name: client?.objects.device(link.path)?.sensor.name ?? ""))
      }
      guard sources[kind]?.path == link.path else { return }
      if values.isMeasured { restartSilence(of: kind) }
      return report(.values(values))
    }
  }

  private func restartSilence(of kind: SensorKind) {
    sources[kind]?.silence = thread.after(limits.maxSilence) { [weak self] in
      self?.endSource(of: kind)
      // A hung service sends no values either.
      self?.client?.load()
    }
  }

  private func endSource(of kind: SensorKind) {
    guard sources.removeValue(forKey: kind) != nil, kinds.contains(kind) else { return }
    report(.silent(kind))
  }
}

extension SensorValues {
  /// Whether the values contain what the kind of sensor measures: a speed, or a heart rate.
  fileprivate var isMeasured: Bool { kind == .heartRate || speed != nil }
}
