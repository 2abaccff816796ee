/* What the Glibc module of Swift leaves out: eventfd(2), timerfd_create(2), statfs(2) and the numbers of file systems. */
#include <linux/magic.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
