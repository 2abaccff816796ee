import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A machine that sleeps when a test says so: its daemon sees a CLOCK_BOOTTIME that leaps, as in a sleep, a disk that
/// may hang, and a bus on which a logind may be.
struct SleepyMachine {
  let desktop: Desktop
  let bus: SystemBus
  let daemon: DaemonProcess
  /// Two numbers that the daemon's library reads: the seconds slept, and whether the disk hangs.
  private let stateFile: String

  /// Gives a body a machine whose daemon has a configuration; `prepare` is done before it is started.
  static func with<Value: Sendable>(
    configuration: String, prepare: @escaping @Sendable (Desktop, SystemBus) async throws -> Value,
    _ body: @escaping @Sendable (SleepyMachine, Value) async throws -> Void
  ) async throws {
    try await Desktop.with { desktop in
      let bus = try await SystemBus.start(on: desktop)
      try desktop.folder.write(configuration, to: "config/intervald/intervald.conf")
      let stateFile = try desktop.folder.write(bytes: [UInt8](repeating: 0, count: 16), to: "machine")
      let source = try desktop.folder.write(machine, to: "machine.c")
      let library = desktop.folder.path(of: "machine.so")
      let compiler = try await Invocation.run("clang", ["-shared", "-fPIC", "-o", library, source])
      try #require(compiler.status == 0, "\(compiler.errors)")
      let prepared = try await prepare(desktop, bus)
      let daemon = try await DaemonProcess.start(
        on: desktop, ["DBUS_SYSTEM_BUS_ADDRESS": bus.address, "LD_PRELOAD": library, "MACHINE_FILE": stateFile])
      try await body(SleepyMachine(desktop: desktop, bus: bus, daemon: daemon, stateFile: stateFile), prepared)
    }
  }

  /// Has the machine have slept for so many seconds in all.
  func sleep(untilInAll seconds: Int64) throws {
    try set(seconds, at: 0)
  }

  /// Has the disk with the state folder hang: nothing that is written arrives there until it does not any more.
  func hangDisk(_ isHanging: Bool) throws {
    try set(isHanging ? 1 : 0, at: 8)
  }

  /// What CLOCK_MONOTONIC showed, in nanoseconds, when the place was taken that is kept now; nil where none is.
  var keptAt: Int? {
    struct Position: Decodable {
      let monotonicNs: Int
    }
    guard let text = try? desktop.folder.read("state/intervald/workout.json") else { return nil }
    return try? JSONDecoder().decode(Position.self, from: Data(text.utf8)).monotonicNs
  }

  /// Waits until a place is kept that was taken since CLOCK_MONOTONIC showed this, in nanoseconds.
  func awaitPlace(since begin: Int) async throws {
    try await withTimeLimit("the place") {
      while keptAt ?? 0 < begin { try await Task.sleep(for: .milliseconds(5)) }
    }
  }

  private func set(_ value: Int64, at offset: off_t) throws {
    let file = unsafe open(stateFile, O_WRONLY | O_CLOEXEC)
    defer { close(file) }
    var value = value
    // The variable has the eight bytes that are written.
    try #require(unsafe pwrite(file, &value, 8, offset) == 8)
  }

  /// A library to load before the others, in C.
  private static let machine = """
    #define _GNU_SOURCE
    #include <fcntl.h>
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

    int fdatasync(int file) {
      char link[32], path[4096] = "";
      snprintf(link, sizeof link, "/proc/self/fd/%d", file);
      readlink(link, path, sizeof path - 1);
      // The runtime folder is in memory.
      while (machine && machine->hangs && strstr(path, "/state/")) usleep(10000);
      return syscall(SYS_fdatasync, file);
    }
    """
}
