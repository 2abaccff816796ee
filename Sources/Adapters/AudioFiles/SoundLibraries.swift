import CSndfile
import DynamicLibraries

extension SharedLibrary {
  static let sndfile = SharedLibrary(name: "libsndfile.so.1", package: "libsndfile1")
  static let samplerate = SharedLibrary(name: "libsamplerate.so.0", package: "libsamplerate0")
}

extension SoundFileError {
  /// Loads the functions of a library, and converts the error.
  static func load<Functions>(
    _ functions: () throws(LibraryError) -> Functions
  ) throws(SoundFileError) -> Functions {
    do {
      return try functions()
    } catch {
      throw .noLibrary(error)
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
  init() throws(LibraryError) {
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
  init() throws(LibraryError) {
    let library = try SharedLibrary.samplerate.load()
    unsafe new = try library.function("src_new", as: csndfile_src_new.self)
    unsafe delete = try library.function("src_delete", as: csndfile_src_delete.self)
    unsafe process = try library.function("src_process", as: csndfile_src_process.self)
    unsafe strerror = try library.function("src_strerror", as: csndfile_src_strerror.self)
  }
}
