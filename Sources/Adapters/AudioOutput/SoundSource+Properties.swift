import CCanberra
import ToneSynthesis

extension SoundSource {
  /// The name under which the sound server keeps the sound.
  ///
  /// The server has one name space for all programs, and keeps what it has until it ends, so that `run` alone might be
  /// another's. The theme is asked for the whole name first, and then for what stands before the last hyphen (Sound
  /// Theme Specification, "Sound Lookup"). A file goes by a digest of its path, as the server takes letters, digits,
  /// `.`, `-` and `_` only, and 128 of them at most (`pa_namereg_is_valid_name`, src/pulsecore/namereg.c).
  package var eventID: String {
    switch self {
    case .own(let sound): "\(sound.rawValue)-intervald"
    case .theme(let name): name
    case .file(let path): "intervald.file.\(String(path.utf8.digest, radix: 16))"
    }
  }

  /// What libcanberra is told to play the sound from its cache, or to put it there.
  ///
  /// The gain is in decibels; nil leaves it to the person's setting for event sounds.
  func properties(gain: Double?) -> [String: String] {
    var properties = [CA_PROP_EVENT_ID: eventID, CA_PROP_CANBERRA_CACHE_CONTROL: "permanent"]
    switch self {
    case .own: properties[CA_PROP_CANBERRA_XDG_THEME_NAME] = "intervald"
    case .theme: break
    case .file(let path): properties[CA_PROP_MEDIA_FILENAME] = path
    }
    if let gain { properties[CA_PROP_CANBERRA_VOLUME] = "\(gain)" }
    return properties
  }
}

extension String.UTF8View {
  /// FNV-1a of 64 bits (Fowler, Noll and Vo, RFC 9923): the same in every run, unlike `Hasher`.
  fileprivate var digest: UInt64 {
    reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
