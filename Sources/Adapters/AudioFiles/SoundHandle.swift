import CSndfile

/// An open sound file: a `SNDFILE`, with the bytes that it stands on.
///
/// `@safe`: the pointer lives as long as the object.
@safe
final class SoundHandle {
  let library: Sndfile
  let bytes: SoundBytes
  private var file: OpaquePointer?

  /// Opens it: sf_open_virtual(3).
  ///
  /// - Parameters:
  ///   - bytes: what it is read from or written to.
  ///   - mode: SFM_READ or SFM_WRITE.
  ///   - info: what is to be written; what there is to be read.
  /// - Throws: `noLibrary`, and why it cannot be opened.
  init(_ bytes: SoundBytes, mode: Int, info: inout SF_INFO) throws(SoundFileError) {
    library = try Sndfile()
    self.bytes = bytes
    var callbacks = SoundBytes.callbacks
    // The library copies the callbacks, and the bytes outlive the file, which this object closes.
    unsafe file = library.openVirtual(
      &callbacks, CInt(mode), &info, Unmanaged.passUnretained(bytes).toOpaque())
    guard unsafe file != nil else { throw failure }
  }

  deinit {
    close()
  }

  /// Closes it, whereby the rest is written: sf_close(3).
  func close() {
    guard let file = unsafe file else { return }
    _ = unsafe library.close(file)
    unsafe self.file = nil
  }

  /// Sets a value of a command, or asks for one: sf_command(3).
  func command(_ command: Int, _ value: Double) {
    var value = value
    // The variable outlives the call, and has the size that is told.
    _ = unsafe library.command(file, CInt(command), &value, CInt(MemoryLayout<Double>.size))
  }

  /// Writes a tag, before any sound: sf_set_string(3).
  func set(_ tag: Int, _ text: String) {
    // A format without such a tag is none the worse. The text is copied.
    _ = unsafe library.setString(file, CInt(tag), text)
  }

  /// Goes back to the beginning: sf_seek(3).
  func rewind() throws(SoundFileError) {
    guard unsafe library.seek(file, 0, CInt(SF_SEEK_SET)) == 0 else { throw failure }
  }

  /// Reads frames into a buffer of interleaved samples, and says how many there were: sf_readf_float(3).
  func read(into buffer: UnsafeMutableBufferPointer<Float>, frames: Int) throws(SoundFileError) -> Int {
    let count = unsafe Int(library.readFloats(file, buffer.baseAddress, sf_count_t(frames)))
    guard bytes.errno == nil, unsafe library.error(file) == CInt(SF_ERR_NO_ERROR) else { throw failure }
    return count
  }

  /// Writes frames of interleaved samples: sf_writef_float(3).
  func write(_ buffer: UnsafeBufferPointer<Float>, frames: Int) throws(SoundFileError) {
    let count = unsafe library.writeFloats(file, buffer.baseAddress, sf_count_t(frames))
    guard count == sf_count_t(frames), bytes.errno == nil else { throw failure }
  }

  /// Why the last call failed: sf_error(3), sf_strerror(3).
  private var failure: SoundFileError {
    if let errno = bytes.errno { return .system(errno) }
    guard unsafe library.error(file) != CInt(SF_ERR_UNRECOGNISED_FORMAT) else { return .unknownFormat }
    // The words are the library's, and are copied.
    let words = unsafe library.strerror(file).map { unsafe String(cString: $0) } ?? ""
    guard unsafe library.error(file) != CInt(SF_ERR_NO_ERROR) else { return .refused("libsndfile stopped halfway") }
    return .refused(words.last == "." ? String(words.dropLast()) : words)
  }
}
