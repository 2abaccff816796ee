import CSndfile

/// The functions of libsamplerate, by their names there less `src_`.
///
/// `@safe`: they stay loaded.
@safe struct Samplerate {
  let new: csndfile_src_new
  let delete: csndfile_src_delete
  let process: csndfile_src_process
  let strerror: csndfile_src_strerror

  /// Loads the library; again it costs nothing.
  init() throws(SoundFileError) {
    let library = try SharedLibrary.samplerate.load()
    unsafe new = try library.function("src_new", as: csndfile_src_new.self)
    unsafe delete = try library.function("src_delete", as: csndfile_src_delete.self)
    unsafe process = try library.function("src_process", as: csndfile_src_process.self)
    unsafe strerror = try library.function("src_strerror", as: csndfile_src_strerror.self)
  }
}
