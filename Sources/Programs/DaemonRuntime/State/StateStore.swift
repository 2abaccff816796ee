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
  let folder: String
  /// The copy of the position in memory; nil if the runtime folder is missing or is not in memory.
  let copy: MemoryCopy?
  package let historyPath: String
  let queue: DispatchQueue
  private let requests: RequestQueue
  private let retryInterval: Duration
  /// A queue for the lines of the history in memory, because it takes long to encode many laps.
  private let memoryQueue = DispatchQueue(label: "org.intervald.state.memory")
  let pending = Mailbox(PendingWrites())
  let laps: GrowingFiles
  let records: GrowingFiles
  /// The writes of sensor values: whether one is scheduled, and whether the last one failed or was dropped.
  let recordWrites = Mutex<(isScheduled: Bool, areLost: Bool)>((false, false))
  let report: @Sendable (Event) -> Void

  /// The beginning or the end of a time in which the state cannot be saved.
  package enum Event: Equatable, Sendable {
    /// The first failure after a success.
    case failed(SystemError)
    /// The first success after a failure.
    case recovered
    /// A workout or a change of the history is lost, because too many of them wait for the disk.
    case lineDropped(HistoryLine)
    /// Values of sensors cannot be written, for the first time after a success.
    case recordsLost(SystemError)
    /// Values of sensors are written again.
    case recordsRecovered
  }

  /// The maximum number of callers that wait for a result while the disk hangs.
  ///
  /// This number exceeds the maximum number of clients, because each client may wait for one reply.
  static let maxRequests = 512
  /// The usual time between two attempts after a failure.
  ///
  /// While writes succeed, no timer wakes the daemon.
  package static let retryInterval = Duration.seconds(10)

  /// - Parameters:
  ///   - folders: The user's folders, which include the state folder.
  ///   - runtimeFolder: The folder for the copy of the position in memory; nil for no copy.
  ///   - retryInterval: The time between two attempts after a failure, in whole seconds.
  ///   - report: Receives events on the store's queue, or during a call of `record` if something is dropped.
  package init(
    _ folders: XDGFolders, runtimeFolder: String?, retryInterval: Duration = retryInterval,
    report: @escaping @Sendable (Event) -> Void
  ) {
    folder = folders.stateFolder
    copy = runtimeFolder.flatMap { MemoryCopy(folder: $0) }
    let memoryFolder = copy == nil ? nil : runtimeFolder
    laps = GrowingFiles(.laps, in: folder, memoryFolder: memoryFolder)
    records = GrowingFiles(.sensors, in: folder, memoryFolder: memoryFolder)
    historyPath = folders.historyFile
    queue = DispatchQueue(label: "org.intervald.state")
    requests = RequestQueue(on: queue, capacity: Self.maxRequests)
    self.retryInterval = retryInterval
    self.report = report
  }

  package var workoutPath: String { "\(folder)/workout.json" }
  /// The path of the file that `check` writes.
  private var checkPath: String { "\(folder)/check" }
  /// The contents of the file that `check` writes, long enough to need a block of the disk.
  private static let checkText = String(repeating: "\n", count: 4096)

  package func save(_ workout: SavedWorkout?) {
    // The file contains a workout of an earlier process, which the next process may be able to read.
    guard workout != nil || !pending.contents.keepsUnread else { return }
    if let workout {
      copy?.write(workout)
    } else {
      laps.markEnded()
      copy?.markEnded()
      memoryQueue.async { [copy] in copy?.writeEnd() }
    }
    put { $0.position = workout.map(PendingWrites.Position.save) ?? .remove }
  }

  package func saveInMemory(_ workout: SavedWorkout) {
    if copy?.write(workout) != true { save(workout) }
  }

  package func record(_ line: HistoryLine) {
    reportDropped(put { $0.record(line) })
    copyLines()
  }

  /// Writes the lines of the history that are not on disk to memory, if a batch contained lines.
  private func copyLines(after batch: PendingWrites.Batch) {
    if batch.hadLines { copyLines() }
  }

  /// Writes the lines of the history that are not on disk to memory.
  private func copyLines() {
    guard let copy else { return }
    memoryQueue.async { copy.write(self.pending.contents.unwrittenLines) }
  }

  @discardableResult package func flush(within limit: Duration) async -> UnsavedState? {
    let isWritten = await requests.response(within: limit) { self.writePending() } != nil
    let unsaved = await unsavedState()
    return isWritten ? unsaved : nil
  }

  /// The state that is not known to be on disk; waits until the copy in memory is written, but never for the disk.
  package func unsavedState() async -> UnsavedState {
    await withCheckedContinuation { continuation in memoryQueue.async { continuation.resume() } }
    var unsaved = pending.contents.unsavedState
    unsaved.isInMemory = copy?.isComplete ?? false
    return unsaved
  }

  package func check(within limit: Duration) async -> StateCheck? {
    let check = await requests.response(within: limit) {
      self.writePending()
      return self.check()
    }
    guard var check else { return nil }
    check.unsaved.isInMemory = await unsavedState().isInMemory
    return check
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

  func reportDropped(_ lines: [HistoryLine]) {
    for line in lines { report(.lineDropped(line)) }
  }

  @discardableResult func put<Result: Sendable>(_ change: (inout PendingWrites) -> Result) -> Result {
    pending.put { pending in
      pending.isBlocked = false
      return change(&pending)
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
  @discardableResult func update<Result: Sendable>(_ change: (inout PendingWrites) -> Result) -> Result {
    pending.put(change, startDelivery: {})
  }

  private func deliver() {
    while var batch = pending.next() {
      do throws(SystemError) {
        try write(&batch)
        if update({ $0.succeed() }) { report(.recovered) }
        copyLines(after: batch)
      } catch {
        let (isFirst, needsRetry, dropped) = update { $0.fail(batch, with: error) }
        copyLines(after: batch)
        if isFirst { report(.failed(error)) }
        reportDropped(dropped)
        if needsRetry { retryLater() }
      }
    }
  }

  private func retryLater() {
    queue.asyncAfter(deadline: .now() + .seconds(Int(retryInterval.components.seconds))) {
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
    writeRecords()
    if case .save = batch.position {
      let history = Result { () throws(SystemError) in try writeLines(&batch.lines) }
      let lapLines = Result { () throws(SystemError) in try laps.write(isSynced: true) }
      try writePosition(&batch.position)
      try lapLines.get()
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
        try SystemCalls.rename(workoutPath, to: nextUnreadablePath)
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
      laps.removeEnded()
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
    check.unreadablePath = unreadablePaths.last { SystemCalls.canAccess($0) }
    return check
  }
}
