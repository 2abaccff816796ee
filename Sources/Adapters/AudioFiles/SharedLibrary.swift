import CSndfile
import Glibc

/// A shared library that is loaded at its first use and stays loaded.
package enum SharedLibrary: String, Sendable {
  case pulse = "libpulse.so.0"
  case sndfile = "libsndfile.so.1"
  case samplerate = "libsamplerate.so.0"

  /// The Debian package that contains the library.
  package var package: String {
    switch self {
    case .pulse: "libpulse0"
    case .sndfile: "libsndfile1"
    case .samplerate: "libsamplerate0"
    }
  }

  /// Loads the library; the corresponding C function is `dlopen(3)`.
  package func load() throws(SoundFileError) -> Handle {
    // The name's C string outlives the call of `dlopen`.
    guard let handle = unsafe dlopen(rawValue, RTLD_NOW | RTLD_LOCAL) else { throw failure }
    return unsafe Handle(library: self, handle: handle)
  }

  /// The latest error; the corresponding C function is `dlerror(3)`.
  fileprivate var failure: SoundFileError {
    // The C library owns the message, which is copied before another call replaces it.
    .noLibrary(self, unsafe dlerror().map { unsafe String(cString: $0) } ?? "")
  }

  /// A loaded library.
  ///
  /// `@safe`: the library is never closed, so the handle is always valid.
  @safe package struct Handle {
    let library: SharedLibrary
    private let handle: UnsafeMutableRawPointer

    fileprivate init(library: SharedLibrary, handle: UnsafeMutableRawPointer) {
      self.library = library
      unsafe self.handle = unsafe handle
    }

    /// Returns a function; `type` must be the type that the library's header declares.
    ///
    /// The corresponding C function is `dlsym(3)`.
    package func function<Function>(_ name: String, as type: Function.Type) throws(SoundFileError) -> Function {
      guard let address = unsafe dlsym(handle, name) else { throw library.failure }
      // `address` points to the function, and `type` is the type that the library's header declares.
      return unsafe unsafeBitCast(address, to: type)
    }
  }
}

/// The functions of libsndfile; their names here lack the prefix `sf_`.
///
/// `@safe`: the library stays loaded, so the function pointers are always valid.
@safe struct Sndfile {
  let openVirtual: csndfile_open_virtual
  let close: csndfile_close
  let error: csndfile_error
  let strerror: csndfile_strerror
  let command: csndfile_command
  let setString: csndfile_set_string
  let seek: csndfile_seek
  let readFloats: csndfile_readf_float
  let writeFloats: csndfile_writef_float

  /// Loads the library, unless the library is already loaded.
  init() throws(SoundFileError) {
    let library = try SharedLibrary.sndfile.load()
    unsafe openVirtual = try library.function("sf_open_virtual", as: csndfile_open_virtual.self)
    unsafe close = try library.function("sf_close", as: csndfile_close.self)
    unsafe error = try library.function("sf_error", as: csndfile_error.self)
    unsafe strerror = try library.function("sf_strerror", as: csndfile_strerror.self)
    unsafe command = try library.function("sf_command", as: csndfile_command.self)
    unsafe setString = try library.function("sf_set_string", as: csndfile_set_string.self)
    unsafe seek = try library.function("sf_seek", as: csndfile_seek.self)
    unsafe readFloats = try library.function("sf_readf_float", as: csndfile_readf_float.self)
    unsafe writeFloats = try library.function("sf_writef_float", as: csndfile_writef_float.self)
  }
}

/// The functions of libsamplerate; their names here lack the prefix `src_`.
///
/// `@safe`: the library stays loaded, so the function pointers are always valid.
@safe struct Samplerate {
  let new: csndfile_src_new
  let delete: csndfile_src_delete
  let process: csndfile_src_process
  let strerror: csndfile_src_strerror

  /// Loads the library, unless the library is already loaded.
  init() throws(SoundFileError) {
    let library = try SharedLibrary.samplerate.load()
    unsafe new = try library.function("src_new", as: csndfile_src_new.self)
    unsafe delete = try library.function("src_delete", as: csndfile_src_delete.self)
    unsafe process = try library.function("src_process", as: csndfile_src_process.self)
    unsafe strerror = try library.function("src_strerror", as: csndfile_src_strerror.self)
  }
}
