import CLinux
import Glibc

/// A signal that ends a wait on another thread: an eventfd(2).
package final class WakeSignal: Sendable {
  /// The descriptor, which is readable while the signal is set; -1 if no descriptor is free.
  package let descriptor: CInt

  package init() {
    descriptor = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
  }

  deinit {
    close(descriptor)
  }

  /// Sets the signal, unless it is set.
  package func set() {
    // The write fails if the counter is full, but the descriptor of a full counter is readable too.
    _ = eventfd_write(descriptor, 1)
  }

  package func clear() {
    var count: eventfd_t = 0
    // `count` outlives the call.
    _ = unsafe eventfd_read(descriptor, &count)
  }

  /// Blocks the thread until the signal is set or the limit has passed; returns whether the signal is set.
  ///
  /// The corresponding C function is poll(2).
  @discardableResult package func wait(for limit: Duration) -> Bool {
    var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // `file` outlives the call, and is one element.
    return unsafe poll(&file, 1, limit.inTimeoutMilliseconds()) > 0
  }
}
