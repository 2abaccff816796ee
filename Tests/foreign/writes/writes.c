/* A preloaded library that makes changes of the files in one folder fail.
 *
 * The changes are counted from 1, in all threads. The change number WRITES_AT fails with the error WRITES_ERROR; with
 * WRITES_REPEAT=1, all later changes fail, too. If WRITES_ERROR is 0, the program is killed instead. A failing
 * write(2) writes the first half of its bytes before the error, as a disk does that becomes full. The file WRITES_COUNT
 * contains the number of changes so far, and the number of removals that have failed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int64_t *count;
static int64_t first;
static int error, repeats;
static char folder[PATH_MAX];

__attribute__((constructor)) static void start(void) {
  const char *file = getenv("WRITES_COUNT");
  if (!file || !getenv("WRITES_FOLDER")) return;
  strncpy(folder, getenv("WRITES_FOLDER"), sizeof folder - 1);
  first = atoll(getenv("WRITES_AT"));
  error = atoi(getenv("WRITES_ERROR"));
  repeats = atoi(getenv("WRITES_REPEAT"));
  int descriptor = syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC);
  void *memory = mmap(NULL, 2 * sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  syscall(SYS_close, descriptor);
  if (memory != MAP_FAILED) count = memory;
}

/* Whether a change of a path fails; the change is counted if the path is in the folder. */
static int fails(const char *path) {
  if (!count || strncmp(path, folder, strlen(folder))) return 0;
  int64_t number = __atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST);
  if (number != first && !(repeats && number > first && first > 0)) return 0;
  if (!error) raise(SIGKILL);
  errno = error;
  return 1;
}

static int fails_open(int descriptor) {
  char link[64], path[PATH_MAX] = "";
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  return length > 0 && fails(path);
}

static int open_at(int at, const char *path, int flags, mode_t mode) {
  if ((flags & (O_CREAT | O_WRONLY | O_RDWR)) && fails(path)) return -1;
  return syscall(SYS_openat, at, path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return open_at(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return open_at(AT_FDCWD, path, flags, mode);
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
  if (fails_open(descriptor)) {
    if (size > 1) syscall(SYS_write, descriptor, bytes, size / 2);
    errno = error;
    return -1;
  }
  return syscall(SYS_write, descriptor, bytes, size);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  return fails_open(descriptor) ? -1 : syscall(SYS_pwrite64, descriptor, bytes, size, offset);
}

int fsync(int descriptor) { return fails_open(descriptor) ? -1 : syscall(SYS_fsync, descriptor); }
int fdatasync(int descriptor) { return fails_open(descriptor) ? -1 : syscall(SYS_fdatasync, descriptor); }
int ftruncate(int descriptor, off_t size) {
  return fails_open(descriptor) ? -1 : syscall(SYS_ftruncate, descriptor, size);
}
int rename(const char *old, const char *new) { return fails(new) ? -1 : syscall(SYS_rename, old, new); }
int renameat2(int old_at, const char *old, int new_at, const char *new, unsigned flags) {
  return fails(new) ? -1 : syscall(SYS_renameat2, old_at, old, new_at, new, flags);
}
int link(const char *old, const char *new) { return fails(new) ? -1 : syscall(SYS_link, old, new); }
int unlink(const char *path) {
  if (!fails(path)) return syscall(SYS_unlink, path);
  count[1]++;
  return -1;
}
int mkdir(const char *path, mode_t mode) { return fails(path) ? -1 : syscall(SYS_mkdir, path, mode); }
