import Concurrency

extension CanberraPlayer {
  package func check(
    _ sounds: Set<SoundSource>, volume: Int, within limit: Duration
  ) async -> Result<[SoundSource: SoundFailure], SoundFailure> {
    await checks.response(within: limit) {
      Result { () throws(SoundFailure) in try self.failures(of: sounds, at: Loudness(percent: volume)) }
    } ?? .failure(SoundFailure(.noAnswer))
  }

  /// Uploads sounds on a separate connection, and returns the failure of each sound that could not be uploaded.
  ///
  /// The server stores the sounds under their names at full volume.
  private func failures(
    of sounds: Set<SoundSource>, at loudness: Loudness
  ) throws(SoundFailure) -> [SoundSource: SoundFailure] {
    let context = try CanberraContext.open(applicationName: applicationName, desktopEntry: desktopEntry)
    var failures: [SoundSource: SoundFailure] = [:]
    for sound in sounds {
      do throws(SoundFailure) {
        try context.cache(sound.properties(at: .full, path: nil))
        try folder.check(sound, at: loudness)
      } catch {
        guard error.code.concernsOneSound else { throw error }
        failures[sound] = error
      }
    }
    return failures
  }
}
