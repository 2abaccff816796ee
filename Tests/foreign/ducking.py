"""Measures the level of music before, during and after a cue in a recording.

usage: ducking.py RECORDING DECIBELS MILLISECONDS

RECORDING contains raw 16-bit samples of one channel at 44.1 kHz, with music, which is a tone of 300 Hz, and with one
sound or spoken text. The music must be at least DECIBELS lower 20 ms before the cue begins, and must have its level
again at most MILLISECONDS after the end of the cue. The status is 1 if a check fails.
"""

import array
import cmath
import math
import pathlib
import sys

RATE = 44100
TONE = 300
# The length of a window: six periods of the tone.
WINDOW = RATE * 6 // TONE
# One window of the tone, as complex numbers.
WAVE = [cmath.exp(2j * math.pi * TONE * n / RATE) for n in range(WINDOW)]
# A cue is louder than this level.
CUE = 10 ** (-38 / 20) * 32768


def tone_and_rest(window):
    """Returns the amplitude of the tone, and the root mean square of everything else."""
    size = len(window)
    part = 2 / size * sum(s * w.conjugate() for s, w in zip(window, WAVE))
    rest = sum((s - (part * w).real) ** 2 for s, w in zip(window, WAVE))
    return abs(part), math.sqrt(rest / size)


def cue(loud):
    """Returns the first and the last window of the cue, which is the largest group of loud windows.

    A group has pauses of at most eight windows. On a busy machine, gaps in the music are other groups. A change of the
    music's level is loud in at most two windows in a row, and does not belong to the cue.
    """
    groups = [[]]
    for i in loud:
        if groups[-1] and i - groups[-1][-1] > 8:
            groups.append([])
        groups[-1].append(i)
    group = max(groups, key=len)
    inner = [i for i in group if i - 1 in group and i + 1 in group]
    return inner[0] - 1, inner[-1] + 1


def main(recording, decibels, milliseconds):
    samples = array.array("h")
    data = pathlib.Path(recording).read_bytes()
    samples.frombytes(data[:len(data) // 2 * 2])
    windows = [tone_and_rest(samples[i:i + WINDOW]) for i in range(0, len(samples) - WINDOW, WINDOW)]
    step = WINDOW / RATE * 1000
    full = sorted(tone for tone, _ in windows)[-len(windows) // 4]
    first, last = cue([i for i, (_, rest) in enumerate(windows) if rest > CUE])
    level = [20 * math.log10(max(tone, 1) / full) for tone, _ in windows]
    before = level[first - 1]
    lowered = next((i for i in range(first, -1, -1) if level[i] > -1), 0)
    restored = next((i for i in range(last, len(level)) if level[i] > -1), len(level))
    print(f"cue after {first * step:.0f} ms; lowered {(first - lowered) * step:.0f} ms before it, to {before:.1f} dB; "
          f"restored {(restored - last) * step:.0f} ms after its end")
    return 0 if before <= -float(decibels) and (restored - last) * step <= float(milliseconds) else 1


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
