import Glibc

/// How loud sounds are played, as sliders have it.
package struct Loudness: Equatable, Sendable {
  /// 0...100; what is beyond is taken for the nearest.
  package var percent: Int

  package init(percent: Int) {
    self.percent = percent
  }

  static let full = Loudness(percent: 100)

  /// Too soft for a single bit, yet no mute, which a server might take for nothing to play.
  static let inaudibleGain = -110.0

  /// The gain in decibels; nil at full, where the person's own setting for event sounds, which any other gain would
  /// replace, counts.
  ///
  /// PulseAudio's sliders are cubic: the amplitude is the cube of the slider's part, so the gain is 60 log10 of it
  /// (`pa_sw_volume_to_linear`, src/pulse/volume.c; after https://www.robotplanet.dk/audio/audio_gui_design). So 50 %
  /// is -18.06 dB.
  package var gain: Double? {
    switch percent {
    case 100...: nil
    case ...0: Self.inaudibleGain
    default: 60 * log10(Double(percent) / 100)
    }
  }
}
