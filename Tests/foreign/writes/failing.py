"""A library that makes single changes of files fail, for a program under test."""

import errno
import mmap
import os
import struct
import subprocess

ERRORS = {"ENOSPC": errno.ENOSPC, "EIO": errno.EIO, "EROFS": errno.EROFS}


class FailingWrites:
    """The changes of the files in a folder, which are counted, and which can fail."""

    def __init__(self, folder):
        """`folder` is for the library and for the number of changes."""
        self.library = f"{folder}/writes.so"
        source = os.path.join(os.path.dirname(__file__), "writes.c")
        subprocess.run(["clang", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", self.library, source], check=True)
        self.path = f"{folder}/writes"
        with open(self.path, "wb") as file:
            file.write(bytes(16))
        with open(self.path, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 16)

    @property
    def count(self):
        """The number of changes since the last call of `variables`."""
        return struct.unpack("qq", self.memory[:])[0]

    @property
    def failed_removals(self):
        return struct.unpack("qq", self.memory[:])[1]

    def variables(self, folder, number=0, error="ENOSPC", repeats=False):
        """The environment in which the change with a number fails (0: none); with `repeats`, all later ones fail, too.

        If the error is "SIGKILL", the program is killed instead of the change.
        """
        self.memory[:] = bytes(16)
        return {
            "WRITES_FOLDER": folder, "WRITES_COUNT": self.path, "WRITES_AT": str(number),
            "WRITES_ERROR": str(ERRORS.get(error, 0)), "WRITES_REPEAT": str(int(repeats)),
        }


def sample(count, size):
    """At most `size` numbers from 1 to `count`, evenly spread, with the first and the last."""
    if count <= size:
        return list(range(1, count + 1))
    return sorted({1 + round(step * (count - 1) / (size - 1)) for step in range(size)})
