import CPulse

/// A stream that plays nothing, which the server treats like a stream of a program.
///
/// The server gives the stream the volume and the output that it has stored for the program, and stores a new volume of
/// the stream for the program.
///
/// `@safe`: this object owns the C object and retains its connection, so the pointer is valid as long as this object
/// exists.
@safe
final class SilentStream {
  private let connection: PulseConnection
  private let stream: OpaquePointer

  /// Begins to create a stream of a program; nil if the connection is lost, or if such a stream cannot be created.
  ///
  /// The corresponding C functions are `pa_stream_new_with_proplist` and `pa_stream_connect_playback`.
  ///
  /// - Parameters:
  ///   - identity: The properties of the program's streams.
  ///   - channels: The number of channels, from 1 to `PA_CHANNELS_MAX`.
  ///   - connection: The connection, which the stream retains.
  init?(of identity: StreamIdentity, channels: Int = 1, on connection: PulseConnection) {
    let library = connection.library
    guard let properties = unsafe library.proplistNew() else { return nil }
    defer { unsafe library.proplistFree(properties) }
    for (property, value) in [
      (PA_PROP_MEDIA_ROLE, identity.role), (PA_PROP_APPLICATION_ID, identity.applicationID),
      (PA_PROP_APPLICATION_NAME, identity.applicationName),
    ] where !value.isEmpty {
      _ = unsafe library.proplistSets(properties, property, value)
    }
    var format = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: 44_100, channels: UInt8(clamping: channels))
    var map = pa_channel_map()
    // The function fills the map; it returns nil if no such map exists.
    guard unsafe library.channelMapInitExtend(&map, UInt32(channels), PA_CHANNEL_MAP_WAVEEX) != nil else { return nil }
    // The library copies the name, the format, the map and the properties.
    guard
      let stream = unsafe library.streamNewWithProplist(connection.context, "volume", &format, &map, properties)
    else { return nil }
    self.connection = connection
    unsafe self.stream = unsafe stream
    guard unsafe library.streamConnectPlayback(stream, nil, nil, PA_STREAM_START_CORKED, nil, nil) >= 0 else {
      return nil
    }
  }

  private var library: PulseLibrary { connection.library }

  deinit {
    _ = unsafe library.streamDisconnect(stream)
    unsafe library.streamUnref(stream)
  }

  /// Whether the server is still creating the stream; false after a failure.
  var isConnecting: Bool { unsafe library.streamGetState(stream) == PA_STREAM_CREATING }

  /// The server's number of the stream.
  var index: UInt32 { unsafe library.streamGetIndex(stream) }
}
