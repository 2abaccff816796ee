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
  /// The name under which the sound server stores the sound at a volume.
  ///
  /// The server stores the sounds of all programs until the server exits, so the name begins with the name of this
  /// program. It contains the volume, because the volume is in the samples (`Loudness`).
  ///
  /// For a file or a sound of the theme, the name contains a digest, because the server accepts only letters, digits,
  /// `.`, `-` and `_`, and at most 128 characters (`pa_namereg_is_valid_name`, src/pulsecore/namereg.c).
  package func eventID(at loudness: Loudness) -> String {
    let name =
      switch self {
      case .own(let sound): sound.rawValue
      case .theme(let name): "theme.\(name.digest)"
      case .file(let path): "file.\(path.digest)"
      }
    return "intervald.\(name).\(loudness.percent)"
  }

  /// The properties with which libcanberra plays the sound in a file, or stores it in the server's cache.
  ///
  /// libcanberra reads only PCM WAV files of 8 and 16 bits and Ogg Vorbis files, so `SoundFolder` provides the file.
  static func properties(eventID: String, path: String) -> [String: String] {
    [
      CA_PROP_EVENT_ID: eventID, CA_PROP_CANBERRA_CACHE_CONTROL: "permanent", CA_PROP_MEDIA_ROLE: streamRole,
      CA_PROP_MEDIA_FILENAME: path,
    ]
  }

  /// The role of all streams.
  ///
  /// Without a role, libcanberra uses `event`. The slider "System Sounds" of a desktop mutes all streams with this role
  /// (PulseAudio, src/modules/module-stream-restore.c; WirePlumber, src/scripts/restore-stream.lua). A server may
  /// store the volume of a stream under its role (`StreamIdentity`), so a program with the same role could change the
  /// volume of this program. Other roles are corked or ducked: `music` and `video` (src/modules/module-role-cork.c,
  /// module-role-ducking.c), or cork and move other streams: `phone` (also module-intended-roles.c), `Notification`
  /// (WirePlumber, policy with role-based endpoints). No module treats an unknown role specially.
  static let streamRole = "workout"

  /// The application ID of all streams.
  ///
  /// If the server does not store volumes under roles, it stores the volume of these streams under this ID.
  static let applicationID = "intervald"
}

extension String {
  /// The 64-bit FNV-1a hash (Fowler, Noll and Vo, RFC 9923) in hexadecimal digits, the same in every process.
  fileprivate var digest: String {
    String(utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
  }
}

/// The volume of sounds, on the scale of volume sliders.
///
/// The factor is in the samples of a sound. A volume that is given with a sound would have no effect on PipeWire, which
/// ignores the volume of a cached sound (`do_play_sample`, src/modules/module-protocol-pulse/pulse-server.c, up to 1.6).
package struct Loudness: Equatable, Sendable {
  /// The volume in percent, 0–150.
  package let percent: Int

  /// Creates a volume; a value outside the range is clamped.
  package init(percent: Int) {
    self.percent = min(max(percent, 0), Self.maxPercent)
  }

  package static let full = Loudness(percent: 100)
  /// The maximum volume in percent.
  ///
  /// At this volume, the loudest built-in sound stays below full scale (`Tone.level`).
  static let maxPercent = 150

  /// The factor of the samples.
  ///
  /// PulseAudio's sliders are cubic: the amplitude is the cube of the slider's fraction (`pa_sw_volume_to_linear`,
  /// src/pulse/volume.c; after https://www.robotplanet.dk/audio/audio_gui_design). For example, 50 % is -18.06 dB.
  ///
  /// Above 100 %, the amplitude is proportional to the percentage, so that sounds do not clip: 150 % is 3.52 dB.
  package var factor: Double {
    let fraction = Double(percent) / 100
    return fraction > 1 ? fraction : fraction * fraction * fraction
  }

  /// The volume of sounds in a workout with spoken words: 6 dB lower.
  ///
  /// At their full volume, the built-in sounds are 6 dB louder than the default voice of espeak-ng, measured with the
  /// weighting of ITU-R BS.1770. A louder voice would be distorted.
  package var besideVoice: Loudness { Loudness(percent: Int((cbrt(factor / 2) * 100).rounded())) }
}
