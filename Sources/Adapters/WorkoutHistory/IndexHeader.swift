import SystemPackage
import UserFiles

/// The totals of a history.
struct HistoryTotals: Equatable {
  /// The number of workouts that are not removed.
  var workouts = 0
  /// The number of invalid or incomplete lines; empty lines do not count.
  var unreadableLines = 0
}

/// The state of a history to which an index belongs.
///
/// A program can set the time of the last modification of a file, but not the time of the last status change. A change
/// through a memory map, or within a tick of the kernel's clock, can keep the state. A workout that is shown is therefore
/// also compared with its line.
struct HistoryState: Equatable {
  let size: Int
  let inode: Int
  /// The time of the last status change, in nanoseconds since 1970.
  let changeNs: Int
}

extension HistoryState {
  init(_ status: Stat) {
    size = Int(status.size)
    inode = Int(truncatingIfNeeded: status.inode.rawValue)
    changeNs = status.changeNs
  }
}

/// The beginning of an index.
struct IndexHeader: Equatable {
  let history: HistoryState
  /// The offset of the end of the last record.
  let end: Int
  /// The end of the last record that is a session of a program or a change.
  let lastEvent: Int
  let totals: HistoryTotals

  /// The number of the format; it must be increased if the same line gets a record with another content or form.
  private static let format = 1
  /// The number of bytes.
  static let size = 8 * IndexBytes.intSize + IndexBytes.endSize
}

extension IndexHeader {
  var bytes: [UInt8] {
    var values = IndexBytes()
    for value in [
      Self.format, history.size, history.inode, history.changeNs, end, lastEvent, totals.workouts,
      totals.unreadableLines,
    ] { values.add(value) }
    return values.finished
  }

  init(_ bytes: [UInt8]) throws(IndexDamage) {
    var values = try IndexBytes(finished: bytes[...])
    guard try values.int() == Self.format else { throw IndexDamage() }
    history = HistoryState(size: try values.int(), inode: try values.int(), changeNs: try values.int())
    (end, lastEvent) = (try values.int(), try values.int())
    totals = HistoryTotals(workouts: try values.int(), unreadableLines: try values.int())
  }
}
