import CSystemd
import Glibc

/// Tells when the wall clock is set, or goes on after a sleep in which the clock of deadlines stood still: a timer far
/// ahead, which the kernel cancels at that moment.
///
/// In `timerfd_settime(2)` it is the discontinuous change of `TFD_TIMER_CANCEL_ON_SET`; that a sleep is one is in the
/// kernel's fs/timerfd.c. The timer stays set, and never wakes anybody by itself.
struct ClockChangeTimer: ~Copyable {
  /// Below zero where the system has none left, and then no jump is told.
  let descriptor: CInt

  init() {
    descriptor = timerfd_create(CLOCK_REALTIME, CInt(TFD_NONBLOCK) | CInt(TFD_CLOEXEC))
    var setting = itimerspec()
    setting.it_value.tv_sec = 1 << 40
    // The variable outlives the call, and nothing is asked back.
    _ = unsafe timerfd_settime(descriptor, CInt(TFD_TIMER_ABSTIME) | CInt(TFD_TIMER_CANCEL_ON_SET), &setting, nil)
  }

  deinit {
    // That there was none to begin with is no harm.
    close(descriptor)
  }

  /// Whether there was a jump since this was asked last.
  func take() -> Bool {
    var count: UInt64 = 0
    // The variable has the eight bytes that are read.
    return unsafe read(descriptor, &count, 8) < 0 && errno == ECANCELED
  }
}
