// What the thread sanitizer must be told, since libraries that are not instrumented do it: who hands over to whom.
//
// `.ci/sanitize` links this into all programs that it builds for the sanitizer. Each function stands in for one of a
// library, for those alone that it is linked with, calls it, and says that it acquires or releases. So nothing need be
// suppressed, and what is touched without its lock is still found.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// Not for the libraries, which call them too: GLib's own sources have callbacks of other types.
#define STANDS_IN __attribute__((visibility("hidden")))

static void *original(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) abort();
  return function;
}

// Synchronization.Mutex. One that is free is taken by an atomic instruction in the caller's own code, which the
// sanitizer sees; one that is not, by these two in libswiftSynchronization.so. The handle is Swift's self.

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *handle

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

STANDS_IN SWIFT void lock_slow(uint32_t state, SELF) __asm__(LOCK_SLOW);
SWIFT void lock_slow(uint32_t state, SELF) {
  ((SWIFT void (*)(uint32_t, SELF))original(LOCK_SLOW))(state, handle);
  __tsan_acquire(handle);
}

STANDS_IN SWIFT void unlock_slow(SELF) __asm__(UNLOCK_SLOW);
SWIFT void unlock_slow(SELF) {
  __tsan_release(handle);
  ((SWIFT void (*)(SELF))original(UNLOCK_SLOW))(handle);
}

// swift_continuation_await. A task whose continuation was resumed before it came to wait for it goes on at once, and the
// runtime, which said that the resumption released the task, does not say that this acquires it.

#define TASK __attribute__((swiftasynccall))

void *swift_task_getCurrent(void);

STANDS_IN TASK void swift_continuation_await(void *context) {
  __tsan_acquire(swift_task_getCurrent());
  __attribute__((musttail)) return ((TASK void (*)(void *))original("swift_continuation_await"))(context);
}

// g_source_set_callback. A lock of GLib's own hands what is attached on one thread to the thread of the main context.

struct callback {
  int (*function)(void *);
  void *data;
  void (*destroy)(void *);
};

static int call(void *box) {
  __tsan_acquire(box);
  struct callback *callback = box;
  int stays = callback->function(callback->data);
  __tsan_release(box);
  return stays;
}

static void destroy(void *box) {
  __tsan_acquire(box);
  struct callback *callback = box;
  if (callback->destroy) callback->destroy(callback->data);
  free(callback);
}

STANDS_IN void g_source_set_callback(
    void *source, int (*function)(void *), void *data, void (*destroyed)(void *)) {
  struct callback *callback = malloc(sizeof *callback);
  if (!callback) abort();
  *callback = (struct callback){function, data, destroyed};
  __tsan_release(callback);
  void (*set)(void *, int (*)(void *), void *, void (*)(void *)) = original("g_source_set_callback");
  set(source, call, callback, destroy);
}
