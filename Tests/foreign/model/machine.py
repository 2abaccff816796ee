"""A machine for the daemon under test: simulated clocks, a folder in memory, the control socket, and restarts."""

import ctypes
import fcntl
import json
import mmap
import os
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time

SECOND_NS = 10**9
# The first file descriptor that a service manager passes; see sd_listen_fds(3).
LISTENER = 3
RING = 4


class Machine:
    """A daemon whose clocks stand still, except when the test moves them.

    The listening socket outlives the daemon, as a socket unit of systemd does, so a client can connect at any time.
    """

    def __init__(self, program):
        self.program = program
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.folder = tempfile.mkdtemp(prefix="intervald-model.", dir=memory)
        for name in ("run", "config", "data", "state", "home", "run/intervald", "config/intervald", "state/intervald"):
            os.mkdir(f"{self.folder}/{name}", mode=0o700)
        library = f"{self.folder}/machine.so"
        source = os.path.join(os.path.dirname(__file__), "machine.c")
        subprocess.run(["clang", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library, source], check=True)
        # The simulated clock is ahead of the clock of the kernel, so no deadline is in the past for the kernel.
        self.monotonic = time.monotonic_ns() + 10**15
        self.asleep = 0
        self.epoch = time.time_ns() - self.monotonic
        with open(f"{self.folder}/machine", "wb") as file:
            file.write(bytes(24))
        with open(f"{self.folder}/machine", "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 24)
        self.store_clocks()
        # Both descriptors must be above the descriptors that the daemon receives.
        self.ring_descriptor = fcntl.fcntl(os.eventfd(0), fcntl.F_DUPFD_CLOEXEC, RING + 1)
        listener = fcntl.fcntl(socket.socket(socket.AF_UNIX), fcntl.F_DUPFD_CLOEXEC, RING + 1)
        self.listener = socket.socket(fileno=listener)
        self.listener.bind(f"{self.folder}/run/intervald/control.sock")
        self.listener.listen(64)
        self.environment = {
            "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": f"{self.folder}/home",
            "XDG_RUNTIME_DIR": f"{self.folder}/run", "XDG_CONFIG_HOME": f"{self.folder}/config",
            "XDG_DATA_HOME": f"{self.folder}/data", "XDG_STATE_HOME": f"{self.folder}/state",
            "XDG_DATA_DIRS": f"{self.folder}/data", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent", "LISTEN_FDS": "1", "LD_PRELOAD": library,
            "MACHINE_FILE": f"{self.folder}/machine", "MACHINE_RING": str(RING),
        }
        self.process = self.connection = None

    # Clocks

    def store_clocks(self):
        self.memory[:] = struct.pack("qqq", self.monotonic, self.asleep, self.epoch)

    def advance(self, nanoseconds):
        self.monotonic += nanoseconds
        self.store_clocks()

    def suspend(self, nanoseconds):
        self.asleep += nanoseconds
        self.store_clocks()

    def ring(self):
        """Lets the timers ring that are due."""
        os.eventfd_write(self.ring_descriptor, 1)

    @property
    def time_of_day(self):
        """The time of day in seconds since 1970."""
        return (self.monotonic + self.asleep + self.epoch) / SECOND_NS

    # The daemon

    def start(self):
        script = f'exec {LISTENER}<&{self.listener.fileno()} {RING}<&{self.ring_descriptor}; LISTEN_PID=$$ exec "$0"'
        with open(f"{self.folder}/log", "wb") as log:
            self.process = subprocess.Popen(
                ["/bin/bash", "-c", script, self.program], env=self.environment, stderr=log,
                pass_fds=(self.listener.fileno(), self.ring_descriptor), preexec_fn=end_with_parent)
        self.connect()

    def connect(self):
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.settimeout(20)
        self.connection.connect(f"{self.folder}/run/intervald/control.sock")
        self.buffer = b""

    def end(self, number):
        """Ends the daemon with a signal."""
        self.process.send_signal(number)
        self.process.wait()
        self.connection.close()

    def close(self):
        if self.process and self.process.poll() is None:
            self.end(signal.SIGKILL)
        shutil.rmtree(self.folder)

    # Calls

    def send(self, method, **parameters):
        message = {"method": f"org.intervald.Workout.{method}", "parameters": parameters}
        self.connection.sendall(json.dumps(message).encode() + b"\0")

    def call(self, method, **parameters):
        """Returns the name of the error, or None, and the parameters of the reply."""
        self.send(method, **parameters)
        while b"\0" not in self.buffer:
            received = self.connection.recv(1 << 16)
            if not received:
                raise ConnectionError(f"the daemon closed the connection during {method}; its log is:\n{self.log}")
            self.buffer += received
        message, self.buffer = self.buffer.split(b"\0", 1)
        reply = json.loads(message)
        return reply.get("error", "").rpartition(".")[2] or None, reply.get("parameters", {})

    # Files

    @property
    def log(self):
        with open(f"{self.folder}/log", encoding="utf-8") as file:
            return file.read()

    def configure(self, text):
        with open(f"{self.folder}/config/intervald/intervald.conf", "w", encoding="utf-8") as file:
            file.write(text)

    def saved_clocks(self):
        """CLOCK_MONOTONIC and the time asleep when the workout was saved last; None if no workout is saved."""
        clocks = []
        for folder in ("run", "state"):
            try:
                with open(f"{self.folder}/{folder}/intervald/workout.json", encoding="utf-8") as file:
                    saved = json.load(file)
            except FileNotFoundError:
                continue
            clocks.append((saved["monotonicNs"], saved["sinceBootNs"] - saved["monotonicNs"]))
        return max(clocks, default=None)

    def history(self):
        """The complete lines of the history; the daemon may still be writing the last line."""
        try:
            with open(f"{self.folder}/state/intervald/history.jsonl", "rb") as file:
                text = file.read()
        except FileNotFoundError:
            return []
        return [json.loads(line) for line in text[:text.rfind(b"\n") + 1].splitlines()]

    def clear_history(self):
        path = f"{self.folder}/state/intervald/history.jsonl"
        if os.path.exists(path):
            os.remove(path)


def end_with_parent():
    """Ends the daemon when the test ends: PR_SET_PDEATHSIG in prctl(2)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
