import CPulse
import Concurrency
import Dispatch
import Synchronization

/// The mixer of PulseAudio, or of PipeWire through its PulseAudio protocol.
///
/// All functions of libpulse that are used are asynchronous. Each connection has a main loop of its own, which runs on
/// the queue that uses the connection. Between uses, nothing reads from the server, so the server never wakes an idle
/// process.
package final class PulseSoundMixer: SoundMixer {
  private let applicationName: String
  private let checks = RequestQueue(label: "org.intervald.mixer.check")
  private let ducker: StreamDucker
  private let detections = DispatchQueue(label: "org.intervald.mixer.output")
  private let detection = Mutex(Detection())

  /// The result of the latest detection of the output, and the detection that is running.
  private struct Detection {
    var isBluetooth = false
    var isRunning = false
    var ended: (@Sendable () -> Void)?
  }

  /// Creates a mixer, and restores the volumes of streams that an earlier process lowered.
  ///
  /// - Parameters:
  ///   - applicationName: The name that the server shows for this program.
  ///   - recordPath: The path of the file that records the lowered streams, in a folder such as `$XDG_RUNTIME_DIR`.
  ///   - diskPath: The path of the copy of this file on disk; nil for no copy.
  package init(applicationName: String, recordPath: String, diskPath: String? = nil) {
    self.applicationName = applicationName
    ducker = StreamDucker(applicationName: applicationName, path: recordPath, diskPath: diskPath)
  }

  package var hasBluetoothOutput: Bool { detection.withLock { $0.isBluetooth } }

  package func detectOutput(_ ended: (@Sendable () -> Void)?) {
    let isRunning = detection.withLock { detection in
      defer { (detection.isRunning, detection.ended) = (true, ended ?? detection.ended) }
      return detection.isRunning
    }
    guard !isRunning else { return }
    detections.async { [applicationName] in
      let deadline = ContinuousClock.now + Self.detectionLimit
      let server = PulseConnection(applicationName: applicationName, by: deadline)?.server(by: deadline)
      let ended = self.detection.withLock { detection in
        // The names of Bluetooth outputs begin with `bluez_sink.` or `bluez_output.`
        detection.isBluetooth = server?.defaultSink.hasPrefix("bluez_") == true
        detection.isRunning = false
        return detection.ended.take()
      }
      ended?()
    }
  }

  private static let detectionLimit = Duration.seconds(3)

  package var lowersDuringSounds: Bool { ducker.lowersDuringSounds }

  package func prepare(_ lowering: Lowering?) { ducker.prepare(lowering) }

  package func release() { ducker.release() }

  @discardableResult package func lower(for part: CuePart, within limit: Duration) -> Bool {
    ducker.lower(for: part, within: limit)
  }

  package func restore(after part: CuePart) { ducker.restore(after: part) }

  package func shutDown(within limit: Duration) async { await ducker.shutDown(within: limit) }

  package func obstacles(within limit: Duration) async -> [SoundObstacle]? {
    await checks.response(within: limit) { [applicationName] in
      let deadline = ContinuousClock.now + limit
      return PulseConnection(applicationName: applicationName, by: deadline)?.obstacles(by: deadline)
    } ?? nil
  }
}

extension PulseConnection {
  /// Returns the reasons why sounds or speech cannot be heard; nil if the server does not respond.
  fileprivate func obstacles(by deadline: ContinuousClock.Instant) -> [SoundObstacle]? {
    guard let server = server(by: deadline) else { return nil }
    // Without a session manager, the server accepts no stream, and calls of libcanberra hang.
    guard server.defaultSink != "@DEFAULT_SINK@" else { return server.isPipeWire ? [.noSessionManager] : nil }
    guard let probe = PulseProbe(on: self), wait(by: deadline, until: { !probe.isConnecting }) else { return nil }
    guard let streams = streams(knowing: probe.index, by: deadline) else { return nil }
    var obstacles: [SoundObstacle] = []
    if let own = streams.first(where: { $0.index == probe.index }) {
      obstacles += Self.obstacles(.cues, isMuted: own.isMuted, isSilent: own.isSilent)
      if let sink = sink(own.sink, by: deadline) {
        let output = MixerControl.output(
          name: sink.name, isPipeWire: server.isPipeWire && sink.name == server.defaultSink)
        obstacles += Self.obstacles(output, isMuted: sink.isMuted, isSilent: sink.isSilent)
      }
    }
    for speech in streams where speech.isSpeech {
      obstacles += Self.obstacles(.speech(speech.index), isMuted: speech.isMuted, isSilent: speech.isSilent)
    }
    return obstacles
  }

  /// Returns all streams when the volume of a new stream is known.
  ///
  /// PipeWire gives a new stream its volume some milliseconds after it has created the stream. Until then, it reports
  /// a volume of 0.
  private func streams(knowing index: UInt32, by deadline: ContinuousClock.Instant) -> [PulseStream]? {
    let limit = min(deadline, .now + .milliseconds(100))
    while true {
      guard let streams = streams(by: deadline) else { return nil }
      let isSilent = streams.first { $0.index == index }?.isSilent == true
      guard isSilent, wait(for: .milliseconds(5), until: limit) else { return streams }
    }
  }

  private static func obstacles(_ control: MixerControl, isMuted: Bool, isSilent: Bool) -> [SoundObstacle] {
    isMuted ? [.muted(control)] : isSilent ? [.silent(control)] : []
  }
}

/// A stream that plays nothing, which the server treats like the sounds of this program.
///
/// The server gives the stream the volume and the output that it has stored for this program's role. PipeWire reports
/// the stored volume only for such a stream.
///
/// `@safe`: this object owns the C object, so the pointer is valid as long as this object exists.
@safe
private final class PulseProbe {
  private let library: PulseLibrary
  private let stream: OpaquePointer

  /// Begins to create the stream; nil if the connection is lost.
  ///
  /// The corresponding C functions are `pa_stream_new_with_proplist` and `pa_stream_connect_playback`.
  init?(on connection: PulseConnection) {
    let library = connection.library
    guard let properties = unsafe library.proplistNew() else { return nil }
    defer { unsafe library.proplistFree(properties) }
    _ = unsafe library.proplistSets(properties, PA_PROP_MEDIA_ROLE, SoundSource.streamRole)
    var format = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: 44_100, channels: 1)
    // The library copies the name, the format and the properties.
    guard
      let stream = unsafe library.streamNewWithProplist(connection.context, "test", &format, nil, properties)
    else { return nil }
    self.library = library
    unsafe self.stream = unsafe stream
    guard unsafe library.streamConnectPlayback(stream, nil, nil, PA_STREAM_START_CORKED, nil, nil) >= 0 else {
      return nil
    }
  }

  deinit {
    _ = unsafe library.streamDisconnect(stream)
    unsafe library.streamUnref(stream)
  }

  /// Whether the server has not created the stream yet.
  var isConnecting: Bool { unsafe library.streamGetState(stream) == PA_STREAM_CREATING }

  /// The server's number of the stream.
  var index: UInt32 { unsafe library.streamGetIndex(stream) }
}
