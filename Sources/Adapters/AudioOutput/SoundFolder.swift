import AudioFiles
import Concurrency
import SystemPackage
import ToneSynthesis
package import UserFiles

/// The folder of sound files that this program writes: sounds at another volume than 100, and silence.
///
/// Only the queue of `CanberraPlayer` uses the folder.
package struct SoundFolder: Sendable {
  /// The path of the folder, which should be in memory.
  private let path: String
  private let theme: SoundTheme

  /// - Parameters:
  ///   - path: The path of the folder, which is created when the first file is written.
  ///   - folders: The folders with the user's sound themes.
  package init(path: String, folders: XDGFolders) {
    self.path = path
    theme = SoundTheme(folders: folders)
  }

  /// Returns the path of the file with a sound at a volume, and writes the file if it is missing; nil at full volume.
  ///
  /// - Throws: `noSuchSound` or `unreadable` if the original cannot be read; `failed` if the file cannot be written.
  func file(of sound: SoundSource, at loudness: Loudness) throws(SoundFailure) -> String? {
    guard loudness != .full else { return nil }
    let file = path(of: sound.eventID(at: loudness))
    if !SystemCalls.canAccess(file) { try write(try scaled(sound, by: loudness.factor), to: file) }
    return file
  }

  /// Returns the path of a file with silence, and writes the file if it is missing.
  func silence(of length: Duration) throws(SoundFailure) -> (eventID: String, path: String) {
    let milliseconds = Int(length / .milliseconds(1))
    let eventID = "intervald.silence.\(milliseconds)"
    let file = path(of: eventID)
    if !SystemCalls.canAccess(file) {
      let samples = [Int16](repeating: 0, count: Self.silentRate * milliseconds / 1000)
      try write(WaveFile(rate: Self.silentRate, samples: samples), to: file)
    }
    return (eventID, file)
  }

  /// Removes all files: a later workout may have another volume, and the originals of the sounds may have changed.
  func removeAll() {
    for name in Folder.names(in: path) where name.hasSuffix(Self.fileExtension) {
      // A file that cannot be removed is replaced when a later workout needs it.
      try? AtomicFile.remove("\(path)/\(name)", isSynced: false)
    }
  }

  /// Returns the length of a sound; nil if the length is unknown, or no library can read the sound.
  func length(of sound: SoundSource) -> Duration? {
    let file: String?
    switch sound {
    case .own(let sound): return sound.length
    case .theme(let name): file = theme.path(of: name)
    case .file(let path): file = path
    }
    guard let file else { return nil }
    let seconds = try? Self.reading(file) { Double($0.frames) / Double(max($0.rate, 1)) }
    return seconds.flatMap { $0 <= Double(Self.maxSeconds) ? .seconds($0) : nil }
  }

  /// Checks whether a sound can be played at a volume, without writing a file.
  func check(_ sound: SoundSource, at loudness: Loudness) throws(SoundFailure) {
    if loudness != .full { _ = try scaled(sound, by: loudness.factor) }
  }

  private func scaled(_ sound: SoundSource, by factor: Double) throws(SoundFailure) -> WaveFile {
    switch sound {
    case .own(let sound):
      let rate = CueSound.fileRate
      return WaveFile(rate: rate, samples: sound.samples(rate: rate).map { $0 * factor })
    case .theme(let name):
      guard let file = theme.path(of: name) else { throw SoundFailure(.noSuchSound) }
      return try scaledFile(file, by: factor)
    case .file(let file): return try scaledFile(file, by: factor)
    }
  }

  /// Decodes a file, and multiplies its samples; of more than two channels, only the first two remain.
  private func scaledFile(_ path: String, by factor: Double) throws(SoundFailure) -> WaveFile {
    try Self.reading(path) { (reader) throws(SoundFileError) in
      let channels = min(reader.channels, 2)
      var samples: [Double] = []
      while samples.count < reader.rate * channels * Self.maxSeconds {
        let block = try reader.read(atMost: 8192)
        guard !block.isEmpty else { break }
        for (index, sample) in block.enumerated() where index % reader.channels < channels {
          samples.append(sample.isNaN ? 0 : Double(sample) * factor)
        }
      }
      return WaveFile(rate: reader.rate, channels: channels, samples: samples)
    }
  }

  /// Reads a sound file, and converts the errors.
  private static func reading<Result>(
    _ path: String, _ body: (SoundFileReader) throws(SoundFileError) -> Result
  ) throws(SoundFailure) -> Result {
    let file = try open(path)
    do {
      let result = try body(try SoundFileReader(file.descriptor))
      extendLifetime(file)
      return result
    } catch {
      guard case .noLibrary(let library, _) = error else { throw SoundFailure(.unreadable, context: path) }
      throw SoundFailure(.unreadable, context: "this volume requires \(library.package)")
    }
  }

  private static func open(_ path: String) throws(SoundFailure) -> OpenFile {
    do {
      return try OpenFile.regular(path)
    } catch {
      guard case .system(let error) = error, error.errno == .noSuchFileOrDirectory else {
        throw SoundFailure(.unreadable, context: path)
      }
      throw SoundFailure(.noSuchSound, context: path)
    }
  }

  private func write(_ file: WaveFile, to path: String) throws(SoundFailure) {
    do {
      try AtomicFile.write(file.bytes, to: path, isSynced: false)
    } catch {
      throw SoundFailure(.failed, context: "\(error)")
    }
  }

  private func path(of eventID: String) -> String { "\(path)/\(eventID)\(Self.fileExtension)" }

  private static let fileExtension = ".wav"
  /// The sample rate of silence, in hertz.
  private static let silentRate = 8000
  /// The maximum length of a file's sound; the rest of a longer sound is cut off.
  private static let maxSeconds = 60
}
