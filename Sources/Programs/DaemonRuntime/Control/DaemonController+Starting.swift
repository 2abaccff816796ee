package import ControlInterface
import Dispatch
import PlanLibrary
import PlanNotation
import Synchronization
import WorkoutHistory
import WorkoutModel
import WorkoutPresentation
package import WorkoutReports

/// The methods that start plans and sessions of programs.
extension DaemonController {
  package func start(
    plan: String, planName: String?, session: Report.Session?, replace: Bool
  ) async throws(ControlError) -> Report.Started {
    let last = LastPlan(
      plan: plan, planName: session?.program ?? planName, isNamed: session != nil,
      program: session?.path ?? session?.program)
    return try await start(last, planName: planName, session: session, path: nil, replace: replace)
  }

  package func startNamed(
    _ name: String?, session: String?, replace: Bool
  ) async throws(ControlError) -> Report.Started {
    if let name { return try await startPlan(named: name, session: session, replace: replace) }
    if let name = await runner.settings.defaultPlan {
      return try await startPlan(named: name, session: nil, replace: replace)
    }
    guard let last = try await files.lastPlan(within: Self.saveLimit) else {
      throw .noSuchPlan(.init(name: "", searched: files.planFolders))
    }
    let plan = try await read { files throws(LibraryFileError) in try await files.plan(of: last) }
    if let plan {
      return try await start(
        plan.entry, text: plan.text, programPath: last.programPath, session: nil, replace: replace)
    }
    if let program = last.program { throw await noPlan(named: program) }
    return try await start(last, planName: last.planName, path: nil, replace: replace)
  }

  private func startPlan(
    named name: String, session: String?, replace: Bool
  ) async throws(ControlError) -> Report.Started {
    guard
      let (entry, text) = try await read({ files throws(LibraryFileError) in try await files.plan(named: name) })
    else { throw await noPlan(named: name) }
    return try await start(entry, text: text, session: session, replace: replace)
  }

  private func noPlan(named name: String) async -> ControlError {
    .noSuchPlan(.init(name: name, similar: await files.similarName(to: name), searched: files.planFolders))
  }

  private func read<Plan: Sendable>(
    _ read: (FileStore) async throws(LibraryFileError) -> Plan
  ) async throws(ControlError) -> Plan {
    do {
      return try await read(files)
    } catch {
      throw .invalidPlan(.init(error))
    }
  }

  /// Starts a plan, or a session of a program.
  ///
  /// `programPath` is the path of a program that was started by its path. `session` is the ID of the session; nil for
  /// the session that is due.
  private func start(
    _ entry: PlanFolders.Entry, text: String, programPath: String? = nil, session: String?, replace: Bool
  ) async throws(ControlError) -> Report.Started {
    let name = entry.name
    guard entry.isProgram else {
      guard session == nil else { throw .noSuchSession(.init(program: name, session: session ?? "")) }
      let plan = LastPlan(plan: text, planName: name, isNamed: true)
      return try await start(plan, planName: name, path: entry.path, replace: replace)
    }
    let due = try await dueSession(
      of: entry, text: text, programPath: programPath, session: session, replace: replace)
    let plan = LastPlan(plan: due.text, planName: name, isNamed: true, program: programPath ?? name)
    return try await start(plan, planName: name, session: due.session, path: nil, replace: replace)
  }

  /// Finds a session of a program by its ID, or without an ID the session that is due.
  ///
  /// - Returns: The session, and its text as a plan of its own.
  private func dueSession(
    of entry: PlanFolders.Entry, text: String, programPath: String?, session: String?, replace: Bool
  ) async throws(ControlError) -> (session: Report.Session, text: String) {
    let program: ProgramFile
    do {
      let configuration = await runner.settings
      program = try await Self.parse { () throws(NotationError) in
        let file = try ProgramFile(text)
        _ = try file.workouts(over: configuration)
        return file
      }
    } catch {
      throw .invalidPlan(.init(error, path: entry.path))
    }
    let name = entry.name
    let chosen = try session.map { (text) throws(ControlError) in try program.program.session(text, of: name) }
    let due: SessionID?
    do throws(ControlError) {
      due = program.program.dueSession(after: try await mark(of: name, programPath: programPath, replace: replace))
    } catch {
      // A session that the caller chose does not depend on the history.
      guard chosen != nil else { throw error }
      due = nil
    }
    guard let id = chosen ?? due else { throw .programDone(.init(program: programPath ?? name)) }
    guard let report = Report.Session(id, of: program.program, named: name, path: programPath, due: due),
      let text = program.text(of: id)
    else { preconditionFailure("the program has no session \(id)") }
    return (report, text)
  }

  /// The last entry that determines which session of a program is due; nil without such an entry.
  ///
  /// With `replace`, the running workout counts as if it were already stopped and recorded.
  private func mark(
    of program: String, programPath: String?, replace: Bool
  ) async throws(ControlError) -> ProgramMark? {
    if replace, let stopped = await runner.summaryIfStopped(), stopped.session?.program == program,
      let mark = ProgramMark(stopped)
    {
      return mark
    }
    guard let unwritten = await store.unwrittenLines(within: Self.saveLimit),
      let marks = await files.marks(of: [program], with: unwritten, within: Self.saveLimit)
    else { throw .unusableHistory(.unknownSession(of: programPath ?? program)) }
    do {
      return try marks.get()[program]?.mark
    } catch {
      throw .unusableHistory(.init(error))
    }
  }

  private func start(
    _ plan: LastPlan, planName: String?, session: Report.Session? = nil, path: String?, replace: Bool
  ) async throws(ControlError) -> Report.Started {
    let request: RequestedWorkout
    do {
      let configuration = await runner.settings
      request = try await Self.parse { () throws(NotationError) in
        try RequestedWorkout(text: plan.plan, planName: planName, session: session, configuration: configuration)
      }
    } catch {
      throw .invalidPlan(.init(error, path: path))
    }
    let status = try await runner.start(request, replace: replace)
    var warnings: [String] = []
    do {
      try await files.saveLastPlan(plan, startedAtNs: status.atNs, within: Self.saveLimit)
    } catch {
      warnings.append("The plan is not saved as the last one: \(error).")
    }
    let unsaved = await store.flush(within: Self.saveLimit)
    if unsaved?.hasPosition != false {
      // If the store does not answer in time, the workout may be in memory.
      let loss = unsaved.map { "\($0.lossEvents) would" } ?? "a restart could"
      warnings.append("The workout is not saved to disk yet; \(loss) lose it.")
    }
    warnings += await channels.warnings(for: request.workout.settings)
    let unit = DistanceUnit(rawValue: status.distanceUnits) ?? .kilometres
    // A sensor measures the distance of intervals without a pace.
    let isMeasured = request.workout.settings.measuredDistanceSource != nil
    warnings += request.workout.plan.paceWarnings(in: unit, isMeasured: isMeasured)
    return Report.Started(status: status, warnings: warnings)
  }

  /// The queues that parse plans, and the index of the queue that received the last plan.
  ///
  /// The number of queues limits the threads. The global queues of Dispatch are not used, because they would wake an idle
  /// process once a second.
  private static let parsers = Mutex(
    (queues: (0..<16).map { _ in DispatchQueue(label: "org.intervald.plan") }, last: 0))

  /// Parses a text on the next queue in turn, so that a call waits only if 16 other texts are being parsed.
  private static func parse<Parsed: Sendable>(
    _ parse: @escaping @Sendable () throws(NotationError) -> Parsed
  ) async throws(NotationError) -> Parsed {
    let parser = parsers.withLock { parsers in
      parsers.last = (parsers.last + 1) % parsers.queues.count
      return parsers.queues[parsers.last]
    }
    return try await withCheckedContinuation { continuation in
      parser.async { continuation.resume(returning: Result(catching: parse)) }
    }.get()
  }
}

extension TrainingProgram {
  /// Finds a session by its ID.
  fileprivate func session(_ text: String, of name: String) throws(ControlError) -> SessionID {
    let id = SessionID(text)
    guard let id, self[id] != nil else {
      let nearest = nearestSession(to: id ?? SessionID(week: 1, day: 1))
      throw .noSuchSession(.init(program: name, session: text, nearest: nearest.description))
    }
    return id
  }
}
