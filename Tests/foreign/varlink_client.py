"""Checks a service of org.intervald.Workout with a Varlink client that shares no code with the service.

usage: varlink_client.py ADDRESS

ADDRESS is a Varlink address, such as unix:/run/user/1000/intervald/control.sock. The service must be idle, and is idle
again afterwards. The script prints a line for each successful check. The first check that fails ends the script with
status 1.
"""

import json
import signal
import sys

import varlink

WORKOUT = "org.intervald.Workout"
SERVICE = "org.varlink.service"
PLAN = "forever 30s"
SESSION = {"program": "c25k", "week": 3, "day": 2, "weeks": 9, "days": 3, "next": "w3d3", "due": "w3d2"}
METHODS = {
    "Start", "StartNamed", "Stop", "Pause", "Resume", "Toggle", "Next", "Previous", "Extend", "Correct", "GetStatus",
    "Watch", "ListPlans", "Reload",
}


def check(what, is_so, found=None):
    """Prints the name of a check that succeeds; ends the script if the check fails."""
    if not is_so:
        print(f"FAILED: {what}: {found!r}")
        sys.exit(1)
    print(f"ok: {what}")


def error_of(call):
    """Returns the name and the parameters of the error of a call; None and the result if the call succeeds."""
    try:
        result = call()
    except varlink.VarlinkError as error:
        return error.error(), error.parameters()
    return None, result


def raw(connection, **message):
    """Sends a call without the checks of the client library, and returns the parsed reply."""
    connection._send_message(json.dumps(message).encode())
    return json.loads(next(connection._next_message()))


def check_introspection(client):
    service = client.open(SERVICE)
    info = service.GetInfo()
    check("GetInfo returns both interfaces", {WORKOUT, SERVICE} <= set(info["interfaces"]), info)
    check("GetInfo returns vendor, product, version and url",
          all(info[key] for key in ("vendor", "product", "version", "url")), info)
    text = service.GetInterfaceDescription(WORKOUT)["description"]
    interface = varlink.Interface(text)
    members = {name for name, member in interface.members.items() if type(member).__name__ == "_Method"}
    check("the description parses and has every method", METHODS <= members, members)
    name, parameters = error_of(lambda: service.GetInterfaceDescription("org.example.none"))
    check("an unknown interface is InterfaceNotFound",
          name == f"{SERVICE}.InterfaceNotFound" and parameters["interface"] == "org.example.none", (name, parameters))
    service.close()


def check_protocol(client):
    connection = client.open(WORKOUT)
    reply = raw(connection, method=f"{WORKOUT}.Fly")
    check("an unknown method is MethodNotFound",
          reply == {"error": f"{SERVICE}.MethodNotFound", "parameters": {"method": f"{WORKOUT}.Fly"}}, reply)
    for what, parameters, culprit in [
        ("missing", {}, "plan"),
        ("ill-typed", {"plan": PLAN, "replace": "yes"}, "replace"),
        ("undeclared", {"plan": PLAN, "speed": 3}, "speed"),
    ]:
        reply = raw(connection, method=f"{WORKOUT}.Start", parameters=parameters)
        check(f"a parameter that is {what} is InvalidParameter",
              reply == {"error": f"{SERVICE}.InvalidParameter", "parameters": {"parameter": culprit}}, reply)
    reply = raw(connection, method=f"{WORKOUT}.Watch")
    check("Watch without more is ExpectedMore", reply.get("error") == f"{SERVICE}.ExpectedMore", reply)
    reply = raw(connection, method=f"{WORKOUT}.GetStatus", parameters=None, more=False)
    check("null parameters and \"more\": false are accepted", "error" not in reply, reply)
    reply = raw(connection, method=f"{WORKOUT}.GetStatus", more=True)
    check("more on a method that does not stream gets one reply",
          "error" not in reply and not reply.get("continues"), reply)
    connection._send_message(json.dumps({"method": f"{WORKOUT}.GetStatus", "oneway": True}).encode())
    reply = raw(connection, method=f"{SERVICE}.GetInfo")
    check("a oneway call gets no reply", "product" in reply["parameters"], reply)
    connection.close()


def check_errors(client):
    connection = client.open(WORKOUT)
    name, _ = error_of(connection.Stop)
    check("Stop when idle is NotRunning", name == f"{WORKOUT}.NotRunning", name)
    name, parameters = error_of(lambda: connection.Start("4x 30s run, 30s walk"))
    check("a text that is not a plan is InvalidPlan, with the line and the column",
          name == f"{WORKOUT}.InvalidPlan" and parameters["line"] == 1 and parameters["column"] >= 1, (name, parameters))
    name, parameters = error_of(lambda: connection.StartNamed("no such plan"))
    check("an unknown name fails with NoSuchPlan",
          name == f"{WORKOUT}.NoSuchPlan" and parameters["name"] == "no such plan", (name, parameters))
    name, parameters = error_of(lambda: connection.StartNamed(name="no such plan", session="w1d1"))
    check("a session of an unknown name fails with NoSuchPlan", name == f"{WORKOUT}.NoSuchPlan", (name, parameters))
    name, parameters = error_of(lambda: connection.StartNamed(session="w1d1"))
    check("a session without a name is InvalidParameter",
          name == f"{SERVICE}.InvalidParameter" and parameters["parameter"] == "session", (name, parameters))
    connection.close()


def check_workout(client):
    connection = client.open(WORKOUT)
    status = connection.GetStatus()["status"]
    check("the service is idle", status["phase"] == "idle", status)
    watch = client.open(WORKOUT)
    events = (reply["event"] for reply in watch.Watch(_more=True))
    event = next(events)
    check("Watch reports the state at once", event["event"] == "state" and event["status"]["phase"] == "idle", event)

    started = connection.Start(plan=PLAN, planName="foreign 🏃", session=SESSION)
    check("Start returns the status and warnings",
          started["status"]["phase"] in ("leadIn", "running") and isinstance(started["warnings"], list), started)
    check("text outside the basic plane is returned unchanged", started["status"]["planName"] == "foreign 🏃", started)
    check("the session of a program is returned", started["status"]["session"] == SESSION, started)
    event = next(event for event in events if event["status"]["phase"] != "idle")
    check("Watch reports the start", event["status"]["workoutId"] == started["status"]["workoutId"], event)
    name, parameters = error_of(lambda: connection.Start(PLAN))
    check("Start while a workout runs is AlreadyRunning, with its status",
          name == f"{WORKOUT}.AlreadyRunning"
          and parameters["status"]["workoutId"] == started["status"]["workoutId"], (name, parameters))
    status = connection.Pause()["status"]
    check("Pause pauses", status["phase"] == "paused" and status["pausedBy"] == "user", status)
    status = connection.Pause()["status"]
    check("Pause while paused is not an error", status["phase"] == "paused", status)
    status = connection.Resume()["status"]
    check("Resume resumes", status["phase"] in ("leadIn", "running"), status)
    summary = connection.Stop()["summary"]
    check("Stop returns the summary",
          summary["workoutId"] == started["status"]["workoutId"] and summary["completed"] is False, summary)
    event = next(event for event in events if event["event"] == "stopped")
    check("Watch reports the stop with the summary", event["summary"]["workoutId"] == summary["workoutId"], event)
    watch.close()

    plans = connection.ListPlans()["plans"]
    check("ListPlans returns plans with name and path", all(plan["name"] and plan["path"] for plan in plans), plans)
    check("Reload returns a list of warnings", isinstance(connection.Reload()["warnings"], list))
    connection.close()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    # The checks take much less than a minute, so the alarm ends the script only if the service does not respond.
    signal.alarm(60)
    client = varlink.Client.new_with_address(sys.argv[1])
    check_introspection(client)
    check_protocol(client)
    check_errors(client)
    check_workout(client)
    print("all checks passed")


if __name__ == "__main__":
    main()
