#!/usr/bin/env python3
"""bluez.py COMMAND...: a Bluetooth service (org.bluez) with simulated adapters and sensors.

Runs the commands, takes the bus name, and then prints each call that it receives: the method, and the address of the
device, the name of the adapter or the kind of the characteristic. The method Run of org.intervald.Test1, at the path
/test, runs further commands and returns the answer. As in BlueZ, discovery sessions, notification sessions and agents
end with the connection of their client. Ends when the bus ends.

  adapter NAME [off]               adds an adapter
  power NAME on|off                switches an adapter on or off
  remove NAME                      removes an adapter and its devices
  device ADDRESS NAME KINDS FLAGS  adds a device of the first adapter; KINDS is a list with commas, or none; the flags:
                                   paired, trusted, connected
                                   asleep        the device does not advertise
                                   hidden        the device is unknown before it is discovered
                                   late          the services follow the name, as in a scan response
                                   unbondable    the device does not support pairing
                                   stuck         the services are unknown until the command 'resolve'
                                   battery=N
                                   machine=HEX   the service data of a fitness machine
                                   bike          the fitness machine sends the values of a bike
  delete ADDRESS                   removes a device
  sleep ADDRESS                    a device disconnects, and does not advertise
  wake ADDRESS                     a device advertises
  drop ADDRESS                     a device disconnects, and advertises
  resolve ADDRESS                  the services of a device are known
  send ADDRESS KIND HEX            a device sends a value if a client has started notifications; returns yes or no
  fade ADDRESS N                   a device changes the strength of its signal N times
  fail METHOD [ERROR TEXT]         each later call of the method fails, or succeeds again
  malform METHOD, left METHOD, flood PATH INTERFACE NAME [FIRST], signal …   as in malformed.py
  state                            returns the running discoveries, notifications, agents and connections
"""

import shlex
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

# The source tree must not contain compiled modules.
sys.dont_write_bytecode = True
from malformed import Malformed

ADAPTER = "org.bluez.Adapter1"
AGENT_MANAGER = "org.bluez.AgentManager1"
BATTERY = "org.bluez.Battery1"
CHARACTERISTIC = "org.bluez.GattCharacteristic1"
DEVICE = "org.bluez.Device1"
OBJECTS = "org.freedesktop.DBus.ObjectManager"
PROPERTIES = "org.freedesktop.DBus.Properties"
SERVICE = "org.bluez.GattService1"
TEST = "org.intervald.Test1"

# The service and the characteristic of each kind.
KINDS = {"foot-pod": ("1814", "2a53"), "treadmill": ("1826", "2acd"), "heart-rate": ("180d", "2a37")}


def uuid(short):
    return f"0000{short}-0000-1000-8000-00805f9b34fb"


def error(name, text):
    return dbus.DBusException(text, name=name if "." in name else f"org.bluez.Error.{name}")


class Node(dbus.service.Object):
    """An object with interfaces and properties."""

    def __init__(self, fake, path, interfaces, word):
        super().__init__(fake.connection, path)
        self.fake = fake
        self.path = path
        self.interfaces = interfaces
        self.word = word
        fake.nodes[path] = self
        fake.root.InterfacesAdded(path, fake.public(interfaces))

    def remove(self):
        del self.fake.nodes[self.path]
        self.fake.root.InterfacesRemoved(self.path, list(self.interfaces))
        self.remove_from_connection()

    def change(self, interface, **changes):
        self.interfaces[interface].update(changes)
        self.PropertiesChanged(interface, changes, [])

    def log(self, method):
        """Prints a call, and fails if the call must fail."""
        self.fake.log(method, self.word)

    @dbus.service.method(PROPERTIES, in_signature="ssv")
    def Set(self, interface, name, value):
        self.log(f"Set{name}")
        self.change(interface, **{name: value})

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass


class Adapter(Node):
    def __init__(self, fake, name, powered):
        self.discoverers = {}
        self.filters = {}
        properties = {"Address": "00:00:00:00:00:01", "Powered": powered}
        super().__init__(fake, f"/org/bluez/{name}", {ADAPTER: properties}, name)

    def devices(self):
        return [device for device in self.fake.devices.values() if device.adapter is self]

    @dbus.service.method(ADAPTER, in_signature="a{sv}", sender_keyword="sender")
    def SetDiscoveryFilter(self, rules, sender):
        self.log("SetDiscoveryFilter")
        self.filters[sender] = rules

    @dbus.service.method(ADAPTER, sender_keyword="sender")
    def StartDiscovery(self, sender):
        self.log("StartDiscovery")
        if not self.interfaces[ADAPTER]["Powered"]:
            raise error("NotReady", "Resource Not Ready")
        if sender in self.discoverers:
            raise error("InProgress", "Operation already in progress")
        self.discoverers[sender] = self.filters.get(sender, {}).get("UUIDs", [])
        self.fake.watch(sender)
        for device in self.devices():
            device.advertise()

    @dbus.service.method(ADAPTER, sender_keyword="sender")
    def StopDiscovery(self, sender):
        self.log("StopDiscovery")
        if self.discoverers.pop(sender, None) is None:
            raise error("Failed", "No discovery started")

    @dbus.service.method(ADAPTER, in_signature="o")
    def RemoveDevice(self, path):
        device = next(device for device in self.devices() if device.node and device.node.path == path)
        self.fake.log("RemoveDevice", device.address)
        device.forget()


class Device:
    """A device, which the service may know or not."""

    def __init__(self, fake, address, name, kinds, flags):
        self.fake = fake
        self.address = address
        self.name = name
        self.kinds = [] if kinds == "none" else kinds.split(",")
        self.flags = flags
        self.adapter = fake.adapters()[0]
        self.awake = "asleep" not in flags
        self.node = None
        self.waiting = None
        self.characteristics = {}
        if "hidden" not in flags:
            self.appear("paired" in flags, "trusted" in flags, "late" not in flags)
        if "connected" in flags:
            self.connect()

    def appear(self, paired=False, trusted=False, has_services=True):
        properties = {
            "Address": self.address, "Alias": self.name, "Adapter": dbus.ObjectPath(self.adapter.path),
            "Paired": paired, "Trusted": trusted, "Connected": False, "ServicesResolved": False,
            "UUIDs": dbus.Array(self.uuids() if has_services else [], signature="s"),
            "ManufacturerData": dbus.Dictionary({dbus.UInt16(1): dbus.ByteArray(b"abc")}, signature="qv"),
        }
        for flag in self.flags:
            if flag.startswith("machine="):
                data = dbus.Array(bytes.fromhex(flag[8:]), signature="y")
                properties["ServiceData"] = dbus.Dictionary({uuid("1826"): data}, signature="sv")
        if self.name:
            properties["Name"] = self.name
        else:
            properties["Alias"] = self.address.replace(":", "-")
        path = f"{self.adapter.path}/dev_{self.address.replace(':', '_')}"
        self.node = DeviceNode(self, path, {DEVICE: properties})

    def uuids(self):
        return [uuid(KINDS[kind][0]) for kind in self.kinds] + [uuid("180a")]

    def advertise(self):
        """Reports the device to the running discoveries, and accepts a waiting connection."""
        if not self.awake:
            return
        wanted = list(self.adapter.discoverers.values())
        if any(not uuids or set(uuids) & set(self.uuids()) for uuids in wanted):
            if not self.node:
                self.appear(has_services="late" not in self.flags)
            self.node.change(DEVICE, RSSI=dbus.Int16(-60), UUIDs=dbus.Array(self.uuids(), signature="s"))
        if self.waiting:
            (reply, _), self.waiting = self.waiting, None
            self.connect()
            reply()

    def connect(self):
        self.node.change(DEVICE, Connected=True)
        if "stuck" not in self.flags:
            self.resolve()

    def resolve(self):
        for number, kind in enumerate(self.kinds):
            path = f"{self.node.path}/service{number:04x}"
            self.characteristics[kind] = Characteristic(self.fake, self, path, kind)
        for flag in self.flags:
            if flag.startswith("battery="):
                self.node.interfaces[BATTERY] = {"Percentage": dbus.Byte(int(flag[8:]))}
                self.fake.root.InterfacesAdded(self.node.path, {BATTERY: self.node.interfaces[BATTERY]})
        self.node.change(DEVICE, ServicesResolved=True)

    def disconnect(self):
        if self.waiting:
            (_, failed), self.waiting = self.waiting, None
            failed(error("Failed", "le-connection-abort-by-local"))
        if not self.node or not self.node.interfaces[DEVICE]["Connected"]:
            return
        for characteristic in self.characteristics.values():
            characteristic.remove()
            characteristic.service.remove()
        self.characteristics = {}
        if self.node.interfaces.pop(BATTERY, None):
            self.fake.root.InterfacesRemoved(self.node.path, [BATTERY])
        self.node.change(DEVICE, Connected=False, ServicesResolved=False)

    def is_paired(self):
        properties = self.node.interfaces[DEVICE] if self.node else {}
        return bool(properties.get("Paired") or properties.get("Trusted"))

    def forget(self):
        self.disconnect()
        if self.node:
            self.node.remove()
            self.node = None


class DeviceNode(Node):
    def __init__(self, device, path, interfaces):
        self.device = device
        super().__init__(device.fake, path, interfaces, device.address)

    @dbus.service.method(DEVICE, async_callbacks=("reply", "failed"))
    def Connect(self, reply, failed):
        try:
            self.log("Connect")
        except dbus.DBusException as problem:
            return failed(problem)
        if self.interfaces[DEVICE]["Connected"]:
            reply()
        elif self.device.waiting:
            failed(error("InProgress", "Operation already in progress"))
        else:
            self.device.waiting = (reply, failed)
            self.device.advertise()

    @dbus.service.method(DEVICE)
    def Disconnect(self):
        self.log("Disconnect")
        if not self.device.waiting and not self.interfaces[DEVICE]["Connected"]:
            raise error("NotConnected", "Not Connected")
        self.device.disconnect()

    @dbus.service.method(DEVICE, async_callbacks=("reply", "failed"), sender_keyword="sender")
    def Pair(self, sender, reply, failed):
        try:
            self.log("Pair")
        except dbus.DBusException as problem:
            return failed(problem)
        if self.interfaces[DEVICE]["Paired"]:
            return failed(error("AlreadyExists", "Already Exists"))
        if "unbondable" in self.device.flags or sender not in self.fake.agents:
            return failed(error("AuthenticationFailed", "Authentication Failed"))

        def accepted():
            self.change(DEVICE, Paired=True)
            reply()

        agent = self.fake.connection.get_object(sender, self.fake.agents[sender])
        agent.RequestAuthorization(
            self.path, dbus_interface="org.bluez.Agent1", reply_handler=accepted,
            error_handler=lambda problem: failed(error("AuthenticationRejected", str(problem))))


class Characteristic(Node):
    def __init__(self, fake, device, service_path, kind):
        self.notified = set()
        self.kind = kind
        service, characteristic = KINDS[kind]
        if "bike" in device.flags:
            characteristic = "2ad2"
        self.service = Node(fake, service_path, {SERVICE: {"UUID": uuid(service), "Primary": True}}, kind)
        properties = {"UUID": uuid(characteristic), "Service": dbus.ObjectPath(service_path), "Flags": ["notify"]}
        super().__init__(fake, f"{service_path}/char0001", {CHARACTERISTIC: properties}, kind)

    @dbus.service.method(CHARACTERISTIC, sender_keyword="sender")
    def StartNotify(self, sender):
        self.log("StartNotify")
        self.notified.add(sender)
        self.fake.watch(sender)

    @dbus.service.method(CHARACTERISTIC, sender_keyword="sender")
    def StopNotify(self, sender):
        self.log("StopNotify")
        self.notified.discard(sender)

    @dbus.service.method(CHARACTERISTIC, in_signature="aya{sv}")
    def WriteValue(self, value, options):
        self.log("WriteValue")

    @dbus.service.method(CHARACTERISTIC, in_signature="a{sv}")
    def AcquireWrite(self, options):
        self.log("AcquireWrite")


class Root(dbus.service.Object):
    def __init__(self, fake):
        super().__init__(fake.connection, "/")
        self.fake = fake

    @dbus.service.method(OBJECTS, out_signature="a{oa{sa{sv}}}")
    def GetManagedObjects(self):
        self.fake.log("GetManagedObjects", "/")
        return {path: self.fake.public(node.interfaces) for path, node in self.fake.nodes.items()}

    @dbus.service.signal(OBJECTS, signature="oa{sa{sv}}")
    def InterfacesAdded(self, path, interfaces):
        pass

    @dbus.service.signal(OBJECTS, signature="oas")
    def InterfacesRemoved(self, path, interfaces):
        pass


class AgentManager(dbus.service.Object):
    def __init__(self, fake):
        super().__init__(fake.connection, "/org/bluez")
        self.fake = fake

    @dbus.service.method(AGENT_MANAGER, in_signature="os", sender_keyword="sender")
    def RegisterAgent(self, path, capability, sender):
        self.fake.log("RegisterAgent", capability)
        self.fake.agents[sender] = path
        self.fake.watch(sender)

    @dbus.service.method(AGENT_MANAGER, in_signature="o", sender_keyword="sender")
    def UnregisterAgent(self, path, sender):
        self.fake.log("UnregisterAgent", path)
        del self.fake.agents[sender]


class Control(dbus.service.Object):
    def __init__(self, fake):
        super().__init__(fake.connection, "/test")
        self.fake = fake

    @dbus.service.method(TEST, in_signature="s", out_signature="s")
    def Run(self, line):
        return self.fake.run(line) or ""


class Fake:
    def __init__(self, connection):
        self.connection = connection
        self.nodes = {}
        self.devices = {}
        self.agents = {}
        self.failures = {}
        self.watches = {}
        self.root = Root(self)
        self.parts = [AgentManager(self), Control(self)]
        self.malformed = Malformed(serves=False)
        self.malformed.add(connection)

    def public(self, interfaces):
        return {name: dbus.Dictionary(properties, signature="sv") for name, properties in interfaces.items()}

    def adapters(self):
        return [node for node in self.nodes.values() if isinstance(node, Adapter)]

    def characteristics(self):
        return [node for node in self.nodes.values() if isinstance(node, Characteristic)]

    def log(self, method, word):
        print(method, word, flush=True)
        if method in self.failures:
            raise error(*self.failures[method])

    def watch(self, client):
        """Ends the sessions of a client when its connection ends."""

        def changed(owner):
            if owner:
                return
            for adapter in self.adapters():
                adapter.discoverers.pop(client, None)
            for characteristic in self.characteristics():
                characteristic.notified.discard(client)
            self.agents.pop(client, None)

        if client not in self.watches:
            self.watches[client] = self.connection.watch_name_owner(client, changed)

    def run(self, line):
        name, *words = shlex.split(line)
        return getattr(self, f"do_{name}", getattr(self.malformed, f"do_{name}", None))(*words)

    def do_adapter(self, name, state="on"):
        Adapter(self, name, state == "on")

    def do_power(self, name, state):
        adapter = self.nodes[f"/org/bluez/{name}"]
        if state == "off":
            adapter.discoverers = {}
            for device in adapter.devices():
                device.disconnect()
        adapter.change(ADAPTER, Powered=state == "on")

    def do_remove(self, name):
        adapter = self.nodes[f"/org/bluez/{name}"]
        for device in adapter.devices():
            device.forget()
            del self.devices[device.address]
        adapter.remove()

    def do_device(self, address, name, kinds, *flags):
        self.devices[address] = Device(self, address, name, kinds, flags)
        self.devices[address].advertise()

    def do_delete(self, address):
        self.devices.pop(address).forget()

    def do_sleep(self, address):
        self.devices[address].awake = False
        self.devices[address].disconnect()

    def do_wake(self, address):
        self.devices[address].awake = True
        self.devices[address].advertise()

    def do_drop(self, address):
        self.devices[address].disconnect()

    def do_resolve(self, address):
        self.devices[address].resolve()

    def do_send(self, address, kind, value):
        characteristic = self.devices[address].characteristics.get(kind)
        if not characteristic or not characteristic.notified:
            return "no"
        characteristic.change(CHARACTERISTIC, Value=dbus.Array(bytes.fromhex(value), signature="y"))
        return "yes"

    def do_fade(self, address, count):
        for number in range(int(count)):
            self.devices[address].node.change(DEVICE, RSSI=dbus.Int16(-40 - number % 50))

    def do_fail(self, method, *failure):
        if failure:
            self.failures[method] = failure
        else:
            self.failures.pop(method, None)

    def do_state(self):
        connected = [device for device in self.devices.values()
                     if device.node and device.node.interfaces[DEVICE]["Connected"]]
        return " ".join([
            f"discoveries={sum(len(adapter.discoverers) for adapter in self.adapters())}",
            f"notifications={sum(len(node.notified) for node in self.characteristics())}",
            f"agents={len(self.agents)}", f"connections={len(connected)}",
            f"paired={sum(device.is_paired() for device in self.devices.values())}",
        ])


if __name__ == "__main__":
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SystemBus()
    fake = Fake(bus)
    for command in sys.argv[1:]:
        fake.run(command)
    owned = dbus.service.BusName("org.bluez", bus)
    GLib.MainLoop().run()
