/* Changes the environment before the Swift runtime looks for the arguments, which it expects next to the environment.

   With static linking, the constructor runs before the runtime. Otherwise, the runtime is initialized first, but opens
   the memory map of the process before it looks for the arguments. If HIDE_ARGUMENTS is set, the kernel's copy of the
   arguments cannot be opened either. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Adds a variable that is not inherited, because a new value of an existing variable does not move the environment. */
__attribute__((constructor)) static void change_environment(void)
{
  char name[32];
  snprintf(name, sizeof name, "EARLY_VARIABLE_%d", getpid());
  setenv(name, "1", 1);
}

FILE *fopen(const char *path, const char *mode)
{
  FILE *(*next)(const char *, const char *) = (FILE *(*)(const char *, const char *))dlsym(RTLD_NEXT, "fopen");
  change_environment();
  return next(path, mode);
}

int open(const char *path, int flags, ...)
{
  int (*next)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  if (getenv("HIDE_ARGUMENTS") && strcmp(path, "/proc/self/cmdline") == 0) {
    errno = EACCES;
    return -1;
  }
  return next(path, flags, mode);
}
