import CCanberra
import Glibc
package import ToneSynthesis

/// The origin of a sound.
package enum SoundSource: Hashable, Sendable {
  /// A built-in sound; the built-in sounds are installed as the sound theme `intervald`.
  case own(CueSound)
  /// A sound of the user's sound theme, by its name in the theme, such as `bell`.
  case theme(String)
  /// A file, by its absolute path.
  case file(String)
}

extension SoundSource: CustomStringConvertible {
  /// The name for users: `run`, `bell`, `/home/ada/bell.oga`.
  package var description: String {
    switch self {
    case .own(let sound): sound.rawValue
    case .theme(let name): name
    case .file(let path): path
    }
  }
}

extension SoundSource {
  /// The name under which the sound server stores the sound.
  ///
  /// The server stores the sounds of all programs until the server exits. The name `run` alone might belong to a sound
  /// of another program, so the name of a built-in sound ends in `-intervald`. In the sound theme, the name is only
  /// `run`. A lookup still finds the sound, because it tries the whole name first, and then the part before the last
  /// hyphen (Sound Theme Specification, "Sound Lookup").
  ///
  /// The name of a file's sound is a digest of the path, because the server accepts only letters, digits, `.`, `-` and
  /// `_`, and at most 128 characters (`pa_namereg_is_valid_name`, src/pulsecore/namereg.c).
  package var eventID: String {
    switch self {
    case .own(let sound): "\(sound.rawValue)-intervald"
    case .theme(let name): name
    case .file(let path): "intervald.file.\(String(path.utf8.digest, radix: 16))"
    }
  }

  /// The properties with which libcanberra plays the sound, or stores it in the server's cache.
  ///
  /// The gain is in decibels; nil means the volume that the user has set for event sounds.
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
  /// The 64-bit FNV-1a hash (Fowler, Noll and Vo, RFC 9923), which is the same in every process.
  fileprivate var digest: UInt64 {
    reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// The volume of sounds, on the scale of volume sliders.
package struct Loudness: Equatable, Sendable {
  /// The volume in percent, 0–150; values outside the range are clamped.
  package var percent: Int

  package init(percent: Int) {
    self.percent = percent
  }

  static let full = Loudness(percent: 100)
  /// The maximum volume in percent.
  ///
  /// At this volume, the loudest built-in sound stays below full scale (`Tone.level`).
  static let maxPercent = 150

  /// A gain that reduces a sound to less than the lowest bit of a sample.
  ///
  /// The sound is not muted, because a server might not play a muted sound at all.
  static let inaudibleGain = -110.0

  /// The gain in decibels; nil at full volume.
  ///
  /// Any gain replaces the volume that the user has set for event sounds. With nil, the user's volume applies.
  ///
  /// PulseAudio's sliders are cubic: the amplitude is the cube of the slider's fraction, so the gain is 60 log10 of the
  /// fraction (`pa_sw_volume_to_linear`, src/pulse/volume.c; after https://www.robotplanet.dk/audio/audio_gui_design).
  /// For example, 50 % is -18.06 dB.
  ///
  /// Above 100 %, the amplitude is proportional to the percentage, so that sounds do not clip: 150 % is 3.52 dB.
  package var gain: Double? {
    switch percent {
    case 100: nil
    case 101...: 20 * log10(Double(min(percent, Self.maxPercent)) / 100)
    case ...0: Self.inaudibleGain
    default: 60 * log10(Double(percent) / 100)
    }
  }
}
