package import SystemPackage

/// Why a sound file cannot be read or written.
package enum SoundFileError: Error, Equatable {
  /// A library is not there, or cannot be loaded: the words are those of dlerror(3).
  case noLibrary(SharedLibrary, String)
  /// Reading or writing its bytes fails.
  case system(Errno)
  /// It is no sound that libsndfile knows.
  case unknownFormat
  /// The library will not go on, for a reason in its own words.
  case refused(String)
  /// It has more channels than there are ears.
  case tooManyChannels(Int)
  /// So many samples a second as no sound has that is listened to.
  case strangeRate(Int)
  /// It is too short for being repeated.
  case tooShort
}
