import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A daemon with a simulated suspend, a disk that can hang, and a system bus for a mock of logind.
///
/// A preloaded library advances the daemon's CLOCK_BOOTTIME, which includes the time of a suspend.
struct SuspendScenario {
  let desktop: Desktop
  let bus: SystemBus
  let daemon: DaemonProcess
  /// A file with two numbers that the preloaded library reads: the time asleep in seconds, and whether the disk hangs.
  private let stateFile: String

  /// Runs `prepare`, starts a daemon with the given configuration, and runs the body.
  static func with<Value: Sendable>(
    configuration: String, prepare: @escaping @Sendable (Desktop, SystemBus) async throws -> Value,
    _ body: @escaping @Sendable (SuspendScenario, Value) async throws -> Void
  ) async throws {
    try await Desktop.with { desktop in
      let bus = try await SystemBus.start(on: desktop)
      try desktop.folder.write(configuration, to: "config/intervald/intervald.conf")
      let stateFile = try desktop.folder.write(bytes: [UInt8](repeating: 0, count: 16), to: "machine")
      let source = try desktop.folder.write(librarySource, to: "machine.c")
      let library = desktop.folder.path(of: "machine.so")
      let compiler = try await Invocation.run("clang", ["-shared", "-fPIC", "-o", library, source])
      try #require(compiler.status == 0, "\(compiler.errors)")
      let prepared = try await prepare(desktop, bus)
      let daemon = try await DaemonProcess.start(
        on: desktop, ["DBUS_SYSTEM_BUS_ADDRESS": bus.address, "LD_PRELOAD": library, "MACHINE_FILE": stateFile])
      try await body(SuspendScenario(desktop: desktop, bus: bus, daemon: daemon, stateFile: stateFile), prepared)
    }
  }

  /// Sets the total time for which the machine has been suspended.
  func setTimeAsleep(seconds: Int64) throws {
    try set(seconds, at: 0)
  }

  /// Makes each open file and each write on the disk of the state folder hang, or lets them continue.
  func setDiskHanging(_ isHanging: Bool) throws {
    try set(isHanging ? 1 : 0, at: 8)
  }

  /// CLOCK_MONOTONIC time at which the daemon took the saved position of the workout; nil if no position is saved.
  var savedPositionTimeNs: Int? {
    struct Position: Decodable {
      let monotonicNs: Int
    }
    guard let text = try? desktop.folder.read("state/intervald/workout.json") else { return nil }
    return try? JSONDecoder().decode(Position.self, from: Data(text.utf8)).monotonicNs
  }

  /// Waits until the saved position was taken at this CLOCK_MONOTONIC time or later.
  func awaitSavedPosition(since timeNs: Int) async throws {
    try await withTimeLimit("the saved position") {
      while savedPositionTimeNs ?? 0 < timeNs { try await Task.sleep(for: .milliseconds(5)) }
    }
  }

  private func set(_ value: Int64, at offset: off_t) throws {
    let file = unsafe open(stateFile, O_WRONLY | O_CLOEXEC)
    defer { close(file) }
    var value = value
    // `value` has exactly the eight bytes that are written.
    try #require(unsafe pwrite(file, &value, 8, offset) == 8)
  }

  /// C source of the preloaded library, which replaces functions of libc.
  private static let librarySource = """
    #define _GNU_SOURCE
    #include <fcntl.h>
    #include <stdarg.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/mman.h>
    #include <sys/syscall.h>
    #include <time.h>
    #include <unistd.h>

    static volatile const struct { long asleep, hangs; } *machine;

    __attribute__((constructor)) static void find_file(void) {
      int file = open(getenv("MACHINE_FILE"), O_RDONLY | O_CLOEXEC);
      machine = mmap(0, sizeof *machine, PROT_READ, MAP_SHARED, file, 0);
      close(file);
    }

    int clock_gettime(clockid_t clock, struct timespec *time) {
      int result = syscall(SYS_clock_gettime, clock, time);
      if (clock == CLOCK_BOOTTIME && machine) time->tv_sec += machine->asleep;
      return result;
    }

    static void wait_for_disk(const char *path) {
      // The runtime folder is in memory.
      while (machine && machine->hangs && strstr(path, "/state/")) usleep(10000);
    }

    int open(const char *path, int options, ...) {
      va_list arguments;
      va_start(arguments, options);
      int mode = va_arg(arguments, int);
      va_end(arguments);
      wait_for_disk(path);
      return syscall(SYS_openat, AT_FDCWD, path, options, mode);
    }

    int fdatasync(int file) {
      char link[32], path[4096] = "";
      snprintf(link, sizeof link, "/proc/self/fd/%d", file);
      readlink(link, path, sizeof path - 1);
      wait_for_disk(path);
      return syscall(SYS_fdatasync, file);
    }
    """
}
