"""Checks a service of org.intervald.Workout with asyncvarlink from PyPI, which shares no code with the service.

usage: asyncvarlink_client.py SOCKET

SOCKET is the path of the service's socket. The service must be idle, and is idle again afterwards. The script prints a
line for each successful check. The first check that fails ends the script with status 1.
"""

import asyncio
import collections.abc
import sys
import typing

from asyncvarlink import VarlinkClientProtocol, VarlinkInterface, connect_unix_varlink, varlinkmethod
from asyncvarlink.error import GenericVarlinkErrorReply, TypedVarlinkErrorReply
from asyncvarlink.serviceinterface import VarlinkServiceInterface

WORKOUT = "org.intervald.Workout"
PLAN = "lead-in off\nforever 1s"


class NotRunning(TypedVarlinkErrorReply, interface=WORKOUT):
    class Parameters:
        pass


class InvalidPlan(TypedVarlinkErrorReply, interface=WORKOUT):
    class Parameters:
        message: str
        line: int
        column: int
        hint: str | None
        path: str | None
        lineText: str | None


class Started(typing.TypedDict):
    status: typing.Any
    warnings: list[str]


class Workout(VarlinkInterface, name=WORKOUT):
    errors = (NotRunning, InvalidPlan)

    @varlinkmethod(allow_foreign=True)
    def Start(self, *, plan: str, planName: str | None = None, replace: bool | None = None) -> Started: ...

    @varlinkmethod(return_parameter="status", allow_foreign=True)
    def GetStatus(self) -> typing.Any: ...

    @varlinkmethod(return_parameter="status", allow_foreign=True)
    def Pause(self) -> typing.Any: ...

    @varlinkmethod(return_parameter="summary", allow_foreign=True)
    def Stop(self) -> typing.Any: ...

    @varlinkmethod(return_parameter="event", allow_foreign=True)
    def Watch(self) -> collections.abc.Iterator[typing.Any]: ...

    @varlinkmethod(return_parameter="status", allow_foreign=True)
    def Fly(self) -> typing.Any: ...


def check(what, is_so, found=None):
    """Prints the name of a check that succeeds; ends the script if the check fails."""
    if not is_so:
        sys.exit(f"FAILED: {what}: {found!r}")
    print(f"ok: {what}")


async def error_of(call):
    """Returns the error with which a call is answered; None if the call succeeds."""
    try:
        await call
    except (TypedVarlinkErrorReply, GenericVarlinkErrorReply) as error:
        return error
    return None


async def main(path):
    transport, protocol = await connect_unix_varlink(VarlinkClientProtocol, path)
    info = await protocol.make_proxy(VarlinkServiceInterface).GetInfo()
    check("GetInfo returns the interface", WORKOUT in info["interfaces"], info)

    workout = protocol.make_proxy(Workout)
    status = (await workout.GetStatus())["status"]
    check("the service is idle", status["phase"] == "idle", status)
    error = await error_of(workout.Pause())
    check("Pause when idle is NotRunning", isinstance(error, NotRunning), error)
    error = await error_of(workout.Start(plan="4x(30s rum)"))
    check("a plan with a mistake is InvalidPlan, with the line and the column",
          isinstance(error, InvalidPlan) and (error.p_line, error.p_column) == (1, 8), error)
    error = await error_of(workout.Fly())
    check("an unknown method is MethodNotFound",
          isinstance(error, GenericVarlinkErrorReply) and error.name == "org.varlink.service.MethodNotFound", error)
    errors = await asyncio.gather(*(error_of(workout.Pause()) for _ in range(100)))
    check("consecutive calls without waiting are all answered", all(isinstance(e, NotRunning) for e in errors), errors)

    watching, watcher = await connect_unix_varlink(VarlinkClientProtocol, path)
    events = watcher.make_proxy(Workout).Watch()
    event = (await anext(events))["event"]
    check("Watch reports the state at once", event["event"] == "state" and event["status"]["phase"] == "idle", event)
    started = await workout.Start(plan=PLAN, planName="foreign 🏃")
    check("Start returns the status and warnings",
          started["status"]["phase"] == "running" and started["status"]["planName"] == "foreign 🏃", started)
    starts = 0
    while starts < 2:
        event = (await anext(events))["event"]
        starts += event.get("cue") == "start"
    check("Watch reports the start of an interval", event["status"]["workoutId"] == started["status"]["workoutId"], event)
    summary = (await workout.Stop())["summary"]
    check("Stop returns the summary", summary["workoutId"] == started["status"]["workoutId"], summary)
    while event["event"] != "stopped":
        event = (await anext(events))["event"]
    check("Watch reports the stop with the summary", event["summary"]["workoutId"] == summary["workoutId"], event)

    await workout.Start.oneway(plan=PLAN)
    status = (await workout.GetStatus())["status"]
    check("a oneway call has an effect, and no reply", status["phase"] == "running", status)
    await workout.Stop()
    watching.close()
    transport.close()
    print("all checks passed")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    # The checks take much less than a minute, so the time limit is exceeded only if the service does not respond.
    asyncio.run(asyncio.wait_for(main(sys.argv[1]), 60))
