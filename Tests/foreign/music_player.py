#!/usr/bin/env python3
"""music_player.py NAME STATUS: a media player (MPRIS) that plays nothing.

Takes the bus name org.mpris.MediaPlayer2.NAME, with the PlaybackStatus STATUS, and then prints each command that it
receives. PlayPause, Play and Pause change the status. Ends when the bus ends.
"""

import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

ROOT = "org.mpris.MediaPlayer2"
PLAYER = ROOT + ".Player"
PROPERTIES = "org.freedesktop.DBus.Properties"


class Player(dbus.service.Object):
    def __init__(self, connection, status):
        super().__init__(connection, "/org/mpris/MediaPlayer2")
        self.status = status

    def change(self, command, status):
        print(command, flush=True)
        if status != self.status:
            self.status = status
            self.PropertiesChanged(PLAYER, {"PlaybackStatus": status}, [])

    @dbus.service.method(PLAYER)
    def PlayPause(self):
        self.change("PlayPause", "Paused" if self.status == "Playing" else "Playing")

    @dbus.service.method(PLAYER)
    def Play(self):
        self.change("Play", "Playing")

    @dbus.service.method(PLAYER)
    def Pause(self):
        self.change("Pause", "Paused")

    @dbus.service.method(PLAYER)
    def Next(self):
        self.change("Next", self.status)

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return self.GetAll(interface)[name]

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        if interface == ROOT:
            return {"Identity": "Music", "CanQuit": False, "CanRaise": False, "HasTrackList": False}
        can = {name: True for name in ("CanControl", "CanPlay", "CanPause", "CanGoNext", "CanGoPrevious")}
        return {"PlaybackStatus": self.status, "Metadata": dbus.Dictionary({}, signature="sv"), **can}

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
player = Player(bus, sys.argv[2])
name = dbus.service.BusName(f"{ROOT}.{sys.argv[1]}", bus)
GLib.MainLoop().run()
