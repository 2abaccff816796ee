// statfs(2) and the numbers of file systems, which Swift's Glibc module lacks.
#include <linux/magic.h>
#include <sys/vfs.h>
