import CLinux
import Glibc
import MessageBus

/// Reports when the wall clock is set, and when the machine resumes from a suspend: a timer in the far future, which the
/// kernel cancels at that moment.
///
/// `timerfd_settime(2)` describes the cancelling as a discontinuous change of the clock (`TFD_TIMER_CANCEL_ON_SET`); a
/// suspend is one according to the kernel's fs/timerfd.c. The timer itself never wakes the process.
final class ClockChangeTimer {
  /// Negative if the process has no free descriptor; then no change is reported.
  private let descriptor: CInt
  private var source: GLibSource?

  /// Starts the timer; `changed` is called on the GLib thread.
  init(on thread: GLibThread, changed: @escaping () -> Void) {
    let descriptor = timerfd_create(CLOCK_REALTIME, CInt(TFD_NONBLOCK) | CInt(TFD_CLOEXEC))
    self.descriptor = descriptor
    guard descriptor >= 0 else { return }
    var setting = itimerspec()
    setting.it_value.tv_sec = 1 << 40
    // The variable outlives the call, and no previous setting is requested.
    _ = unsafe timerfd_settime(descriptor, CInt(TFD_TIMER_ABSTIME) | CInt(TFD_TIMER_CANCEL_ON_SET), &setting, nil)
    source = thread.whenReadable(descriptor) {
      var count: UInt64 = 0
      // The variable has the eight bytes that are read.
      if unsafe read(descriptor, &count, 8) < 0, errno == ECANCELED { changed() }
    }
  }

  deinit {
    source = nil
    if descriptor >= 0 { close(descriptor) }
  }
}
