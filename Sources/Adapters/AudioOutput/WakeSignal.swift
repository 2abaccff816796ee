import CLinux
import Glibc

/// A signal that ends a wait in `poll(2)` on another thread: an eventfd(2).
final class WakeSignal: Sendable {
  /// The descriptor, which is readable while the signal is set; -1 if no descriptor is free.
  let descriptor: CInt

  init() {
    descriptor = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
  }

  deinit {
    close(descriptor)
  }

  func set() {
    _ = eventfd_write(descriptor, 1)
  }

  func clear() {
    var count: eventfd_t = 0
    // `count` outlives the call.
    _ = unsafe eventfd_read(descriptor, &count)
  }
}
