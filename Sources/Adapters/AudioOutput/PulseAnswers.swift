import CPulse

/// The sound server.
struct PulseServer {
  var name: String
  /// A random number of this process of the server.
  var cookie: UInt32
  /// The name of the default output; `@DEFAULT_SINK@` if no session manager of PipeWire has chosen one.
  var defaultSink: String

  /// Whether the server is PipeWire, whose name is for example `PulseAudio (on PipeWire 0.3.65)`.
  var isPipeWire: Bool { name.hasPrefix("PulseAudio (on PipeWire ") }
}

/// An output of the sound server.
struct PulseSink {
  var name: String
  var isMuted: Bool
  var isSilent: Bool
}

/// The number of an object that does not exist: `PA_INVALID_INDEX`.
private let noIndex = UInt32.max

/// The properties of a stream that determine with which later streams it shares a stored volume.
///
/// PulseAudio stores the volume under `storedName`, which contains the first of the other properties that is set, or the
/// name of the medium (src/modules/module-stream-restore.c). PipeWire reports the same name. However, WirePlumber 0.5.15
/// and later ignore all roles but `Notification`, and store the volume under one of the other properties
/// (src/scripts/node/state-stream.lua). The server does not report the version of WirePlumber.
struct StreamIdentity: Hashable {
  /// The name that the server reports; empty if the server stores no volume of the stream.
  var storedName = ""
  var role: String
  var applicationID: String
  var applicationName: String

  /// Whether the server stores the volume for later streams.
  var isStored: Bool { !storedName.isEmpty }

  /// Whether some version of a server stores one volume for both streams.
  func canShareVolume(with other: StreamIdentity) -> Bool {
    isStored && other.isStored && zip(values, other.values).contains { !$0.isEmpty && $0 == $1 }
  }

  /// All properties.
  var values: [String] { [storedName, role, applicationID, applicationName] }

  /// Whether a property contains a control character.
  var hasControlCharacters: Bool { values.contains { $0.utf8.contains { $0 < 0x20 } } }
}

/// A stream that a program plays.
struct PulseStream {
  var index: UInt32
  var sink: UInt32
  var isMuted: Bool
  var isCorked: Bool
  /// Whether the volume can be changed.
  var isAdjustable: Bool
  var identity: StreamIdentity
  /// The volume of each channel.
  var volume: [UInt32]
  /// Whether the stream belongs to the server, for example because it joins two outputs or filters another stream.
  ///
  /// PulseAudio then reports no client. PipeWire reports a group of linked nodes.
  var isOfServer: Bool

  /// Whether the volume of all channels is 0.
  var isSilent: Bool { volume.allSatisfy { $0 == 0 } }
  /// Whether the stream belongs to the speech service, whose synthesizers have names such as
  /// `speech-dispatcher-espeak-ng`.
  var isSpeech: Bool { identity.applicationName.hasPrefix("speech-dispatcher") }
}

/// The answers to a request, which the callbacks of libpulse receive.
final class PulseAnswers {
  private(set) var server: PulseServer?
  private(set) var sink: PulseSink?
  private(set) var streams: [PulseStream] = []
  private(set) var isComplete = false
  /// Whether the server has carried out the request.
  private(set) var isSuccess = false
  /// Whether a stream has changed.
  var hasChanged = false
  private let library: PulseLibrary

  init(_ library: PulseLibrary) {
    self.library = library
  }

  func begin() {
    (server, sink, streams, isComplete, isSuccess) = (nil, nil, [], false, false)
  }

  static func at(_ data: UnsafeMutableRawPointer?) -> PulseAnswers {
    guard let data = unsafe data else { preconditionFailure("libpulse passes the user data to each callback") }
    return unsafe Unmanaged<PulseAnswers>.fromOpaque(data).takeUnretainedValue()
  }

  // The pointers are valid during a callback, and everything that they point to is copied.

  func receive(server info: UnsafePointer<pa_server_info>?) {
    isComplete = true
    guard let info = unsafe info?.pointee else { return }
    unsafe server = PulseServer(
      name: Self.text(info.server_name), cookie: info.cookie, defaultSink: Self.text(info.default_sink_name))
  }

  func receive(sink info: UnsafePointer<pa_sink_info>?, _ end: CInt) {
    guard end == 0, let info = unsafe info?.pointee else { return isComplete = true }
    unsafe sink = PulseSink(
      name: Self.text(info.name), isMuted: info.mute != 0, isSilent: info.volume.channelValues.allSatisfy { $0 == 0 })
  }

  func receive(stream info: UnsafePointer<pa_sink_input_info>?, _ end: CInt) {
    guard end == 0, let info = unsafe info?.pointee else { return isComplete = true }
    unsafe streams.append(
      PulseStream(
        index: info.index, sink: info.sink, isMuted: info.mute != 0, isCorked: info.corked != 0,
        isAdjustable: info.has_volume != 0 && info.volume_writable != 0,
        identity: StreamIdentity(
          storedName: Self.text(library.proplistGets(info.proplist, "module-stream-restore.id")),
          role: Self.text(library.proplistGets(info.proplist, PA_PROP_MEDIA_ROLE)),
          applicationID: Self.text(library.proplistGets(info.proplist, PA_PROP_APPLICATION_ID)),
          applicationName: Self.text(library.proplistGets(info.proplist, PA_PROP_APPLICATION_NAME))),
        volume: info.volume.channelValues,
        isOfServer: info.client == noIndex
          || !Self.text(library.proplistGets(info.proplist, "node.link-group")).isEmpty))
  }

  func receive(success: CInt) {
    (isComplete, isSuccess) = (true, success != 0)
  }

  private static func text(_ text: UnsafePointer<CChar>?) -> String {
    unsafe text.map { unsafe String(cString: $0) } ?? ""
  }
}

extension pa_cvolume {
  /// Creates a volume of at most `PA_CHANNELS_MAX` channels.
  init(channelValues: [UInt32]) {
    self.init()
    channels = UInt8(min(channelValues.count, Int(PA_CHANNELS_MAX)))
    // `values` has at least `channels` elements.
    unsafe withUnsafeMutableBytes(of: &values) { bytes in
      for (index, value) in channelValues.prefix(Int(PA_CHANNELS_MAX)).enumerated() {
        unsafe bytes.storeBytes(of: value, toByteOffset: index * MemoryLayout<UInt32>.size, as: UInt32.self)
      }
    }
  }

  /// The volume of each channel, of at most `PA_CHANNELS_MAX` channels.
  var channelValues: [UInt32] {
    // `values` has `PA_CHANNELS_MAX` elements.
    unsafe withUnsafeBytes(of: values) { bytes in
      (0..<min(Int(channels), Int(PA_CHANNELS_MAX))).map {
        unsafe bytes.load(fromByteOffset: $0 * MemoryLayout<UInt32>.size, as: UInt32.self)
      }
    }
  }
}
