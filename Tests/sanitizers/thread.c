// Reports the synchronization in libraries without instrumentation to the thread sanitizer.
//
// `.ci/sanitize` links this file into all programs that it builds for the sanitizer. Each function in this file
// replaces a library function, but only in calls from the program itself. The function calls the library function, and
// reports to the sanitizer that an object is acquired or released. Therefore no report has to be suppressed, and an
// access without the lock is still found.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// The replacements are hidden from the libraries, because GLib passes callbacks of other types for its own sources.
#define REPLACEMENT __attribute__((visibility("hidden")))

static void *original(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) abort();
  return function;
}

// Synchronization.Mutex. A free mutex is locked by an atomic instruction in the caller's code, which is instrumented. A
// contended mutex is locked and unlocked by these functions in libswiftSynchronization.so. The handle is
// Swift's self.

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *handle

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

REPLACEMENT SWIFT void lock_slow(uint32_t state, SELF) __asm__(LOCK_SLOW);
SWIFT void lock_slow(uint32_t state, SELF) {
  ((SWIFT void (*)(uint32_t, SELF))original(LOCK_SLOW))(state, handle);
  __tsan_acquire(handle);
}

REPLACEMENT SWIFT void unlock_slow(SELF) __asm__(UNLOCK_SLOW);
SWIFT void unlock_slow(SELF) {
  __tsan_release(handle);
  ((SWIFT void (*)(SELF))original(UNLOCK_SLOW))(handle);
}

// swift_continuation_await. If the continuation was resumed before the task awaits it, the task continues at once. The
// runtime reports that the resumption releases the task, but not that this function acquires the task.

#define TASK __attribute__((swiftasynccall))

void *swift_task_getCurrent(void);

REPLACEMENT TASK void swift_continuation_await(void *context) {
  __tsan_acquire(swift_task_getCurrent());
  __attribute__((musttail)) return ((TASK void (*)(void *))original("swift_continuation_await"))(context);
}

// g_source_set_callback. A lock inside GLib passes a source from the thread that attaches it to the thread of the main
// context.

struct callback {
  int (*function)(void *);
  void *data;
  void (*destroy)(void *);
};

static int call(void *box) {
  __tsan_acquire(box);
  struct callback *callback = box;
  int result = callback->function(callback->data);
  __tsan_release(box);
  return result;
}

static void destroy(void *box) {
  __tsan_acquire(box);
  struct callback *callback = box;
  if (callback->destroy) callback->destroy(callback->data);
  free(callback);
}

REPLACEMENT void g_source_set_callback(
    void *source, int (*function)(void *), void *data, void (*destroyed)(void *)) {
  struct callback *callback = malloc(sizeof *callback);
  if (!callback) abort();
  *callback = (struct callback){function, data, destroyed};
  __tsan_release(callback);
  void (*set)(void *, int (*)(void *), void *, void (*)(void *)) = original("g_source_set_callback");
  set(source, call, callback, destroy);
}
