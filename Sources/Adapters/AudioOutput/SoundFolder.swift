import AudioFiles
import Concurrency
import DynamicLibraries
import SystemPackage
import ToneSynthesis
package import UserFiles

/// The sound files that libcanberra plays, and the folder of those files that this program writes.
///
/// A built-in sound at the volume 100 is an installed file. All other sounds are written to the folder: built-in sounds at
/// other volumes, sounds of the user at every volume, and silence. Sounds of the user are decoded by libsndfile, so that
/// the same formats can be played at every volume.
///
/// Only the queue of `CanberraPlayer` writes and removes files.
package struct SoundFolder: Sendable {
  /// The path of the folder, which should be in memory.
  private let path: String
  private let themes: SoundThemes

  /// - Parameters:
  ///   - path: The path of the folder, which is created when the first file is written.
  ///   - folders: The folders with the user's sound themes.
  package init(path: String, folders: XDGFolders) {
    self.path = path
    themes = SoundThemes(folders: folders)
  }

  /// Returns the path of the file with a sound at a volume, and writes the file if it is missing.
  ///
  /// - Throws: `noSuchSound`, `unreadable` or `tooLong` if the original cannot be used; `unwritable` if the file cannot
  ///   be written.
  func file(of sound: SoundSource, at loudness: Loudness) throws(SoundFailure) -> String {
    if loudness == .full, case .own(let sound) = sound { return try installedFile(of: sound) }
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
    case .theme(let name): file = themes.path(of: name)
    case .file(let path): file = path
    }
    guard let file else { return nil }
    let seconds = try? Self.reading(file) { Double($0.frames) / Double(max($0.rate, 1)) }
    // For a file of unknown length, libsndfile reports a very large number of frames.
    return seconds.flatMap { $0 < Self.maxKnownSeconds ? .seconds($0) : nil }
  }

  /// Checks whether a sound can be played at a volume, without writing a file.
  func check(_ sound: SoundSource, at loudness: Loudness) throws(SoundFailure) {
    try Self.checkLength(length(of: sound), of: sound)
    if loudness == .full, case .own(let sound) = sound {
      _ = try installedFile(of: sound)
    } else {
      _ = try scaled(sound, by: loudness.factor)
    }
  }

  private func installedFile(of sound: CueSound) throws(SoundFailure) -> String {
    guard let file = themes.path(of: sound) else { throw SoundFailure(.noSuchSound) }
    return file
  }

  /// Throws `tooLong` if a sound of the user is longer than the maximum; `length` is nil if the length is unknown.
  static func checkLength(_ length: Duration?, of sound: SoundSource) throws(SoundFailure) {
    if case .own = sound { return }
    if let length, length > .seconds(maxSeconds) { throw SoundFailure(.tooLong, context: sound.description) }
  }

  private func scaled(_ sound: SoundSource, by factor: Double) throws(SoundFailure) -> WaveFile {
    switch sound {
    case .own(let sound):
      let rate = CueSound.fileRate
      return WaveFile(rate: rate, samples: sound.samples(rate: rate).map { $0 * factor })
    case .theme(let name):
      guard let file = themes.path(of: name) else { throw SoundFailure(.noSuchSound) }
      return try scaledFile(file, by: factor)
    case .file(let file): return try scaledFile(file, by: factor)
    }
  }

  /// Decodes a file block by block, and multiplies its samples; of more than two channels, only the first two remain.
  private func scaledFile(_ path: String, by factor: Double) throws(SoundFailure) -> WaveFile {
    let file = try Self.reading(path) { (reader) throws(SoundFileError) -> WaveFile? in
      let channels = min(reader.channels, 2)
      var samples: [Int16] = []
      while samples.count <= reader.rate * channels * Self.maxSeconds {
        let block = try reader.read(atMost: Self.block)
        guard !block.isEmpty else { return WaveFile(rate: reader.rate, channels: channels, samples: samples) }
        for (index, sample) in block.enumerated() where index % reader.channels < channels {
          samples.append(sample.isNaN ? 0 : WaveFile.sample(Double(sample) * factor))
        }
      }
      return nil
    }
    guard let file else { throw SoundFailure(.tooLong, context: path) }
    return file
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
      switch error {
      case .noLibrary(let error):
        throw SoundFailure(.unreadable, context: "sounds of your own require \(error.library.package)")
      case .unknownFormat: throw SoundFailure(.unreadable, context: "not in a format that libsndfile supports")
      case .refused(let reason): throw SoundFailure(.unreadable, context: reason)
      default: throw SoundFailure(.unreadable, context: path)
      }
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
      throw SoundFailure(.unwritable, context: "\(error)")
    }
  }

  private func path(of eventID: String) -> String { "\(path)/\(eventID)\(Self.fileExtension)" }

  private static let fileExtension = ".wav"
  /// The sample rate of silence, in hertz.
  private static let silentRate = 8000
  /// The maximum length of a sound of the user, in seconds.
  static let maxSeconds = 10
  /// The maximum length that can be the length of a sound, in seconds.
  private static let maxKnownSeconds = 1e6
  /// The maximum number of frames that are read from a file at once.
  private static let block = 8192
}

/// The sound themes: `intervald` with the built-in sounds, and `freedesktop` with the sounds that settings name.
///
/// Source: Sound Theme Specification 0.8, "Sound Lookup". libcanberra also uses the theme `freedesktop`, unless a
/// desktop's library chooses another theme (`ca_lookup_sound`, src/sound-theme-spec.c).
private struct SoundThemes: Sendable {
  let folders: XDGFolders

  /// Returns the path of the file of a built-in sound; nil if the file is not installed.
  func path(of sound: CueSound) -> String? {
    soundFolders.map { "\($0)/intervald/stereo/\(sound.rawValue).wav" }.first { SystemCalls.canAccess($0, for: .read) }
  }

  /// Returns the path of the file of a sound; nil if the theme does not have the sound.
  ///
  /// If the whole name is not found, the name is looked up without its last part: `bell-window` has the sound `bell`.
  func path(of name: String) -> String? {
    var name = Substring(name)
    while !name.isEmpty {
      for folder in soundFolders {
        for file in Self.places.flatMap({ place in Self.types.map { "\(folder)/\(place)\(name)\($0)" } })
        where SystemCalls.canAccess(file, for: .read) {
          return file
        }
      }
      name = name.lastIndex(of: "-").map { name[..<$0] } ?? ""
    }
    return nil
  }

  private var soundFolders: [String] { folders.dataFolders.map { "\($0)/sounds" } }

  /// The theme's folder for two channels, the theme itself, and sounds that belong to no theme.
  private static let places = ["freedesktop/stereo/", "freedesktop/", ""]
  private static let types = [".oga", ".ogg", ".wav"]
}
