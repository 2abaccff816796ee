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
      let cues = StreamIdentity(
        role: SoundSource.streamRole, applicationID: SoundSource.applicationID, applicationName: applicationName)
      return PulseConnection(applicationName: applicationName, by: deadline)?.obstacles(to: cues, by: deadline)
    } ?? nil
  }
}

extension PulseConnection {
  /// Returns the reasons why sounds or speech cannot be heard; nil if the server does not respond.
  fileprivate func obstacles(to cues: StreamIdentity, by deadline: ContinuousClock.Instant) -> [SoundObstacle]? {
    guard let server = server(by: deadline) else { return nil }
    // Without a session manager, the server accepts no stream, and calls of libcanberra hang.
    guard server.defaultSink != "@DEFAULT_SINK@" else { return server.isPipeWire ? [.noSessionManager] : nil }
    // Both servers give this name to the output that replaces missing ones.
    guard server.defaultSink != "auto_null" else { return [.dummyOutput] }
    guard let silent = SilentStream(of: cues, on: self),
      wait(by: deadline, until: { !silent.isConnecting }),
      let streams = streams(knowing: silent.index, by: deadline)
    else { return nil }
    var obstacles: [SoundObstacle] = []
    if let own = streams.first(where: { $0.index == silent.index }) {
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

  private static func obstacles(_ control: MixerControl, isMuted: Bool, isSilent: Bool) -> [SoundObstacle] {
    isMuted ? [.muted(control)] : isSilent ? [.silent(control)] : []
  }
}
