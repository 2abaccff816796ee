"""wayland_pointer: adds a pointer to a Wayland compositor, prints "ready", and removes the pointer when the program ends.

A compositor without a monitor has no input devices. A client then ignores the clicks of `swaymsg seat - cursor`, because
it has no pointer. The program speaks the wire protocol of Wayland itself: each message has the number of an object, an
opcode and a size. The pointer comes from the protocol extension wlr-virtual-pointer-unstable-v1.
"""

import os
import socket
import struct

DISPLAY, REGISTRY, MANAGER, POINTER, POINTER_DONE = range(1, 6)
INTERFACE = b"zwlr_virtual_pointer_manager_v1"
client = socket.socket(socket.AF_UNIX)


def send(target, opcode, body=b""):
    client.sendall(struct.pack("=IHH", target, opcode, 8 + len(body)) + body)


def string(text):
    text += b"\0"
    return struct.pack("=I", len(text)) + text + bytes(-len(text) % 4)


def events():
    received = b""
    while chunk := client.recv(65536):
        received += chunk
        while len(received) >= 8:
            source, opcode, size = struct.unpack_from("=IHH", received)
            if len(received) < size:
                break
            yield source, opcode, received[8:size]
            received = received[size:]


def main():
    client.connect(os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"]))
    send(DISPLAY, 1, struct.pack("=I", REGISTRY))  # wl_display.get_registry
    for source, opcode, body in events():
        if source == REGISTRY and opcode == 0:  # wl_registry.global
            name, length = struct.unpack_from("=II", body)
            if body[8 : 7 + length] == INTERFACE:
                send(REGISTRY, 0, struct.pack("=I", name) + string(INTERFACE) + struct.pack("=II", 1, MANAGER))
                send(MANAGER, 0, struct.pack("=II", 0, POINTER))  # create_virtual_pointer, for the default seat
                send(DISPLAY, 0, struct.pack("=I", POINTER_DONE))  # wl_display.sync
        elif source == POINTER_DONE:
            print("ready", flush=True)
        elif source == DISPLAY and opcode == 0:  # wl_display.error
            raise SystemExit(body.decode(errors="replace"))


main()
