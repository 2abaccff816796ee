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

  /// Replaces the lowered volume that the server stores for the program of a stream that has ended.
  ///
  /// WirePlumber ignores volumes that are written to its store directly (state-stream.lua in 0.5.8 reads only the role
  /// `Notification`). Therefore, a silent stream of the program is created, and its volume is set. This is repeated until
  /// a new stream begins with another volume than the lowered one, or until `limit` has passed. `limit` is also the limit
  /// for each answer of the server.
  ///
  /// - Returns: Whether a new stream of the program begins with another volume than the lowered one; nil if the server
  ///   does not answer.
  func restoreStoredVolume(
    of record: LoweredStreams.Record, within limit: Duration, unless isInterrupted: () -> Bool
  ) -> Bool? {
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline, !isInterrupted() {
      guard let silent = SilentStream(of: record.identity, channels: record.original.count, on: self)
      else { return isLost ? nil : false }
      guard wait(by: .now + limit, until: { !silent.isConnecting }) else { return nil }
      guard let streams = streams(knowing: silent.index, by: .now + limit) else { return nil }
      // If the server uses another name, for example that of the medium, only a later stream of the program can show
      // whether the lowered volume is still stored.
      guard let stream = streams.first(where: { $0.index == silent.index }),
        stream.identity.storedName == record.identity.storedName
      else { return false }
      // PipeWire has not applied the stored volume yet.
      if stream.isSilent { continue }
      if !record.hasLowered(stream.volume) { return true }
      guard setVolume(record.original, of: silent.index, by: .now + limit) != nil else { return nil }
      // The session manager of PipeWire learns the volume only from a stream that still exists.
      _ = wait(for: Self.forwardingTime, until: deadline)
    }
    return false
  }

  private static let forwardingTime = Duration.milliseconds(20)

  /// Returns all streams when the volume of a new stream is known, or after 100 ms.
  ///
  /// PipeWire gives a new stream its volume some milliseconds after it has created the stream. Until then, it reports
  /// a volume of 0.
  func streams(knowing index: UInt32, by deadline: ContinuousClock.Instant) -> [PulseStream]? {
    let limit = min(deadline, .now + .milliseconds(100))
    while true {
      guard let streams = streams(by: deadline) else { return nil }
      let isSilent = streams.first { $0.index == index }?.isSilent == true
      guard isSilent, wait(for: .milliseconds(5), until: limit) else { return streams }
    }
  }
}
