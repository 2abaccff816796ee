"""Puts a Varlink service of org.intervald.Workout under load.

usage: load.py SOCKET WATCHERS CALLS SECONDS

The script opens WATCHERS connections that watch the workout and read every event. When all watchers have received an
event, it prints "loaded". For SECONDS seconds, it then makes CALLS calls of GetStatus per second over eight further
connections. At the end, it prints a line of JSON: the number of calls that were sent, the number of calls that were
answered, the longest time of a call in milliseconds, the minimum and the maximum number of events that a watcher
received, and the number of lost connections.
"""

import collections
import json
import selectors
import socket
import sys
import time

PATH, WATCHERS, CALLS, SECONDS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
STATUS = b'{"method":"org.intervald.Workout.GetStatus"}\0'
WATCH = b'{"method":"org.intervald.Workout.Watch","more":true}\0'
TICK = 0.01

selector = selectors.DefaultSelector()
lost = 0


class Peer:
    def __init__(self, watches):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(PATH)
        self.socket.setblocking(False)
        self.watches = watches
        self.messages = 0
        self.unsent = b""
        self.sent_at = collections.deque()
        selector.register(self.socket, selectors.EVENT_READ, self)
        if watches:
            self.socket.send(WATCH)

    def call(self, count, now):
        self.unsent += STATUS * count
        self.sent_at.extend([now] * count)

    def send(self):
        try:
            self.unsent = self.unsent[self.socket.send(self.unsent):] if self.unsent else b""
        except BlockingIOError:
            pass

    def read(self):
        global lost, longest
        try:
            data = self.socket.recv(1 << 20)
        except BlockingIOError:
            return
        except ConnectionError:
            data = b""
        if not data:
            lost += 1
            selector.unregister(self.socket)
            return
        count = data.count(b"\0")
        self.messages += count
        if not self.watches:
            now = time.monotonic()
            for _ in range(count):
                longest = max(longest, now - self.sent_at.popleft())


def turn(until):
    while (left := until - time.monotonic()) > 0:
        for key, _ in selector.select(left):
            key.data.read()


longest = 0
watchers = [Peer(True) for _ in range(WATCHERS)]
callers = [Peer(False) for _ in range(8)]
while any(watcher.messages == 0 for watcher in watchers) and not lost:
    turn(time.monotonic() + TICK)
print("loaded", flush=True)

begin = time.monotonic()
sent = 0
while (now := time.monotonic()) < begin + SECONDS:
    due = int((now - begin) * CALLS) - sent
    for number, caller in enumerate(callers):
        caller.call((due + number) // len(callers), now)
        caller.send()
    sent += due
    turn(now + TICK)
# The remaining answers may be slow, but if no answer arrives for half a minute, the script stops waiting.
progress, answered = time.monotonic(), 0
while any(caller.sent_at for caller in callers) and not lost and time.monotonic() < progress + 30:
    if (count := sum(caller.messages for caller in callers)) > answered:
        progress, answered = time.monotonic(), count
    for caller in callers:
        caller.send()
    turn(time.monotonic() + TICK)
print(json.dumps({
    "sent": sent,
    "answered": sum(caller.messages for caller in callers),
    "longestMs": round(longest * 1000),
    "fewestEvents": min((watcher.messages for watcher in watchers), default=0),
    "mostEvents": max((watcher.messages for watcher in watchers), default=0),
    "lost": lost,
}), flush=True)
