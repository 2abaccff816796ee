import CCanberra
import Concurrency

/// A connection to the sound server: a `ca_context` of libcanberra.
///
/// Every call may wait for the server.
///
/// `@safe`: this value owns the C object, so the pointer is valid as long as this value exists.
@safe
struct CanberraContext: ~Copyable {
  private let context: OpaquePointer

  /// Connects to the server.
  ///
  /// The corresponding C functions are `ca_context_create`, `ca_context_change_props_full` and `ca_context_open`.
  static func open(applicationName: String, desktopEntry: String) throws(SoundFailure) -> CanberraContext {
    var created: OpaquePointer?
    try unsafe check(ca_context_create(&created))
    guard let created = unsafe created else { throw SoundFailure(.failed, context: "ca_context_create") }
    let context = unsafe CanberraContext(owning: created)
    let properties = try CanberraProperties.make([
      CA_PROP_APPLICATION_NAME: applicationName,
      CA_PROP_APPLICATION_ID: SoundSource.applicationID,
      CA_PROP_APPLICATION_ICON_NAME: desktopEntry,
    ])
    try unsafe check(ca_context_change_props_full(context.context, properties.list))
    try unsafe check(ca_context_open(context.context))
    return context
  }

  private init(owning context: OpaquePointer) {
    unsafe self.context = unsafe context
  }

  deinit {
    // `ca_context_destroy` calls the handler of each sound that has not ended.
    unsafe ca_context_destroy(context)
  }

  /// Uploads a sound to the cache of the sound server.
  ///
  /// The corresponding C function is `ca_context_cache_full`.
  func cache(_ properties: [String: String]) throws(SoundFailure) {
    let properties = try CanberraProperties.make(properties)
    try unsafe Self.check(ca_context_cache_full(context, properties.list))
  }

  /// Starts a sound without waiting for its end.
  ///
  /// If the sound was started, `ended` is called once, on a thread of libcanberra. `ended` must not call libcanberra.
  /// The corresponding C function is `ca_context_play_full`.
  func play(_ properties: [String: String], ended: @escaping @Sendable (SoundOutcome) -> Void) throws(SoundFailure) {
    let properties = try CanberraProperties.make(properties)
    let box = unsafe Unmanaged.passRetained(SoundEndHandler(ended))
    let status = unsafe ca_context_play_full(
      context, 0, properties.list,
      { _, _, status, data in
        guard let data = unsafe data else { return }
        // libcanberra calls the callback once for each sound that was started, so the callback releases the box.
        unsafe Unmanaged<SoundEndHandler>.fromOpaque(data).takeRetainedValue().body(SoundOutcome(status: status))
      }, box.toOpaque())
    if let failure = SoundFailure(status: status) {
      unsafe box.release()
      throw failure
    }
  }

  fileprivate static func check(_ status: Int32) throws(SoundFailure) {
    if let failure = SoundFailure(status: status) { throw failure }
  }
}

/// The properties of a context or a sound: a `ca_proplist` of libcanberra.
///
/// `@safe`: this value owns the C object, so the pointer is valid as long as this value exists.
@safe
private struct CanberraProperties: ~Copyable {
  let list: OpaquePointer

  /// Creates a list of properties.
  ///
  /// The corresponding C functions are `ca_proplist_create` and `ca_proplist_sets`.
  static func make(_ properties: [String: String]) throws(SoundFailure) -> CanberraProperties {
    var created: OpaquePointer?
    try unsafe CanberraContext.check(ca_proplist_create(&created))
    guard let created = unsafe created else { throw SoundFailure(.failed, context: "ca_proplist_create") }
    let made = unsafe CanberraProperties(owning: created)
    for (key, value) in properties {
      try unsafe CanberraContext.check(ca_proplist_sets(made.list, key, value))
    }
    return made
  }

  private init(owning list: OpaquePointer) {
    unsafe self.list = unsafe list
  }

  deinit {
    unsafe ca_proplist_destroy(list)
  }
}

/// A box that C code can retain, with the handler that is called at the end of a sound.
private final class SoundEndHandler: Sendable {
  let body: @Sendable (SoundOutcome) -> Void

  init(_ body: @escaping @Sendable (SoundOutcome) -> Void) {
    self.body = body
  }
}

/// The outcome of a sound that was started.
enum SoundOutcome: Sendable {
  case played
  /// The connection was closed during the sound.
  case cutShort
  case failed(SoundFailure)
}

extension SoundOutcome {
  fileprivate init(status: Int32) {
    self =
      switch Int(status) {
      case CA_ERROR_CANCELED, CA_ERROR_DESTROYED: .cutShort
      default: SoundFailure(status: status).map(SoundOutcome.failed) ?? .played
      }
  }
}

extension SoundFailure {
  /// Converts a status of libcanberra; nil for success.
  ///
  /// The corresponding C function is `ca_strerror`.
  fileprivate init?(status: Int32) {
    let code: Code
    switch Int(status) {
    case CA_SUCCESS: return nil
    // libcanberra reports a lost connection as an I/O error. After that, libcanberra reports a state error until
    // the server is available again.
    case CA_ERROR_NODRIVER, CA_ERROR_NOTAVAILABLE, CA_ERROR_DISCONNECTED, CA_ERROR_DESTROYED, CA_ERROR_ACCESS,
      CA_ERROR_IO, CA_ERROR_STATE:
      code = .noOutput
    case CA_ERROR_NOTFOUND: code = .noSuchSound
    case CA_ERROR_SYSTEM, CA_ERROR_CORRUPT, CA_ERROR_TOOBIG, CA_ERROR_NOTSUPPORTED, CA_ERROR_INVALID:
      code = .unreadable
    default: code = .failed
    }
    let words = unsafe ca_strerror(status).map { unsafe String(cString: $0) }
    self.init(code, context: words ?? "status \(status)")
  }
}
