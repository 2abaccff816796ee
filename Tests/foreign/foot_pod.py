#!/usr/bin/env python3
"""foot_pod.py ADAPTER SPEED: simulates a foot pod on a Bluetooth adapter of BlueZ, such as hci1.

The foot pod has the services Running Speed and Cadence (0x1814) and Battery (0x180F). Its runner begins to run at SPEED
metres per second when a client requests measurements for the first time, and never stops. While a client requests
measurements, the program sends and prints one measurement a second.
"""

import struct
import sys
import time

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "Foot pod"
ROOT = "/foot_pod"
PROPERTIES = "org.freedesktop.DBus.Properties"
OBJECT_MANAGER = "org.freedesktop.DBus.ObjectManager"
SERVICE = "org.bluez.GattService1"
CHARACTERISTIC = "org.bluez.GattCharacteristic1"
ADVERTISEMENT = "org.bluez.LEAdvertisement1"
AGENT = "org.bluez.Agent1"
MANAGER = "org.bluez.LEAdvertisingManager1"


class Exported(dbus.service.Object):
    """An object on the bus with constant properties."""

    def __init__(self, bus, path, interface, **properties):
        super().__init__(bus, ROOT + path)
        self.path = dbus.ObjectPath(ROOT + path)
        self.interface = interface
        self.properties = properties

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return self.properties


class Value(Exported):
    """A characteristic that clients read."""

    def __init__(self, bus, path, service, uuid, value):
        super().__init__(bus, path, CHARACTERISTIC, UUID=uuid, Service=service.path, Flags=["read"])
        self.value = value

    @dbus.service.method(CHARACTERISTIC, in_signature="a{sv}", out_signature="ay")
    def ReadValue(self, options):
        return dbus.ByteArray(self.value)


class Measurement(Exported):
    """A characteristic that notifies its client of speed, cadence and total distance once a second."""

    def __init__(self, bus, path, service, uuid, speed):
        super().__init__(bus, path, CHARACTERISTIC, UUID=uuid, Service=service.path, Flags=["notify"])
        self.speed = speed
        self.start = None
        self.timer = None

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass

    def send(self):
        seconds = time.monotonic() - self.start
        metres = seconds * self.speed
        # The flags mean: with total distance, running. The units are 1/256 m/s, steps per minute and decimetres.
        value = struct.pack("<BHBL", 0b110, round(self.speed * 256), 180, round(metres * 10))
        self.PropertiesChanged(CHARACTERISTIC, {"Value": dbus.ByteArray(value)}, [])
        print(f"{seconds:.1f} s: {metres:.1f} m", flush=True)
        return True

    @dbus.service.method(CHARACTERISTIC)
    def StartNotify(self):
        if self.start is None:
            self.start = time.monotonic()
        if self.timer is None:
            self.send()
            self.timer = GLib.timeout_add(1000, self.send)

    @dbus.service.method(CHARACTERISTIC)
    def StopNotify(self):
        if self.timer is not None:
            GLib.source_remove(self.timer)
            self.timer = None


class Application(dbus.service.Object):
    def __init__(self, bus, objects):
        super().__init__(bus, ROOT)
        self.objects = objects

    @dbus.service.method(OBJECT_MANAGER, out_signature="a{oa{sa{sv}}}")
    def GetManagedObjects(self):
        return {each.path: {each.interface: each.properties} for each in self.objects}


class Agent(Exported):
    """Accepts each pairing, like a device without keys and screen."""

    @dbus.service.method(AGENT, in_signature="o")
    def RequestAuthorization(self, device):
        print(f"pairing: {device}", flush=True)


def main():
    adapter, speed = sys.argv[1], float(sys.argv[2])
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SystemBus()
    loop = GLib.MainLoop()

    running = Exported(bus, "/running", SERVICE, UUID="1814", Primary=True)
    battery = Exported(bus, "/battery", SERVICE, UUID="180f", Primary=True)
    # The only feature is the total distance.
    feature = Value(bus, "/running/feature", running, "2a54", struct.pack("<H", 0b10))
    measurement = Measurement(bus, "/running/measurement", running, "2a53", speed)
    level = Value(bus, "/battery/level", battery, "2a19", bytes([80]))
    application = Application(bus, [running, battery, feature, measurement, level])
    # bluetoothd ignores devices that are not discoverable.
    advertisement = Exported(
        bus,
        "/advertisement",
        ADVERTISEMENT,
        Type="peripheral",
        LocalName=NAME,
        ServiceUUIDs=["1814"],
        Discoverable=True,
    )
    agent = Agent(bus, "/agent", AGENT)

    agents = dbus.Interface(bus.get_object("org.bluez", "/org/bluez"), "org.bluez.AgentManager1")
    agents.RegisterAgent(agent.path, "NoInputNoOutput")
    agents.RequestDefaultAgent(agent.path)
    controller = bus.get_object("org.bluez", f"/org/bluez/{adapter}")
    # After a connection, clients show this name instead of the advertised name.
    controller.Set("org.bluez.Adapter1", "Alias", NAME, dbus_interface=PROPERTIES)

    def fail(error):
        print(f"error: {error}", flush=True)
        loop.quit()

    def advertise():
        controller.RegisterAdvertisement(
            advertisement.path, {}, dbus_interface=MANAGER, reply_handler=wait, error_handler=fail
        )

    def wait():
        GLib.timeout_add_seconds(2, advertise_again)

    # btvirt delivers an advertisement to each scan only once, and bluetoothd can miss it at the start of the scan.
    def advertise_again():
        if measurement.timer is None:
            controller.UnregisterAdvertisement(advertisement.path, dbus_interface=MANAGER)
            advertise()
            return False
        return True

    controller.RegisterApplication(
        ROOT, {}, dbus_interface="org.bluez.GattManager1", reply_handler=advertise, error_handler=fail
    )
    loop.run()
    sys.exit(1)


main()
