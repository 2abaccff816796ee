import Concurrency
import Dispatch
import Glibc
import PlanLibrary
import Synchronization
import SystemPackage
package import UserFiles
package import WorkoutHistory
package import WorkoutReports

/// Saves the position of the current workout and the history in the state folder.
///
/// A queue of the store performs the writes. A failed write is repeated every `retryInterval`, and when a caller saves
/// something or waits for a result. The saved position of an ended workout remains until the workout is recorded in the
/// history, or until the position of the next workout replaces it.
package final class StateStore: WorkoutStore {
  private let folder: String
  /// The copy of the position in memory; nil if the runtime folder is missing or is not in memory.
  private let copy: MemoryCopy?
  package let historyPath: String
  private let queue: DispatchQueue
  private let requests: RequestQueue
  private let pending = Mailbox(PendingWrites())
  /// The writes of sensor values: the number that have not ended, and whether the last one failed or was dropped.
  private let recordWrites = Mutex<(waiting: Int, areLost: Bool)>((0, false))
  /// The maximum number of waiting writes of sensor values; further values are dropped.
  ///
  /// Each write contains the values of about ten seconds.
  private static let maxWaitingRecords = 100
  private let report: @Sendable (Event) -> Void

  /// The beginning or the end of a time in which the state cannot be saved.
  package enum Event: Equatable, Sendable {
    /// The first failure after a success.
    case failed(SystemError)
    /// The first success after a failure.
    case recovered
    /// Values of sensors cannot be written, for the first time after a success.
    case recordsLost(SystemError)
    /// Values of sensors are written again.
    case recordsRecovered
  }

  /// The maximum number of callers that wait for a result while the disk hangs.
  ///
  /// This number exceeds the maximum number of clients, because each client may wait for one reply.
  static let maxRequests = 512
  /// The time between two attempts after a failure.
  ///
  /// While writes succeed, no timer wakes the daemon.
  static let retryInterval = Duration.seconds(10)

  /// - Parameters:
  ///   - folders: The user's folders, which include the state folder.
  ///   - runtimeFolder: The folder for the copy of the position in memory; nil for no copy.
  ///   - report: Receives events on the store's queue, or during a call of `record` if values of sensors are dropped.
  package init(_ folders: XDGFolders, runtimeFolder: String?, report: @escaping @Sendable (Event) -> Void) {
    folder = folders.stateFolder
    copy = runtimeFolder.flatMap { MemoryCopy(folder: $0) }
    historyPath = folders.historyFile
    queue = DispatchQueue(label: "org.intervald.state")
    requests = RequestQueue(on: queue, capacity: Self.maxRequests)
    self.report = report
  }

  package var workoutPath: String { "\(folder)/workout.json" }
  /// The new path of a saved workout that cannot be resumed.
  private var unreadablePath: String { "\(workoutPath).unreadable" }
  /// The path of the file that `check` writes.
  private var checkPath: String { "\(folder)/check" }
  /// The contents of the file that `check` writes, long enough to need a block of the disk.
  private static let checkText = String(repeating: "\n", count: 4096)

  package func save(_ workout: SavedWorkout?) {
    // The file contains a workout of an earlier process, which the next process may be able to read.
    guard workout != nil || !pending.contents.keepsUnread else { return }
    if let workout { copy?.write(workout) } else { copy?.markEnded() }
    put { $0.position = workout.map(PendingWrites.Position.save) ?? .remove }
  }

  package func saveInMemory(_ workout: SavedWorkout) {
    if copy?.write(workout) != true { save(workout) }
  }

  package func record(_ line: HistoryLine) {
    put { $0.record(line) }
  }

  package func record(_ records: [SensorRecord], of workoutID: String) {
    guard let file = SensorRecordFile(of: workoutID, in: folder) else { return }
    let (hasSpace, isFirstLoss) = recordWrites.withLock { writes in
      guard writes.waiting < Self.maxWaitingRecords else {
        defer { writes.areLost = true }
        return (false, !writes.areLost)
      }
      writes.waiting += 1
      return (true, false)
    }
    if isFirstLoss { report(.recordsLost(SystemError(file.path, .resourceBusy))) }
    guard hasSpace else { return }
    queue.async {
      var event = Event.recordsRecovered
      var isLost = false
      do throws(SystemError) {
        try file.append(records)
      } catch {
        (event, isLost) = (.recordsLost(error), true)
      }
      let isChange = self.recordWrites.withLock { [isLost] writes in
        defer { writes = (writes.waiting - 1, isLost) }
        return writes.areLost != isLost
      }
      if isChange { self.report(event) }
    }
  }

  package func removeRecords(of workoutID: String) {
    queue.async { [folder] in try? SensorRecordFile(of: workoutID, in: folder)?.remove() }
  }

  @discardableResult package func flush(within limit: Duration) async -> UnsavedState? {
    await requests.response(within: limit) {
      self.writePending()
      return self.pending.contents.unsavedState
    }
  }

  package func check(within limit: Duration) async -> StateCheck? {
    await requests.response(within: limit) {
      self.writePending()
      return self.check()
    }
  }

  package func lastSummary(within limit: Duration) async -> Result<Report.Summary?, FileReadError>? {
    await requests.response(within: limit) {
      let unwritten = self.retriedLines()
      return Result { () throws(FileReadError) in try HistoryFile(path: self.historyPath).latest(with: unwritten) }
    }
  }

  package func unwrittenLines(within limit: Duration) async -> [HistoryLine]? {
    await requests.response(within: limit) { self.retriedLines() }
  }

  /// Performs all pending writes, and returns the lines of the history that could not be written; called on the queue.
  private func retriedLines() -> [HistoryLine] {
    writePending()
    return pending.contents.lines.map(\.line)
  }

  private func put(_ change: (inout PendingWrites) -> Void) {
    pending.put { pending in
      pending.isBlocked = false
      change(&pending)
    } startDelivery: {
      queue.async { self.deliver() }
    }
  }

  /// Performs all pending writes, including those that failed before; called on the queue.
  private func writePending() {
    update { $0.isBlocked = false }
    deliver()
  }

  /// Changes the pending writes but does not start them; called on the queue by code that performs them afterwards.
  @discardableResult private func update<Result: Sendable>(_ change: (inout PendingWrites) -> Result) -> Result {
    pending.put(change, startDelivery: {})
  }

  private func deliver() {
    while var batch = pending.next() {
      do throws(SystemError) {
        try write(&batch)
        if update({ $0.succeed() }) { report(.recovered) }
      } catch {
        let (isFirst, needsRetry) = update { $0.fail(batch, with: error) }
        if isFirst { report(.failed(error)) }
        if needsRetry { retryLater() }
      }
    }
  }

  private func retryLater() {
    queue.asyncAfter(deadline: .now() + .seconds(Int(Self.retryInterval.components.seconds))) {
      self.update { $0.isRetryScheduled = false }
      self.writePending()
    }
  }
}

/// The writes to the state folder, on the store's queue.
extension StateStore {
  /// Writes a batch, and removes each written part from the batch.
  ///
  /// The history is written before a position is removed, so an ended workout is always in the history or in the saved
  /// position. The position of a running workout is written even if the history cannot be written.
  private func write(_ batch: inout PendingWrites.Batch) throws(SystemError) {
    if case .save = batch.position {
      let history = Result { () throws(SystemError) in try writeLines(&batch.lines) }
      try writePosition(&batch.position)
      try history.get()
    } else {
      try writeLines(&batch.lines)
      try writePosition(&batch.position)
    }
  }

  private func writeLines(_ lines: inout [PendingWrites.Line]) throws(SystemError) {
    if !lines.isEmpty { try Folder.create(forFileAt: historyPath) }
    while let next = lines.first {
      try HistoryFile(path: historyPath).append(next.line, onlyIfMissing: next.onlyIfMissing)
      lines.removeFirst()
    }
  }

  private func writePosition(_ position: inout PendingWrites.Position?) throws(SystemError) {
    switch position {
    case .save(let workout):
      if pending.contents.keepsUnread {
        try SystemCalls.rename(workoutPath, to: unreadablePath)
        update { $0.keepsUnread = false }
      }
      let (json, hasPosition) = workout.encoded()
      guard hasPosition else {
        position = nil
        // An earlier position of the workout is better than none.
        if (try? workoutOnDisk())?.id != workout.id { try AtomicFile.write(json, to: workoutPath) }
        throw SystemError(workoutPath, .outOfRange)
      }
      try AtomicFile.write(json, to: workoutPath)
    case .remove:
      try AtomicFile.remove(workoutPath)
      copy?.removeEnded()
    case nil: break
    }
    position = nil
  }

  /// Writes and removes a file in the state folder, and checks the history.
  private func check() -> StateCheck {
    var check = StateCheck(folder: folder, unsaved: pending.contents.unsavedState)
    do throws(SystemError) {
      try AtomicFile.write(Self.checkText, to: checkPath)
      try AtomicFile.remove(checkPath)
    } catch {
      check.failure = error
    }
    do throws(FileReadError) {
      try HistoryFile(path: historyPath).check()
    } catch {
      check.historyError = error
    }
    do throws(FileTrustError) {
      try checkFolder()
    } catch {
      check.trustError = error
    }
    check.unreadablePath = SystemCalls.canAccess(unreadablePath) ? unreadablePath : nil
    return check
  }
}

/// The state that an earlier process saved.
extension StateStore {
  /// Checks that no other user can write to the state folder; if another user can, no saved workout is resumed.
  package func checkFolder() throws(FileTrustError) {
    try FileTrust.checkFolder(folder)
  }

  /// Returns the workout that an earlier process saved; called before anything is saved.
  ///
  /// If both the file and the copy in memory contain a workout, the result is the later one. If the history contains
  /// the workout, the workout has ended, so its saved position is removed. If the history cannot be read or trusted,
  /// the workout continues. At its end, the workout is recorded, unless the history contains it by then.
  ///
  /// - Returns: The workout; nil if no running workout was saved.
  /// - Throws: The reason why the file cannot be used, even if a copy exists in memory.
  package func savedWorkout() throws(SavedWorkout.RestoreError) -> SavedWorkout? {
    guard let workout = try latest(copy: copy?.read()) else { return nil }
    do throws(FileReadError) {
      guard try !HistoryFile(path: historyPath).contains(workout.id) else {
        save(nil)
        return nil
      }
    } catch {
      put { $0.unverifiedID = workout.id }
    }
    return workout
  }

  private func latest(copy: SavedWorkout?) throws(SavedWorkout.RestoreError) -> SavedWorkout? {
    guard let saved = try workoutOnDisk() else { return copy }
    return copy.flatMap { $0.clocks.isLater(than: saved.clocks) ? $0 : nil } ?? saved
  }

  private func workoutOnDisk() throws(SavedWorkout.RestoreError) -> SavedWorkout? {
    let text: String
    do {
      text = try TextFile.read(workoutPath, maxBytes: SavedWorkout.maxBytes, requireTrusted: true)
    } catch {
      guard error.isMissing else { throw .unreadable(error) }
      return nil
    }
    return try SavedWorkout(json: text)
  }

  /// Renames the file of a saved workout that cannot be resumed, so that the next process does not try it; see rename(2).
  ///
  /// If the file could not be opened or read, it keeps its name, because the next process may be able to read it. It is
  /// then renamed when another position is saved.
  ///
  /// - Parameter error: The reason why the workout cannot be resumed.
  /// - Returns: The new path; nil if the file was not renamed.
  package func moveAside(after error: SavedWorkout.RestoreError) -> String? {
    if case .unreadable(let error) = error, error.isTemporary {
      update { $0.keepsUnread = true }
      return nil
    }
    copy?.remove()
    return (try? SystemCalls.rename(workoutPath, to: unreadablePath)).map { unreadablePath }
  }
}
