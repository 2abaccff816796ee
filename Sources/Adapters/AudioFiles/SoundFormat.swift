import Text
import CSndfile
import ToneSynthesis

/// A kind of sound file that is written, by the end of its name.
package enum SoundFormat: String, CaseIterable, Sendable {
  case opus
  /// Vorbis.
  case ogg
  case flac
  case wav

  /// The format of a path's file extension, in any case; nil for an unknown one.
  package init?(path: String) {
    guard let fileExtension = path.fileExtension else { return nil }
    self.init(rawValue: fileExtension)
  }

  /// Samples a second: of the rates that Opus knows the highest, and else that of the shipped sounds.
  package var rate: Int { self == .opus ? 48_000 : CueSound.fileRate }

  /// The format as libsndfile has it, for so many bytes of samples; samples are of 16 bits where they are kept as such.
  ///
  /// A WAV file of 4 GiB or more is an RF64 file (EBU Tech 3306).
  func code(size: Int) -> Int {
    switch self {
    case .opus: SF_FORMAT_OGG | SF_FORMAT_OPUS
    case .ogg: SF_FORMAT_OGG | SF_FORMAT_VORBIS
    case .flac: SF_FORMAT_FLAC | SF_FORMAT_PCM_16
    case .wav: (size < Self.mostBytes ? SF_FORMAT_WAV : SF_FORMAT_RF64) | SF_FORMAT_PCM_16
    }
  }

  /// What the sizes in a WAV file can tell, less a mebibyte for all that is no sample.
  private static let mostBytes = 1 << 32 - 1 << 20
}
