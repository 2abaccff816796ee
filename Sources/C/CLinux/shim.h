/* What the Glibc module of Swift leaves out. */
#include <sys/eventfd.h>
#include <sys/timerfd.h>
