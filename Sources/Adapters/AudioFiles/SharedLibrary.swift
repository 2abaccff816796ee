import Glibc

/// A library that is loaded when it is needed, and stays.
package enum SharedLibrary: String, Sendable {
  case sndfile = "libsndfile.so.1"
  case samplerate = "libsamplerate.so.0"

  /// The Debian package that it is in.
  package var package: String {
    switch self {
    case .sndfile: "libsndfile1"
    case .samplerate: "libsamplerate0"
    }
  }

  /// Loads it: dlopen(3).
  func load() throws(SoundFileError) -> Handle {
    // The name is a C string for as long as the call lasts.
    guard let handle = unsafe dlopen(rawValue, RTLD_NOW | RTLD_LOCAL) else { throw failure }
    return unsafe Handle(library: self, handle: handle)
  }

  /// What went wrong last: dlerror(3).
  fileprivate var failure: SoundFileError {
    // The words are the C library's, and are copied before it says others.
    .noLibrary(self, unsafe dlerror().map { unsafe String(cString: $0) } ?? "")
  }

  /// A library that was loaded.
  ///
  /// `@safe`: it is never closed, so the handle outlives every use.
  @safe struct Handle {
    let library: SharedLibrary
    private let handle: UnsafeMutableRawPointer

    fileprivate init(library: SharedLibrary, handle: UnsafeMutableRawPointer) {
      self.library = library
      unsafe self.handle = unsafe handle
    }

    /// Finds a function, which must be of the type that the library's header gives it: dlsym(3).
    func function<Function>(_ name: String, as type: Function.Type) throws(SoundFileError) -> Function {
      guard let address = unsafe dlsym(handle, name) else { throw library.failure }
      // An address of a function is a pointer to it, and its type is the header's.
      return unsafe unsafeBitCast(address, to: type)
    }
  }
}
