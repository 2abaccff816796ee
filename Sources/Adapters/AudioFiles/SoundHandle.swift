import CSndfile

/// An open sound file (a `SNDFILE` of libsndfile) and its bytes.
///
/// `@safe`: only this object closes the file, and `file` is nil afterwards.
@safe
final class SoundHandle {
  let library: Sndfile
  let bytes: SoundBytes
  private var file: OpaquePointer?

  /// Opens the file; the corresponding C function is `sf_open_virtual(3)`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to read or write.
  ///   - mode: `SFM_READ` or `SFM_WRITE`.
  ///   - info: For writing, the format of the file; for reading, receives the format of the file.
  /// - Throws: `noLibrary`, or the reason why the file cannot be opened.
  init(_ bytes: SoundBytes, mode: Int, info: inout SF_INFO) throws(SoundFileError) {
    library = try SoundFileError.load(Sndfile.init)
    self.bytes = bytes
    var callbacks = SoundBytes.callbacks
    // The library copies the callbacks. This object owns `bytes` and closes the file, so `bytes` outlives the open
    // file.
    unsafe file = library.openVirtual(
      &callbacks, CInt(mode), &info, Unmanaged.passUnretained(bytes).toOpaque())
    guard unsafe file != nil else { throw failure }
  }

  deinit {
    close()
  }

  /// Writes the remaining data and closes the file; the corresponding C function is `sf_close(3)`.
  func close() {
    guard let file = unsafe file else { return }
    _ = unsafe library.close(file)
    unsafe self.file = nil
  }

  /// Runs a command with a number; the corresponding C function is `sf_command(3)`.
  func command(_ command: Int, _ value: Double) {
    var value = value
    // `value` outlives the call, and the size that is passed is the size of `value`.
    _ = unsafe library.command(file, CInt(command), &value, CInt(MemoryLayout<Double>.size))
  }

  /// Sets a tag, before any samples are written; the corresponding C function is `sf_set_string(3)`.
  func set(_ tag: Int, _ text: String) {
    // The result is ignored, because some formats do not have this tag. The library copies the text.
    _ = unsafe library.setString(file, CInt(tag), text)
  }

  /// Moves back to the beginning of the file; the corresponding C function is `sf_seek(3)`.
  func rewind() throws(SoundFileError) {
    guard unsafe library.seek(file, 0, CInt(SF_SEEK_SET)) == 0 else { throw failure }
  }

  /// Reads frames into a buffer of interleaved samples, and returns the number of frames read.
  ///
  /// The corresponding C function is `sf_readf_float(3)`.
  func read(into buffer: UnsafeMutableBufferPointer<Float>, frames: Int) throws(SoundFileError) -> Int {
    let count = unsafe Int(library.readFloats(file, buffer.baseAddress, sf_count_t(frames)))
    guard bytes.errno == nil, unsafe library.error(file) == CInt(SF_ERR_NO_ERROR) else { throw failure }
    return count
  }

  /// Writes frames of interleaved samples; the corresponding C function is `sf_writef_float(3)`.
  func write(_ buffer: UnsafeBufferPointer<Float>, frames: Int) throws(SoundFileError) {
    let count = unsafe library.writeFloats(file, buffer.baseAddress, sf_count_t(frames))
    guard count == sf_count_t(frames), bytes.errno == nil else { throw failure }
  }

  /// The error of the last call; the corresponding C functions are `sf_error(3)` and `sf_strerror(3)`.
  private var failure: SoundFileError {
    if let errno = bytes.errno { return .system(errno) }
    guard unsafe library.error(file) != CInt(SF_ERR_UNRECOGNISED_FORMAT) else { return .unknownFormat }
    // The library owns the message, which is copied.
    let message = unsafe library.strerror(file).map { unsafe String(cString: $0) } ?? ""
    guard unsafe library.error(file) != CInt(SF_ERR_NO_ERROR) else { return .refused("libsndfile stopped halfway") }
    return .refused(message.last == "." ? String(message.dropLast()) : message)
  }
}
