import Concurrency
package import ControlInterface
import Dispatch
import Glibc
package import PlanLibrary
import PlanNotation
import Synchronization
import Text
package import UserFiles
package import WorkoutHistory
import WorkoutModel
package import WorkoutReports

/// Reads and writes plans and settings on its own queue, because a file system may be slow.
///
/// Files in the state folder have another queue, so that plans can be read while the disk of the state folder hangs.
package actor FileStore {
  private let executor = QueueExecutor(label: "org.intervald.files")
  let stateQueue: DispatchQueue
  private let stateRequests: RequestQueue
  private let folders: XDGFolders
  private let plans: PlanFolders
  private let lastStart = Mutex(LastStart())

  /// The last start of a plan.
  private struct LastStart {
    var timeNs = Int.min
    /// The number of the start; distinguishes two starts of workouts with the same `timeNs`.
    var number = 0
    /// The plan; nil after the write of the plan has begun.
    var unsaved: LastPlan?

    /// Replaces the last start with a new start, and returns the number of the new start.
    ///
    /// - Returns: The number; nil if the new start is older than the last start, which then remains.
    mutating func replace(with plan: LastPlan, at timeNs: Int) -> Int? {
      guard timeNs >= self.timeNs else { return nil }
      (self.timeNs, number, unsaved) = (timeNs, number + 1, plan)
      return number
    }

    /// Takes the plan of a start; nil if a later start has replaced that start.
    mutating func take(_ number: Int) -> LastPlan? {
      guard number == self.number else { return nil }
      defer { unsaved = nil }
      return unsaved
    }
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    // The actor holds the executor, so the executor lives as long as the actor.
    unsafe executor.asUnownedSerialExecutor()
  }

  package init(_ folders: XDGFolders) {
    self.folders = folders
    plans = PlanFolders(folders)
    stateQueue = DispatchQueue(label: "org.intervald.state-files")
    stateRequests = RequestQueue(on: stateQueue, capacity: StateStore.maxRequests)
  }

  /// The folders that are searched for plans.
  package nonisolated var planFolders: [String] { folders.planFolders }

  package func configuration() throws(LibraryFileError) -> Configuration {
    try Configuration.read(in: folders)
  }

  /// The file and the text of a named plan; nil if no plan has this name.
  package func plan(named name: String) throws(LibraryFileError) -> (entry: PlanFolders.Entry, text: String)? {
    guard let entry = plans.entry(named: name) else { return nil }
    try requireUnambiguous(entry)
    return (entry, try text(of: entry))
  }

  /// The file and the present text of the plan that was started last.
  ///
  /// Nil if the plan was not started by its name or its path, or if the file no longer exists.
  package func plan(of last: LastPlan) throws(LibraryFileError) -> (entry: PlanFolders.Entry, text: String)? {
    guard last.isNamed, let name = last.planName else { return nil }
    guard let path = last.programPath else { return try plan(named: name) }
    let entry = PlanFolders.Entry(name: name, path: path)
    return entry.exists ? (entry, try text(of: entry)) : nil
  }

  package func similarName(to name: String) -> String? { plans.similar(to: name) }

  /// All named plans and programs, each with its title or the error that prevents it from being started.
  ///
  /// Only one plan at a time is in memory. After each plan, the store performs the other calls that wait. A description
  /// is cut after `maxAboutLength` Unicode scalars.
  ///
  /// - Parameters:
  ///   - limit: The time limit for reading the history. If it is exceeded, the sessions that are due are unknown.
  ///   - unwritten: Returns the lines that follow the last line of the history; nil if they are unknown. The sessions
  ///     that are due are then unknown. The function is called only if there are programs.
  /// - Returns: The plans and programs in the order of their names.
  package func allPlans(
    marksWithin limit: Duration, unwritten: @Sendable () async -> [HistoryLine]?
  ) async -> [Report.Plan] {
    var listed: [Report.Plan] = []
    let entries = plans.entries()
    let programs = Set(entries.lazy.filter(\.isProgram).map(\.name))
    let later = programs.isEmpty ? nil : await unwritten()
    var marks: [String: DatedMark]?
    if let later { marks = try? await self.marks(of: programs, with: later, within: limit)?.get() }
    for entry in entries {
      await Task.yield()
      do throws(LibraryFileError) {
        try requireUnambiguous(entry)
        var plan = Report.Plan(name: entry.name, path: entry.path)
        let settings: Settings
        if entry.isProgram {
          let file = try parse(entry, ProgramFile.init)
          plan.weeks = file.program.weeks.count
          if let marks { plan.nextSession = file.program.dueSession(after: marks[entry.name]?.mark)?.description }
          settings = file.settings
        } else {
          settings = try parse(entry, PlanFile.init).settings
        }
        plan.title = settings.name
        plan.about = settings.about?.prefix(scalars: Self.maxAboutLength)
        listed.append(plan)
      } catch {
        listed.append(Report.Plan(name: entry.name, path: entry.path, error: error.fullMessage))
      }
    }
    return listed
  }

  private static let maxAboutLength = 1000

  /// The last entry of each program in the history that determines which of its sessions is due.
  ///
  /// `later` are the lines that follow the last line of the file. A line that has been written since is read twice,
  /// which has no effect.
  ///
  /// - Returns: The entries; the error if the history cannot be read; nil if the time limit is exceeded.
  package nonisolated func marks(
    of programs: Set<String>, with later: [HistoryLine], within limit: Duration
  ) async -> Result<[String: DatedMark], FileReadError>? {
    await stateRequests.response(within: limit) { [folders] in
      Result { () throws(FileReadError) in
        try HistoryFile(path: folders.historyFile).marks(of: programs, with: later)
      }
    }
  }

  /// Throws an error for a plan that is beside a program of the same name.
  private func requireUnambiguous(_ entry: PlanFolders.Entry) throws(LibraryFileError) {
    guard let program = plans.program(besides: entry) else { return }
    throw .planAndProgram(path: entry.path, program: program.path)
  }

  private func parse<File>(
    _ entry: PlanFolders.Entry, _ read: (String) throws(NotationError) -> File
  ) throws(LibraryFileError) -> File {
    let text = try text(of: entry)
    do {
      return try read(text)
    } catch {
      throw .invalid(path: entry.path, error)
    }
  }

  private func text(of entry: PlanFolders.Entry) throws(LibraryFileError) -> String {
    do {
      return try TextFile.read(entry.path)
    } catch {
      throw .unreadable(error)
    }
  }

  /// Reads the plan that was started last.
  ///
  /// - Returns: The plan; nil if no such plan is saved, or if its file cannot be read.
  /// - Throws: `unusableHistory` if the time limit is exceeded.
  package nonisolated func lastPlan(within limit: Duration) async throws(ControlError) -> LastPlan? {
    guard let answer = await stateRequests.response(within: limit, to: { [folders] in LastPlan(savedIn: folders) })
    else { throw .unusableHistory(.unknownLastPlan) }
    return answer
  }

  /// Saves a plan as the plan that was started last, and waits at most the time limit for the result.
  ///
  /// The order of the calls may differ from the order of the starts, so each call passes the time at which its plan
  /// started. If a later start is already known, the plan is not saved, and no error is thrown. While the disk hangs,
  /// only the plan of the latest start waits.
  ///
  /// - Throws: The error that prevents this plan from being saved, if the error is known within the time limit.
  package nonisolated func saveLastPlan(
    _ plan: LastPlan, startedAtNs: Int, within limit: Duration
  ) async throws(SystemError) {
    guard let number = lastStart.withLock({ $0.replace(with: plan, at: startedAtNs) }) else { return }
    let (failures, failure) = AsyncStream<SystemError>.makeStream()
    stateQueue.async { [self] in
      do throws(SystemError) {
        try lastStart.withLock { $0.take(number) }?.save(in: folders)
      } catch {
        failure.yield(error)
      }
      failure.finish()
    }
    if let error = await failures.first(within: limit) { throw error }
  }

  /// Removes the temporary files that interrupted writes have left in the state folder and in the folder of the user's
  /// plans, and the values of sensors of workouts that were removed long ago.
  package func removeLeftovers() {
    stateQueue.async { [folders] in
      AtomicFile.removeLeftovers(in: folders.stateFolder) { _ in true }
      SensorRecordFile.removeOld(
        in: folders.stateFolder, history: HistoryFile(path: folders.historyFile), now: time(nil))
    }
    AtomicFile.removeLeftovers(in: plans.paths[0]) { name in PlanName.extensions.contains(where: name.hasSuffix) }
  }
}
