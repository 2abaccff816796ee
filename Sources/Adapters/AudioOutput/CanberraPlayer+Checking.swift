import Concurrency

extension CanberraPlayer {
  package func check(
    _ sounds: Set<SoundSource>, within limit: Duration
  ) async -> Result<[SoundSource: SoundFailure], SoundFailure> {
    await checks.response(within: limit) {
      Result { () throws(SoundFailure) in try self.missing(of: sounds) }
    } ?? .failure(SoundFailure(.noAnswer))
  }

  /// Hands sounds to the server on a connection of its own, which it keeps by their names; those that it does not get.
  private func missing(of sounds: Set<SoundSource>) throws(SoundFailure) -> [SoundSource: SoundFailure] {
    let context = try CanberraContext.open(applicationName: applicationName, desktopEntry: desktopEntry)
    var missing: [SoundSource: SoundFailure] = [:]
    for sound in sounds {
      do throws(SoundFailure) {
        try context.cache(sound.properties(gain: nil))
      } catch {
        guard error.code.isOfOneSound else { throw error }
        missing[sound] = error
      }
    }
    return missing
  }
}
