/* Functions and constants that Swift's module Glibc lacks: eventfd(2), timerfd_create(2), statfs(2) and the magic numbers
   of file systems. */
#include <linux/magic.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
