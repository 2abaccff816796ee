/* The number of tests that run at the same time, unless the environment specifies it.
 *
 * Each desktop and service manager of a test takes several of the 128 inotify instances that Linux grants a user. */
#define TEST_WIDTH "24"
