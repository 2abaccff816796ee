/* Functions and constants that are not in Swift's module Glibc: eventfd(2), pidfd_open(2), timerfd_create(2),
   statfs(2), renameat2(2), setxattr(2), the magic numbers of file systems, environ(7), and the GNU extensions of
   posix_spawn(3). */
#include <linux/magic.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Calls pidfd_open(2), for which glibc has no function before version 2.36. */
static inline int intervald_pidfd_open(pid_t process, unsigned int flags)
{
  return (int)syscall(SYS_pidfd_open, process, flags);
}

/* Returns the variable of environ(7), which Swift's concurrency checks do not allow. */
extern char **environ;
static inline char **intervald_environment(void)
{
  return environ;
}

/* These declarations are repeated here, because Swift imports the headers without _GNU_SOURCE. */
int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path, unsigned int flags);
#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE (1 << 0)
#endif
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
#ifndef POSIX_SPAWN_SETSID
#define POSIX_SPAWN_SETSID 0x80
#endif
