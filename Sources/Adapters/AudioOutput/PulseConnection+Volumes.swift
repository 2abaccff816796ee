import CPulse

/// Volumes and changes of streams.
extension PulseConnection {
  /// Whether a stream has changed since the last call of `streams`.
  var hasChanged: Bool { answers.hasChanged }

  /// Makes the server report changes of streams, or stop reporting them.
  ///
  /// The corresponding C functions are `pa_context_set_subscribe_callback` and `pa_context_subscribe`.
  func watchStreams(_ isOn: Bool, by deadline: ContinuousClock.Instant) -> Bool {
    unsafe library.contextSetSubscribeCallback(
      context, { _, _, _, data in unsafe PulseAnswers.at(data).hasChanged = true },
      Unmanaged.passUnretained(answers).toOpaque())
    let mask = isOn ? PA_SUBSCRIPTION_MASK_SINK_INPUT : PA_SUBSCRIPTION_MASK_NULL
    return unsafe ask(by: deadline) { context, data in
      unsafe library.contextSubscribe(
        context, mask, { _, success, data in unsafe PulseAnswers.at(data).receive(success: success) }, data)
    }
  }

  /// Sets the volume of a stream's channels; the corresponding C function is `pa_context_set_sink_input_volume`.
  ///
  /// - Returns: Whether the server has accepted the volume; nil if the server does not answer.
  func setVolume(_ volume: [UInt32], of stream: UInt32, by deadline: ContinuousClock.Instant) -> Bool? {
    var value = pa_cvolume(channelValues: volume)
    let hasAnswer = unsafe ask(by: deadline) { context, data in
      unsafe library.contextSetSinkInputVolume(
        context, stream, &value, { _, success, data in unsafe PulseAnswers.at(data).receive(success: success) }, data)
    }
    return hasAnswer ? answers.isSuccess : nil
  }

  /// Restores the volume of a stream, or, if the stream has ended, the volume that the server stores for its program.
  ///
  /// After a stored volume, waits for a second, unless `isInterrupted` returns true.
  ///
  /// - Returns: Whether the server has accepted the original volume; nil if the server does not answer.
  func restore(
    _ record: LoweredStreams.Record, by deadline: ContinuousClock.Instant, unless isInterrupted: () -> Bool
  ) -> Bool? {
    if !record.isEnded {
      let isAccepted = setVolume(record.original, of: record.index, by: deadline)
      // Otherwise, the stream has just ended.
      guard isAccepted == false, !record.storedName.isEmpty else { return isAccepted }
    }
    let isStored = storeOriginal(of: record, by: deadline)
    // PipeWire forwards the volume after its answer, and may discard it if the connection is closed before.
    if isStored == true { _ = wait(by: .now + Self.forwardingTime, until: isInterrupted) }
    return isStored
  }

  private static let forwardingTime = Duration.seconds(1)

  /// Reads the server's store of volumes into `answers.storedEntries`.
  ///
  /// The corresponding C function is `pa_ext_stream_restore_read`.
  ///
  /// - Returns: Whether the server has a store; nil if the server does not answer.
  func readStore(by deadline: ContinuousClock.Instant) -> Bool? {
    let hasRead = unsafe ask(by: deadline) { context, data in
      unsafe library.extStreamRestoreRead(
        context, { _, info, end, data in unsafe PulseAnswers.at(data).receive(storedEntry: info, end) }, data)
    }
    return hasRead ? answers.isSuccess : nil
  }

  /// Replaces the lowered volume that the server stores for the program of a stream.
  ///
  /// The corresponding C function is `pa_ext_stream_restore_write`.
  private func storeOriginal(of record: LoweredStreams.Record, by deadline: ContinuousClock.Instant) -> Bool? {
    guard let hasStore = readStore(by: deadline) else { return nil }
    guard hasStore else { return false }
    let former = answers.storedEntries.first { $0.name == record.storedName }
    let volumes = [record.lowered, record.original].map(pa_cvolume.init(channelValues:))
    var map = former?.channelMap ?? pa_channel_map()
    if map.channels != volumes[1].channels {
      _ = unsafe library.channelMapInitExtend(&map, UInt32(volumes[1].channels), PA_CHANNEL_MAP_WAVEEX)
    }
    let hasWritten = unsafe record.storedName.withCString { name in
      unsafe (former?.sink ?? "").withCString { sink in
        // PipeWire ignores an entry that is equal to the latest entry of a client (`change_item`,
        // src/pipewire/impl-metadata.c), so another entry comes first.
        let entries = unsafe volumes.map { volume in
          unsafe pa_ext_stream_restore_info(name: name, channel_map: map, volume: volume, device: sink, mute: 0)
        }
        return unsafe ask(by: deadline) { context, data in
          unsafe library.extStreamRestoreWrite(
            context, PA_UPDATE_REPLACE, entries, UInt32(entries.count), 0,
            { _, success, data in unsafe PulseAnswers.at(data).receive(success: success) }, data)
        }
      }
    }
    return hasWritten ? answers.isSuccess : nil
  }
}
