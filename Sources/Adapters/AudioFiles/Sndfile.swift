import CSndfile

/// The functions of libsndfile, by their names there less `sf_`.
///
/// `@safe`: they stay loaded.
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

  /// Loads the library; again it costs nothing.
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
