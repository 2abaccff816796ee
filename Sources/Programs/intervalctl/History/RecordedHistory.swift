import Dates
import FoundationEssentials
import ControlInterface
import SystemPackage
import UserFiles

/// The workouts that were recorded, as the daemon's file has them; their texts stay there until they are asked for.
final class RecordedHistory {
  /// In the order in which they were recorded.
  private(set) var workouts: [RecordedWorkout] = []
  /// How many lines are none of ours, or half of one; empty ones are not counted.
  private(set) var unreadableLines = 0
  let path: String
  private let lines: LineReader
  /// Where in the file each of the workouts is.
  private var places: [Range<Int>] = []

  /// Reads the file at a path; nil where there is none.
  ///
  /// A later line of the same workout takes the place of the one before. The file must be trusted if a plan in it is to
  /// be started. `zone` has the local time of a moment in seconds since 1970.
  init?(
    path: String, requireTrusted: Bool = false, zone: (Int) -> LocalTime = LocalTime.init(secondsSince1970:)
  ) throws(Failure) {
    self.path = path
    do throws(FileReadError) {
      lines = LineReader(file: try OpenFile.regular(path, requireTrusted: requireTrusted))
    } catch {
      guard error.isMissing else { throw .unusableHistory(error) }
      return nil
    }
    do throws(FileReadError) { try read(zone) } catch { throw .unusableHistory(error) }
  }

  private func read(_ zone: (Int) -> LocalTime) throws(FileReadError) {
    var numbers: [String: Int] = [:]
    try lines.read { line in
      guard !line.place.isEmpty else { return }
      guard let summary = line.bytes.flatMap(Self.summary), let workout = RecordedWorkout(summary, in: zone) else {
        unreadableLines += 1
        return
      }
      if let number = numbers[workout.id] {
        (workouts[number], places[number]) = (workout, line.place)
      } else {
        numbers[workout.id] = workouts.count
        workouts.append(workout)
        places.append(line.place)
      }
    }
  }

  /// All that is recorded of a workout, by its place in `workouts`.
  func summary(at index: Int) throws(Failure) -> Wire.Summary {
    do throws(FileReadError) {
      guard let summary = Self.summary(try lines.bytes(at: places[index])[...]) else {
        throw .system(SystemError(path, .ioError))
      }
      return summary
    } catch {
      throw .unusableHistory(error)
    }
  }

  /// Nil for a line that cannot be read, and for values that no workout has.
  private static func summary(_ line: ArraySlice<UInt8>) -> Wire.Summary? {
    (try? JSONDecoder().decode(Wire.Summary.self, from: Data(line))).flatMap { $0.isPossible ? $0 : nil }
  }
}

extension RecordedHistory {
  /// The places in `workouts` of those since a day, or of all.
  func indices(since day: CalendarDay?) -> [Int] {
    guard let day else { return Array(workouts.indices) }
    return workouts.indices.filter { workouts[$0].started.day >= day }
  }

  /// Takes each workout since a day, or of all, with all that is recorded of it.
  func forEach(since day: CalendarDay?, _ take: (RecordedWorkout, Wire.Summary) throws -> Void) throws {
    for index in indices(since: day) { try take(workouts[index], summary(at: index)) }
  }

  /// The place in `workouts` of a number, counted from the last one, which is 1, or of an id.
  func index(of which: String) -> Int? {
    if let number = Int(which), (1...max(1, workouts.count)).contains(number) { return workouts.count - number }
    return workouts.lastIndex { $0.id == which }
  }

  /// Lines of the file that could not be read.
  var warnings: [String] {
    switch unreadableLines {
    case 0: []
    case 1: ["1 line of \(path) could not be read"]
    default: ["\(unreadableLines) lines of \(path) could not be read"]
    }
  }
}
