import CLibnotify
import Glibc

/// The descriptors that GLib takes to connect, and for each call that waits for its answer.
///
/// Where it gets none, GLib ends the process: g_main_context_new. So it is asked to do neither unless there are some.
enum SpareDescriptors {
  /// More than a call takes, as other threads take some meanwhile.
  private static let count = 4

  /// Whether there are enough: eventfd(2), the cheapest there is, as each cue asks.
  static var areThere: Bool {
    let taken = (0..<count).map { _ in eventfd(0, CInt(EFD_CLOEXEC)) }
    for descriptor in taken where descriptor >= 0 { close(descriptor) }
    return taken.allSatisfy { $0 >= 0 }
  }
}
