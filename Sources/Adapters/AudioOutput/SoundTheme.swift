import UserFiles

/// The sound theme of libcanberra, `freedesktop`, in which names of sounds are looked up.
///
/// libcanberra looks up each sound itself, but does not return the path of the file. Source: Sound Theme Specification
/// 0.8, "Sound Lookup". Without a desktop's library, libcanberra always uses this theme
/// (`ca_lookup_sound`, src/sound-theme-spec.c).
struct SoundTheme: Sendable {
  let folders: XDGFolders

  /// Returns the path of the file of a sound; nil if the theme does not have the sound.
  ///
  /// If the whole name is not found, the name is looked up without its last part: `bell-window` has the sound `bell`.
  func path(of name: String) -> String? {
    var name = Substring(name)
    while !name.isEmpty {
      for folder in [folders.dataHome] + folders.dataDirs {
        for place in Self.places {
          for type in Self.types {
            let path = "\(folder)/sounds/\(place)\(name)\(type)"
            if SystemCalls.canAccess(path, for: .read) { return path }
          }
        }
      }
      name = name.lastIndex(of: "-").map { name[..<$0] } ?? ""
    }
    return nil
  }

  /// The theme's folder for two channels, the theme itself, and sounds that belong to no theme.
  private static let places = ["freedesktop/stereo/", "freedesktop/", ""]
  private static let types = [".oga", ".ogg", ".wav"]
}
