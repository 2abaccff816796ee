#!/usr/bin/env python3
"""foot_pod_client.py ADAPTER: prints three measurements of foot_pod.py, which it receives on another adapter of BlueZ.

Then it removes the device, so that bluetoothd no longer knows it. Each wait ends after 20 seconds with an error.
"""

import struct
import sys
import time

import dbus
import dbus.mainloop.glib
from gi.repository import GLib

PROPERTIES = "org.freedesktop.DBus.Properties"
DEVICE = "org.bluez.Device1"
CHARACTERISTIC = "org.bluez.GattCharacteristic1"


def wait(what, condition):
    """Returns the first result of the condition that is true."""
    end = time.monotonic() + 20
    while not (result := condition()):
        if time.monotonic() > end:
            sys.exit(f"error: {what} did not occur within 20 s")
        GLib.MainContext.default().iteration(False) or time.sleep(0.1)
    return result


def main():
    path = f"/org/bluez/{sys.argv[1]}"
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SystemBus()
    objects = dbus.Interface(bus.get_object("org.bluez", "/"), "org.freedesktop.DBus.ObjectManager")
    adapter = dbus.Interface(bus.get_object("org.bluez", path), "org.bluez.Adapter1")

    def find(interface, name, text):
        for found, interfaces in objects.GetManagedObjects().items():
            if found.startswith(path) and text in interfaces.get(interface, {}).get(name, ""):
                return found

    adapter.SetDiscoveryFilter({"Transport": "le"})
    adapter.StartDiscovery()
    found = wait("the discovery", lambda: find(DEVICE, "Name", "Foot pod"))
    adapter.StopDiscovery()
    device = bus.get_object("org.bluez", found)
    device.Connect(dbus_interface=DEVICE, timeout=20)
    wait("the discovery of services", lambda: device.Get(DEVICE, "ServicesResolved", dbus_interface=PROPERTIES))
    print(f"connected to {device.Get(DEVICE, 'Name', dbus_interface=PROPERTIES)}, {found}", flush=True)

    values = []
    measurement = bus.get_object("org.bluez", find(CHARACTERISTIC, "UUID", "00002a53-"))
    measurement.connect_to_signal(
        "PropertiesChanged", lambda _, changed, __: values.extend([changed["Value"]] if "Value" in changed else [])
    )
    measurement.StartNotify(dbus_interface=CHARACTERISTIC)
    wait("the third measurement", lambda: len(values) >= 3)
    for value in values:
        _, speed, cadence, distance = struct.unpack("<BHBL", bytes(value))
        print(f"{speed / 256} m/s, {cadence} steps per minute, {distance / 10} m", flush=True)
    adapter.RemoveDevice(found)


main()
