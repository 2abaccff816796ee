#!/usr/bin/env python3
"""malformed.py ADDRESS NAME COMMAND...: a service whose messages contain values of wrong types.

Connects to the bus at the address, or listens there if NAME is '-', as the manager of systemd does. Runs the commands
and takes the name. It then answers each call: with the answer of a command, or else with an empty one. The method Run of
org.intervald.Test1, at the path /test, runs further commands and returns the result. Ends when the bus ends.

  answer METHOD SIGNATURE VALUES        answers later calls of a method with values, which are a Python list; the
                                        answer 'h' is a descriptor
  malform METHOD                        answers the next calls of a method with each malformed body in turn
  regular METHOD                        ends the malformed answers to a method
  left METHOD                           returns the number of malformed bodies that no call has received yet
  signal PATH INTERFACE NAME SIGNATURE VALUES   sends a signal
  flood PATH INTERFACE NAME [FIRST]     sends a signal with each malformed body; FIRST is the first value of each

  call NAME PATH INTERFACE METHOD [FIRST]       calls a method of another program with each malformed body

bluez.py uses the same bodies.
"""

import ast
import shlex
import sys

import dbus
import dbus.bus
import dbus.lowlevel
import dbus.mainloop.glib
import dbus.server
from gi.repository import GLib

HUGE = "x" * 65_536


def nested(depth):
    """A text in a variant, which is in a variant, and so on."""
    return dbus.String("deep", variant_level=depth)


# The signature and the values of each malformed body: no values, one value of each type, texts that are too long, values
# in other containers, and too many values.
BODIES = [
    ("", []), ("s", [""]), ("s", [HUGE]), ("y", [255]), ("b", [True]), ("n", [-1]), ("q", [1]), ("i", [-1]),
    ("x", [-2 ** 63]), ("t", [2 ** 64 - 1]), ("d", [float("nan")]), ("o", ["/"]), ("o", ["/org/bluez/hci0/" + "a" * 9999]),
    ("g", ["a{sv}"]), ("v", [nested(2)]), ("v", [nested(40)]), ("as", [[]]), ("ay", [[]]), ("ai", [[1, 2]]),
    ("a{sv}", [{}]), ("a{ss}", [{"a": "b"}]), ("a{us}", [{1: "b"}]), ("(s)", [("a",)]), ("(ss)", [("a", "b")]),
    ("a(s)", [[("a",)]]), ("aas", [[["a"]]]), ("aa{sv}", [[{}]]), ("a{oa{sv}}", [{"/a": {}}]),
    ("a{oas}", [{"/org/bluez/hci0": ["a"]}]), ("oa(s)", ["/org/bluez/hci0", [("a",)]]), ("os", ["/org/bluez/hci0", "a"]),
    ("oa{ss}", ["/org/bluez/hci0", {"org.bluez.Adapter1": "a"}]), ("oao", ["/org/bluez/hci0", ["/a"]]),
    ("oa{sa{ss}}", ["/org/bluez/hci0", {"org.bluez.Adapter1": {"Powered": "a"}}]), ("ou", ["/org/bluez/hci0", 7]),
    ("su", ["a", 1]), ("us", [1, "a"]), ("uu", [2 ** 32 - 1, 2 ** 32 - 1]), ("uo", [1, "/"]), ("ss", [HUGE, HUGE]),
    ("sss", ["", "", ""]), ("uos", [1, "/", "a"]), ("uossu", [1, "/", "a", "b", 2]), ("s" * 64, ["a"] * 64),
    ("as", [["a"] * 5_000]), ("ay", [[0] * 50_000]),
]

# The bodies whose first value is given, such as those of PropertiesChanged.
LATER = [
    ("", []), ("s", ["a"]), ("u", [1]), ("as", [["a"]]), ("a{ss}", [{"Connected": "a"}]), ("a{sv}", [{}]),
    ("a{sv}s", [{}, "a"]), ("a{sv}a(s)", [{}, [("a",)]]), ("a{sv}ai", [{}, [1]]), ("va{sv}", [nested(3), {}]),
    ("a{sv}as", [{HUGE: "a"}, [HUGE]]),
]

# The properties that adapters read, with their types.
PROPERTIES = {
    "ActiveState": "s", "Adapter": "o", "Address": "s", "Alias": "s", "Connected": "b", "ExecMainCode": "i",
    "ExecMainStatus": "i", "Job": "(uo)", "Paired": "b", "Percentage": "y", "PlaybackStatus": "s", "Powered": "b",
    "RSSI": "n", "Result": "s", "Service": "o", "ServiceData": "a{sv}", "ServicesResolved": "b", "Trusted": "b",
    "UUID": "s", "UUIDs": "as", "Value": "ay",
}


def bodies(first=None):
    """All malformed bodies, or those that begin with a value."""
    if first is None:
        return BODIES
    result = [("s" + signature, [first] + values) for signature, values in LATER]
    for signature, values in BODIES:
        if len(values) == 1:
            message = dbus.lowlevel.SignalMessage("/", "a.b", "c")
            message.append(*values, signature=signature)
            value = message.get_args_list(byte_arrays=False)[0]
            wrong = {name: value for name, proper in PROPERTIES.items() if proper != signature}
            result.append(("sa{sv}as", [first, wrong, []]))
    return result


class Malformed:
    """The answers and signals of a connection."""

    def __init__(self, serves=True):
        # Whether every call receives an answer; false if a service answers the other calls.
        self.serves = serves
        self.connections = []
        self.answers = {"Hello": ("s", [":1.1"])}
        self.waiting = {}

    def add(self, connection):
        self.connections.append(connection)
        connection.add_message_filter(self.filter)

    def filter(self, connection, message):
        """Answers a call that has a malformed answer, or any answer."""
        if not isinstance(message, dbus.lowlevel.MethodCallMessage):
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        member = message.get_member()
        if message.get_interface() == "org.intervald.Test1":
            if not self.serves:
                return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
            body = ("s", [self.run(message.get_args_list()[0]) or ""])
        elif self.waiting.get(member):
            body = self.waiting[member].pop(0)
        elif member in self.answers:
            body = self.answers[member]
        elif self.serves:
            body = ("", [])
        else:
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        reply = dbus.lowlevel.MethodReturnMessage(message)
        self.append(reply, *body)
        if not message.get_no_reply():
            connection.send_message(reply)
        return dbus.lowlevel.HANDLER_RESULT_HANDLED

    @staticmethod
    def append(message, signature, values):
        if signature == "h":
            values = [dbus.types.UnixFd(open("/dev/null"))]
        if signature:
            message.append(*values, signature=signature)

    def run(self, line):
        name, *words = shlex.split(line)
        return getattr(self, f"do_{name}")(*words)

    def do_answer(self, method, signature="", values="[]"):
        self.answers[method] = (signature, ast.literal_eval(values))

    def do_malform(self, method):
        self.waiting[method] = list(BODIES)
        return str(len(BODIES))

    def do_regular(self, method):
        self.waiting.pop(method, None)

    def do_left(self, method):
        return str(len(self.waiting.get(method, [])))

    def do_signal(self, path, interface, name, signature="", values="[]"):
        self.send(path, interface, name, signature, ast.literal_eval(values))

    def do_flood(self, path, interface, name, first=None):
        for signature, values in bodies(first):
            self.send(path, interface, name, signature, values)

    def do_call(self, name, path, interface, method, first=None):
        for signature, values in bodies(first):
            message = dbus.lowlevel.MethodCallMessage(name, path, interface, method)
            # The bus limits the number of calls that wait for an answer.
            message.set_no_reply(True)
            self.append(message, signature, values)
            self.connections[0].send_message(message)

    def send(self, path, interface, name, signature, values):
        for connection in self.connections:
            message = dbus.lowlevel.SignalMessage(path, interface, name)
            self.append(message, signature, values)
            connection.send_message(message)


if __name__ == "__main__":
    address, name, *commands = sys.argv[1:]
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    malformed = Malformed()
    for command in commands:
        malformed.run(command)
    if name == "-":
        server = dbus.server.Server(address)
        server.on_connection_added.append(malformed.add)
        print("listening", flush=True)
    else:
        bus = dbus.bus.BusConnection(address)
        malformed.add(bus)
        bus.request_name(name)
    GLib.MainLoop().run()
