import Dispatch
import Concurrency
package import PlanNotation
import Synchronization
package import WorkoutSettings

/// Reads and writes the daemon's files on a queue of its own, for they may be slow.
package actor FileStore {
  private let executor = QueueExecutor(label: "org.intervald.files")
  private let folders: Folders
  private let plans: PlanFolders
  private let lastStart = Mutex(LastStart())

  /// The last start of a plan.
  private struct LastStart {
    var timeNs = Int.min
    /// Identifies the start among those of the same time.
    var number = 0
    /// The plan, until it is being written.
    var unsaved: LastPlan?

    /// Replaces the last start, and returns the number of the new one; nil if the new one is older.
    mutating func replace(with plan: LastPlan, at timeNs: Int) -> Int? {
      guard timeNs >= self.timeNs else { return nil }
      (self.timeNs, number, unsaved) = (timeNs, number + 1, plan)
      return number
    }

    /// Takes the plan of a start; nil if another start has replaced it.
    mutating func take(_ number: Int) -> LastPlan? {
      guard number == self.number else { return nil }
      defer { unsaved = nil }
      return unsaved
    }
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    // The executor lives as long as the actor that holds it.
    unsafe executor.asUnownedSerialExecutor()
  }

  package init(_ folders: Folders) {
    self.folders = folders
    plans = PlanFolders(folders)
  }

  /// Where plans are looked for.
  package nonisolated var planFolders: [String] { folders.planFolders }

  package func configuration() throws(SettingsFileError) -> Configuration {
    try Configuration.read(in: folders)
  }

  /// The text of a plan that has a name, and where it is; nil where there is none.
  package func plan(named name: String) throws(SettingsFileError) -> (entry: PlanFolders.Entry, text: String)? {
    guard let entry = plans.entry(named: name) else { return nil }
    return (entry, try TextFile.read(entry.path))
  }

  package func similarName(to name: String) -> String? { plans.similar(to: name) }

  /// All plans that have names, each with what it is or why it cannot be read.
  package func allPlans() -> [(entry: PlanFolders.Entry, file: Result<PlanFile, SettingsFileError>)] {
    plans.entries().map { entry in (entry, Result { () throws(SettingsFileError) in try planFile(entry) }) }
  }

  private func planFile(_ entry: PlanFolders.Entry) throws(SettingsFileError) -> PlanFile {
    let text = try TextFile.read(entry.path)
    do {
      return try PlanFile(text)
    } catch {
      throw SettingsFileError(path: entry.path, reason: .notation(error))
    }
  }

  /// The plan that was started last; nil where none is kept that can be read.
  package func lastPlan() -> LastPlan? { LastPlan(keptIn: folders) }

  /// Saves a plan as the one started last, and waits for the result, but no longer than the limit.
  ///
  /// The calls may come in another order than the starts, whose times are on the clock of deadlines. A plan that is not
  /// the last one any more is not saved, which is not an error. So only one plan waits while the disk hangs.
  ///
  /// - Throws: The error that prevents this plan from being saved, if it is known within the limit.
  package nonisolated func keep(
    _ plan: LastPlan, startedAtNs: Int, within limit: Duration
  ) async throws(FileError) {
    guard let number = lastStart.withLock({ $0.replace(with: plan, at: startedAtNs) }) else { return }
    let (failures, failure) = AsyncStream<FileError>.makeStream()
    executor.queue.async { [self] in
      do throws(FileError) {
        try lastStart.withLock { $0.take(number) }?.keep(in: folders)
      } catch {
        failure.yield(error)
      }
      failure.finish()
    }
    if let error = await failures.first(within: limit) { throw error }
  }

  /// Removes what writes that were cut short have left beside the daemon's files and the person's plans.
  package func removeLeftovers() {
    AtomicFile.removeLeftovers(in: folders.stateFolder) { _ in true }
    AtomicFile.removeLeftovers(in: plans.paths[0]) { $0.hasSuffix(PlanFolders.fileExtension) }
  }
}
