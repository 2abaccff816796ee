/* A preloaded library that gives a process a simulated clock.
 *
 * The clock stands still. Another process changes it in the file MACHINE_FILE, and then writes to the eventfd(2)
 * MACHINE_RING, so that the timers ring that are due. Only timers with absolute deadlines follow the simulated clock.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/* In nanoseconds: CLOCK_MONOTONIC, the time asleep, and the time of day when the other two numbers were zero. */
static volatile const struct { int64_t monotonic, asleep, epoch; } *machine;

/* The clock and the deadline of each timer; a deadline of zero means that the timer is not set. */
static struct { clockid_t clock; int64_t deadline; } timers[1024];
static const int timer_count = sizeof timers / sizeof *timers;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int64_t now(clockid_t clock) {
  switch (clock) {
  case CLOCK_REALTIME: return machine->monotonic + machine->asleep + machine->epoch;
  case CLOCK_BOOTTIME: return machine->monotonic + machine->asleep;
  case CLOCK_MONOTONIC: return machine->monotonic;
  default: return -1;
  }
}

static int set(int timer, int flags, const struct itimerspec *value, struct itimerspec *old) {
  return syscall(SYS_timerfd_settime, timer, flags, value, old);
}

/* Lets a timer ring at once if its deadline is reached; otherwise, turns the timer off. */
static int update(int timer, struct itimerspec *old) {
  struct itimerspec value = {{0, 0}, {0, 0}};
  if (timers[timer].deadline && timers[timer].deadline <= now(timers[timer].clock)) {
    value.it_value.tv_nsec = 1;
    timers[timer].deadline = 0;
  }
  return set(timer, 0, &value, old);
}

static void *ring(void *descriptor) {
  uint64_t count;
  while (read((int)(intptr_t)descriptor, &count, sizeof count) == sizeof count) {
    pthread_mutex_lock(&lock);
    for (int timer = 0; timer < timer_count; timer++) {
      if (timers[timer].deadline) update(timer, NULL);
    }
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

__attribute__((constructor)) static void start(void) {
  int file = open(getenv("MACHINE_FILE"), O_RDONLY | O_CLOEXEC);
  machine = mmap(NULL, sizeof *machine, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  /* A thread inherits the mask of signals, and no signal may arrive at the thread of this library. */
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  pthread_t thread;
  pthread_create(&thread, NULL, ring, (void *)(intptr_t)atoi(getenv("MACHINE_RING")));
  pthread_sigmask(SIG_SETMASK, &old, NULL);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int64_t value = machine ? now(clock) : -1;
  if (value < 0) return syscall(SYS_clock_gettime, clock, time);
  time->tv_sec = value / 1000000000;
  time->tv_nsec = value % 1000000000;
  return 0;
}

int timerfd_create(clockid_t clock, int flags) {
  int timer = syscall(SYS_timerfd_create, clock, flags);
  if (timer >= 0 && timer < timer_count) {
    pthread_mutex_lock(&lock);
    timers[timer].clock = clock;
    timers[timer].deadline = 0;
    pthread_mutex_unlock(&lock);
  }
  return timer;
}

int timerfd_settime(int timer, int flags, const struct itimerspec *value, struct itimerspec *old) {
  if (timer >= timer_count || flags != TFD_TIMER_ABSTIME) return set(timer, flags, value, old);
  pthread_mutex_lock(&lock);
  timers[timer].deadline = value->it_value.tv_sec * 1000000000 + value->it_value.tv_nsec;
  int result = update(timer, old);
  pthread_mutex_unlock(&lock);
  return result;
}
