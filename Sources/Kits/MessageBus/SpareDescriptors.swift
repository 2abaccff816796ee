import CLinux
import Glibc

/// The descriptors that GLib takes for connecting and for each blocking call.
///
/// GLib ends the process if it gets none (g_main_context_new(3)), so neither is attempted without spare ones.
package enum SpareDescriptors {
  /// More than a call takes, because other threads take some meanwhile.
  private static let count = 4

  /// Whether there are enough: eventfd(2), the cheapest kind, because each cue checks this.
  package static var exist: Bool {
    let taken = (0..<count).map { _ in eventfd(0, CInt(EFD_CLOEXEC)) }
    for descriptor in taken where descriptor >= 0 { close(descriptor) }
    return taken.allSatisfy { $0 >= 0 }
  }
}
