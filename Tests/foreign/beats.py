"""Compares the sounds in the recording of a workout with the schedule of the workout.

usage: beats.py RECORDING SOUNDS LIMIT NAME@SECONDS...

RECORDING contains raw 16-bit samples of one channel at 44.1 kHz. SOUNDS is the folder with the WAV file of each sound;
the script recognizes a sound by its beginning. The recording must contain exactly the sounds NAME, in this order. The
time between any two sounds may differ by at most LIMIT milliseconds from the time between their SECONDS. The script
prints a line for each sound, with the time by which the sound is early or late. The status is 1 if a check fails.
"""

import array
import cmath
import math
import pathlib
import sys
import wave

RATE = 44100
# The number of samples by which a sound is recognized: its first 100 ms.
WINDOW = RATE // 10
# A sound begins at the first sample above this value. A sound needs much less than a millisecond to reach the value.
THRESHOLD = 1000


def read_wave(path):
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getsampwidth(), file.getnchannels()) == (RATE, 2, 1), path
        return array.array("h", file.readframes(file.getnframes()))


def spectrum(samples):
    """Returns the Fourier transform of samples, whose number must be a power of two (Cooley and Tukey)."""
    if len(samples) == 1:
        return list(samples)
    even, odd = spectrum(samples[::2]), spectrum(samples[1::2])
    turned = [cmath.exp(-2j * math.pi * k / len(samples)) * odd[k] for k in range(len(odd))]
    return [a + b for a, b in zip(even, turned)] + [a - b for a, b in zip(even, turned)]


def power(samples, frequency):
    """Returns the power of one frequency (Goertzel's algorithm)."""
    coefficient = 2 * math.cos(2 * math.pi * frequency / RATE)
    before = last = 0.0
    for sample in samples:
        before, last = last, sample + coefficient * last - before
    return last * last + before * before - coefficient * last * before


def signature(samples):
    """Returns the strongest frequency in the beginning of a sound, with a resolution of 1 Hz."""
    size = 4096
    values = spectrum((list(samples[:WINDOW]) + [0] * size)[:size])
    rough = max(range(1, size // 2), key=lambda k: abs(values[k])) * RATE / size
    return max((rough + step for step in range(-11, 12)), key=lambda f: power(samples[:WINDOW], f))


def heard(recording, sounds):
    """Returns the sounds of a recording in order.

    Each sound has a name, a time in seconds, and a margin in dB: the power of the sound's frequency relative to the
    power of the second most likely sound.
    """
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
