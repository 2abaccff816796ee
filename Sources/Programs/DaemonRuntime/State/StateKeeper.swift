import Dispatch
import Glibc
import Concurrency
import Synchronization
package import ControlInterface
import PlanLibrary
package import UserFiles

/// Keeps the place of the workout under way, and the history, in the state folder, on a queue of its own.
///
/// Of places that wait to be written the latest wins. A history line that cannot be written waits until the next time
/// something is kept, or `retryInterval` has passed; and its workout's place is not removed before, though another
/// workout's takes its place.
package final class StateKeeper: WorkoutKeeper {
  private let folder: String
  /// Copy of the place in memory; nil if the runtime folder is on a disk.
  private let copy: MemoryCopy?
  package let historyPath: String
  private let queue: DispatchQueue
  private let questions: RequestQueue
  private let wishes = Mutex(Wishes())
  private let report: @Sendable (Report) -> Void

  /// What there is to tell of the keeping; the first of many failures, and that they are over.
  package enum Report: Equatable, Sendable {
    case failed(SystemError)
    case recovered
  }

  private struct Wishes {
    /// What is to be kept, or that nothing is; nil where that is done.
    var place: KeptWorkout??
    var summaries: [PendingSummary] = []
    /// The restored workout, if the history could not be read to see whether it had been recorded.
    var unverifiedID: String?
    var isBeingFulfilled = false
    /// What the last failure was; nil where there has been none since.
    var failure: SystemError?
    var isToBeRetried = false
  }

  /// A history line that waits to be written.
  private struct PendingSummary {
    let summary: Wire.Summary
    /// Whether an earlier process may have recorded the workout, so that the history decides when it can be read.
    let isOnlyIfMissing: Bool
  }

  /// How many workouts wait for room on the disk; of more the oldest are lost.
  static let mostSummaries = 64
  /// How many may wait to hear what has been kept, while the disk hangs.
  private static let mostQuestions = 64
  /// How long after a failure it is tried again, should there be no other occasion; a daemon whose disk works never
  /// wakes for it.
  static let retryInterval = Duration.seconds(10)

  /// - Parameters:
  ///   - folders: where the state folder is.
  ///   - runtimeFolder: folder of the copy in memory; nil for none.
  ///   - report: receives failures, on the keeper's queue.
  package init(_ folders: XDGFolders, runtimeFolder: String?, report: @escaping @Sendable (Report) -> Void) {
    folder = folders.stateFolder
    copy = runtimeFolder.flatMap { MemoryCopy(folder: $0) }
    historyPath = folders.historyFile
    queue = DispatchQueue(label: "org.intervald.state")
    questions = RequestQueue(on: queue, capacity: Self.mostQuestions)
    self.report = report
  }

  package var placePath: String { "\(folder)/workout.json" }
  /// Where a place is put that cannot be gone on with.
  private var placeSetAside: String { "\(placePath).unreadable" }
  /// Written to see whether there is room, as much as takes some.
  private var trialPath: String { "\(folder)/check" }
  private static let trial = String(repeating: "\n", count: 4096)

  package func keep(_ workout: KeptWorkout?) {
    copy?.replace(with: workout)
    change { $0.place = .some(workout) }
  }

  package func keepInMemory(_ workout: KeptWorkout) {
    if copy?.replace(with: workout) != true { keep(workout) }
  }

  package func record(_ summary: Wire.Summary) {
    change { wishes in
      // Of two lines the later one counts.
      wishes.summaries.removeAll { $0.summary.workoutId == summary.workoutId }
      if wishes.summaries.count == Self.mostSummaries { wishes.summaries.removeFirst() }
      let isUnverified = wishes.unverifiedID == summary.workoutId
      wishes.summaries.append(PendingSummary(summary: summary, isOnlyIfMissing: isUnverified))
      // Another line of the same workout is a correction.
      if isUnverified { wishes.unverifiedID = nil }
    }
  }

  @discardableResult package func settle(within limit: Duration) async -> Unkept? {
    await questions.response(within: limit) {
      self.fulfil()
      return self.unkept
    }
  }

  package func check(within limit: Duration) async -> KeeperCheck? {
    await questions.response(within: limit) {
      self.fulfil()
      return self.checked()
    }
  }

  package func last(within limit: Duration) async -> Result<Wire.Summary?, FileReadError>? {
    await questions.response(within: limit) {
      self.fulfil()
      // What is written already is in the file, and what cannot be written waits.
      if let last = self.wishes.withLock({ $0.summaries.last?.summary }) { return .success(last) }
      return Result { () throws(FileReadError) in try HistoryFile(path: self.historyPath).last() }
    }
  }

  private var unkept: Unkept {
    wishes.withLock { wishes in
      // What waits to be removed is no place.
      Unkept(
        isPlace: wishes.place.flatMap(\.self) != nil, summaries: wishes.summaries.count, failure: wishes.failure)
    }
  }

  /// Writes a file beside the others, and takes it away again, and looks at the history.
  private func checked() -> KeeperCheck {
    var check = KeeperCheck(folder: folder, unkept: unkept)
    do throws(SystemError) {
      try AtomicFile.write(Self.trial, to: trialPath)
      try AtomicFile.remove(trialPath)
    } catch {
      check.failure = error
    }
    do throws(FileReadError) {
      try HistoryFile(path: historyPath).check()
    } catch {
      check.historyFault = error
    }
    do throws(FileTrustError) {
      try checkFolder()
    } catch {
      check.distrust = error
    }
    check.setAside = SystemCalls.canAccess(placeSetAside) ? placeSetAside : nil
    return check
  }

  private func change(_ change: (inout Wishes) -> Void) {
    let isAtRest = wishes.withLock { wishes in
      change(&wishes)
      defer { wishes.isBeingFulfilled = true }
      return !wishes.isBeingFulfilled
    }
    if isAtRest { queue.async { self.fulfil() } }
  }

  /// Writes what waits: the history first, for a place that is forgotten is no other way to come by it.
  ///
  /// The place of a workout that is under way waits for no history.
  private func fulfil() {
    var (place, summaries) = wishes.withLock { wishes in
      defer { (wishes.place, wishes.summaries, wishes.isBeingFulfilled) = (nil, [], false) }
      return (wishes.place, wishes.summaries)
    }
    guard place != nil || !summaries.isEmpty else { return }
    do throws(SystemError) {
      if case .some(.some) = place {
        let history = Result { () throws(SystemError) in try record(&summaries) }
        try write(&place)
        try history.get()
      } else {
        try record(&summaries)
        try write(&place)
      }
      let isOver = wishes.withLock { wishes in
        defer { wishes.failure = nil }
        return wishes.failure != nil
      }
      if isOver { report(.recovered) }
    } catch {
      let (isNew, isToBeRetried) = wishes.withLock { wishes in
        // What has come meanwhile is newer.
        wishes.summaries = Array((summaries + wishes.summaries).suffix(Self.mostSummaries))
        if wishes.place == nil { wishes.place = place }
        defer { (wishes.failure, wishes.isToBeRetried) = (error, true) }
        return (wishes.failure == nil, !wishes.isToBeRetried)
      }
      if isNew { report(.failed(error)) }
      if isToBeRetried { retryLater() }
    }
  }

  /// Adds to the history what waits for it, which then is nothing; of a failure what is left.
  private func record(_ summaries: inout [PendingSummary]) throws(SystemError) {
    if !summaries.isEmpty { try Folder.create(forFileAt: historyPath) }
    while let next = summaries.first {
      try HistoryFile(path: historyPath).append(next.summary, isOnlyIfMissing: next.isOnlyIfMissing)
      summaries.removeFirst()
    }
  }

  /// Writes the place, or removes it, which then is done.
  private func write(_ place: inout KeptWorkout??) throws(SystemError) {
    switch place {
    case .some(let workout?): try AtomicFile.write(workout.json, to: placePath)
    case .some(nil): try AtomicFile.remove(placePath)
    case nil: break
    }
    place = nil
  }

  private func retryLater() {
    queue.asyncAfter(deadline: .now() + .seconds(Int(Self.retryInterval.components.seconds))) {
      self.wishes.withLock { $0.isToBeRetried = false }
      self.fulfil()
    }
  }
}

/// What an earlier process kept.
extension StateKeeper {
  /// Looks whether others can write to the folder, for then nothing in it can be gone on with.
  package func checkFolder() throws(FileTrustError) {
    try FileTrust.checkFolder(folder)
  }

  /// Reads what was kept, before anything is kept; nil for nothing.
  ///
  /// A workout that was recorded already is over. If the history cannot be read, the workout continues, and is recorded
  /// at its end unless the history then contains it.
  package func found() throws(KeptWorkout.Fault) -> KeptWorkout? {
    let copied = copy?.found()
    let kept: KeptWorkout
    switch Result(catching: { () throws(FileReadError) in
      try TextFile.read(placePath, maxBytes: KeptWorkout.maxBytes, requireTrusted: true)
    }) {
    case .success(let text):
      let saved = try KeptWorkout(json: text)
      kept = copied.flatMap { $0.clocks.isLater(than: saved.clocks) ? $0 : nil } ?? saved
    case .failure(let error):
      guard error.isMissing else { throw .unreadable(error) }
      guard let copied else { return nil }
      kept = copied
    }
    do throws(FileReadError) {
      guard try !HistoryFile(path: historyPath).records(kept.id) else {
        keep(nil)
        return nil
      }
    } catch {
      wishes.withLock { $0.unverifiedID = kept.id }
    }
    return kept
  }

  /// Puts what was kept out of the way under another name, in the place of what was put there before: rename(2).
  ///
  /// - Returns: the new path; nil where that failed.
  package func setAside() -> String? {
    _ = copy?.replace(with: nil)
    return (try? SystemCalls.rename(placePath, to: placeSetAside)).map { placeSetAside }
  }
}
