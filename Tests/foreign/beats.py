"""Holds a recording of a workout's sounds against its schedule.

usage: beats.py RECORDING SOUNDS LIMIT NAME@SECONDS...

RECORDING is raw: 16-bit samples of one channel at 44.1 kHz. SOUNDS is the folder of the WAV files; by its beginning each
sound is recognised. The sounds named must be heard in this order and no others, at these distances from one another: of
any two, the distance may differ by LIMIT milliseconds. Times before and behind the schedule are printed, a line for each
sound; the status is 1 if something is not as it should be.
"""

import array
import cmath
import math
import pathlib
import sys
import wave

RATE = 44100
# What a sound is known by: its first 100 ms.
WINDOW = RATE // 10
# A sound begins where a sample exceeds this; the rise to it takes well below a millisecond.
THRESHOLD = 1000


def read_wave(path):
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getsampwidth(), file.getnchannels()) == (RATE, 2, 1), path
        return array.array("h", file.readframes(file.getnframes()))


def spectrum(samples):
    """A Fourier transform of a power of two of samples (Cooley and Tukey)."""
    if len(samples) == 1:
        return list(samples)
    even, odd = spectrum(samples[::2]), spectrum(samples[1::2])
    turned = [cmath.exp(-2j * math.pi * k / len(samples)) * odd[k] for k in range(len(odd))]
    return [a + b for a, b in zip(even, turned)] + [a - b for a, b in zip(even, turned)]


def power(samples, frequency):
    """The power of one frequency (Goertzel's algorithm)."""
    coefficient = 2 * math.cos(2 * math.pi * frequency / RATE)
    before = last = 0.0
    for sample in samples:
        before, last = last, sample + coefficient * last - before
    return last * last + before * before - coefficient * last * before


def signature(samples):
    """The strongest frequency of a sound's beginning, to 1 Hz."""
    size = 4096
    values = spectrum((list(samples[:WINDOW]) + [0] * size)[:size])
    rough = max(range(1, size // 2), key=lambda k: abs(values[k])) * RATE / size
    return max((rough + step for step in range(-11, 12)), key=lambda f: power(samples[:WINDOW], f))


def heard(recording, sounds):
    """The sounds of a recording in order: name, time in seconds, and how far ahead of the next likely one in dB."""
    position, found = 0, []
    while position < len(recording):
        if abs(recording[position]) < THRESHOLD:
            position += 1
            continue
        beginning = recording[position:position + WINDOW]
        if len(beginning) < WINDOW:
            break
        likely = sorted(((power(beginning, f), name) for name, (f, _) in sounds.items()), reverse=True)
        name = likely[0][1]
        found.append((name, position / RATE, 10 * math.log10(likely[0][0] / max(likely[1][0], 1))))
        position += sounds[name][1] + RATE // 100
    return found


def main(recording, folder, limit, *schedule):
    samples = array.array("h")
    data = pathlib.Path(recording).read_bytes()
    samples.frombytes(data[:len(data) // 2 * 2])
    sounds = {}
    for path in sorted(pathlib.Path(folder).glob("*.wav")):
        sound = read_wave(path)
        sounds[path.stem] = (signature(sound), len(sound))
    expected = [(name, float(time)) for name, time in (entry.split("@") for entry in schedule)]
    found = heard(samples, sounds)

    if [name for name, *_ in found] != [name for name, _ in expected]:
        print("heard:   ", *(f"{name}@{time:.3f}" for name, time, _ in found))
        print("expected:", *schedule)
        return 1
    offsets = [time - due for (_, time, _), (_, due) in zip(found, expected)]
    middle = sorted(offsets)[len(offsets) // 2]
    print("sound      due s  heard s   off ms  ahead of the next likely")
    for (name, time, ahead), (_, due), offset in zip(found, expected, offsets):
        print(f"{name:9} {due:6.3f} {time - middle:8.4f} {(offset - middle) * 1000:+8.2f}  {ahead:.0f} dB")
    spread = (max(offsets) - min(offsets)) * 1000
    print(f"the first: {(offsets[0] - middle) * 1000:+.2f} ms; any two: within {spread:.2f} ms of their distance")
    return 0 if spread <= float(limit) else 1


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
