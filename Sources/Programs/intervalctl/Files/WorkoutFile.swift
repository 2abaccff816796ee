import UserFiles
import WorkoutFiles
import WorkoutModel

/// A workout file of another program, as it was read.
struct WorkoutFile {
  let path: String
  let workout: ImportedWorkout

  /// Reads a file; a path of `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: the file's.
  ///   - format: what it is.
  ///   - unit: what a speed becomes a pace for one of.
  /// - Throws: `Failure` for what cannot be read, or is no workout.
  init(_ path: String, _ format: WorkoutFormat, per unit: DistanceUnit) throws(Failure) {
    self.path = path
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.readStream(path, maxBytes: format.longest + 1)
    } catch {
      throw .unreadableFile(error)
    }
    do {
      workout = try ImportedWorkout(bytes, format: format, per: unit)
    } catch {
      throw .unusableFile(error, path: path, format: format)
    }
  }

  /// The plan in it, as the text of a plan file.
  var text: PlanText { PlanText(importing: workout, planName: fileName, path: path) }

  /// What the file is called, without what its name ends with.
  private var fileName: String? {
    guard path != "-", let file = path.split(separator: "/").last else { return nil }
    let name = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    return name.isEmpty ? nil : String(name)
  }
}
