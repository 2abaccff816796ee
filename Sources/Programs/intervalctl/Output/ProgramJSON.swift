import JSON
import PlanNotation
import WorkoutModel
import WorkoutPresentation
import WorkoutReports
import WorkoutViews

extension ReadProgram {
  /// The object of `show --json` for a program, in which unknown values are null.
  ///
  /// `path` is the file of the program.
  func json(path: String) -> JSONValue {
    var members = positionMembers
    members["about"] = JSONValue(file.settings.about, JSONValue.string)
    members["path"] = .string(path)
    members["weeks"] = .array(
      program.weeks.enumerated().map { index, week in
        .object([
          "number": .int(index + 1),
          "label": JSONValue(week.label, JSONValue.string),
          "sessions": .array(program.sessionIDs(ofWeek: index + 1).map(session)),
        ])
      })
    return .object(members)
  }

  /// The members that describe the program and the position of the user in it.
  var positionMembers: JSONValue.Object {
    [
      "name": .string(name),
      "title": .string(title),
      "weeks": .int(position.weeks),
      "sessions": .int(position.sessions),
      "done": .int(position.doneCount),
      "missed": .int(position.count(.missed)),
      "skipped": .int(position.count(.skipped)),
      "week": JSONValue(position.due?.week, JSONValue.int),
      "next": JSONValue(position.due?.description, JSONValue.string),
    ]
  }

  /// The plan of the session that is due; nil if the program is done.
  var duePlan: ReadPlan? {
    guard let due = position.due, let plan = file.plan(of: due), let workout = workouts[due],
      let session = Report.Session(due, of: program, named: name, due: due)
    else { return nil }
    return ReadPlan(file: plan, workout: workout, title: SessionWords(session).title(file.settings.name))
  }

  private func session(_ id: SessionID) -> JSONValue {
    let totals = totals(of: id)
    return .object([
      "id": .string(id.description),
      "label": JSONValue(program[id]?.label, JSONValue.string),
      "plan": JSONValue(workouts[id]?.plan.notation, JSONValue.string),
      "durationMs": JSONValue(totals?.duration?.inMilliseconds, JSONValue.int),
      "distanceM": JSONValue(totals?.distance.knownMetres, JSONValue.float),
      "distanceIsPartial": JSONValue(totals?.distance.reportedIsPartial, JSONValue.bool),
      "state": .string(position.state(of: id).rawValue),
    ])
  }
}

extension ReadProgram {
  /// The object of `program --json`; `last` is the last recorded session.
  func json(last: Report.Summary?, path: String) -> JSONValue {
    let plan = duePlan
    var members = positionMembers
    members["path"] = .string(path)
    members["label"] = JSONValue(position.due.flatMap { program[$0]?.label }, JSONValue.string)
    members["plan"] = JSONValue(plan?.workout.plan.notation, JSONValue.string)
    members["durationMs"] = JSONValue(plan?.totals.duration?.inMilliseconds, JSONValue.int)
    members["distanceM"] = JSONValue(plan?.totals.distance.knownMetres, JSONValue.float)
    members["distanceIsPartial"] = JSONValue(plan?.totals.distance.reportedIsPartial, JSONValue.bool)
    members["last"] = JSONValue(last) { last in
      .object([
        "session": JSONValue(last.session?.id.description, JSONValue.string),
        "workoutId": .string(last.workoutId),
        "startedAt": .string(last.startedAt),
        "done": .bool(last.isSessionDone),
      ])
    }
    return .object(members)
  }
}
