import TerminalUI
import WorkoutModel

/// The colours of the kinds of intervals: the same in a terminal, in SVG pictures and in the icons.
///
/// No colour has a contrast of 4.5:1 with both black and Solarized light (#fdf6e3); the maximum for both is 4.4:1. Each
/// kind therefore has a shade for dark backgrounds, which the icons use, and a shade for light backgrounds. Both have a
/// contrast of at least 4.5:1, even in a palette of 256 colours. On an unknown background, texts have the terminal's own
/// colours, and bars have a medium shade, whose contrast is at least 3.5:1. The kinds differ in all these shades, even in
/// a palette of 256 colours.
extension Kind {
  /// The colour of this kind.
  var ink: Ink {
    switch self {
    case .warmup: Ink(onDark: 0xffb545, onLight: 0x875f00, onUnknown: 0xa06800)
    case .run: Ink(onDark: 0xff7a45, onLight: 0xa82e08, onUnknown: 0xc44c1b)
    case .jog: Ink(onDark: 0xffa27a, onLight: 0x8a5548, onUnknown: 0xa8604d)
    case .work: Ink(onDark: 0xff8f2e, onLight: 0x8a2c10, onUnknown: 0xde2d06)
    case .sprint: Ink(onDark: 0xff4f64, onLight: 0xac1050, onUnknown: 0xde2242)
    case .walk: Ink(onDark: 0x4fd1c5, onLight: 0x006b62, onUnknown: 0x158076)
    case .rest: Ink(onDark: 0x8fa8ff, onLight: 0x4059c8, onUnknown: 0x4e6cd3)
    case .recover: Ink(onDark: 0x86c5d8, onLight: 0x1f657f, onUnknown: 0x4d7985)
    case .cooldown: Ink(onDark: 0x6cc0ff, onLight: 0x005faf, onUnknown: 0x2077b6)
    case .interval: Ink(onDark: 0xa3abbd, onLight: 0x5c6475, onUnknown: 0x6a7387)
    }
  }

  /// The look of texts and digits about an interval of this kind; nil for an interval without a kind.
  var look: Style.Look? {
    self == .interval ? nil : Style.Look(isBold: effort == .fast, ink: ink)
  }

  /// The look of a bar for an interval of this kind.
  var barLook: Style.Look { Style.Look(ink: ink, fallback: .shade) }

  /// The look of a bar for an interval of this kind that is over: dim on a dark background, and pale on a light one.
  ///
  /// On an unknown background, this look is the same as `barLook`, and the bar has other characters.
  var finishedBarLook: Style.Look { Style.Look(ink: ink.receding, fallback: .shade) }
}
