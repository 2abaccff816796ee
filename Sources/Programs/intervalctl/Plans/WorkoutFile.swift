import ArgumentParser
import JSON
import TerminalUI
import UserFiles
import WorkoutFiles
import WorkoutModel

/// A workout file of another program, after its conversion to a plan.
struct WorkoutFile {
  let path: String
  let workout: ImportedWorkout

  /// Reads and converts a file; a path of `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - format: the format of the file.
  ///   - unit: the distance unit of paces that are converted from speeds.
  /// - Throws: `Failure` for a file that cannot be read or is not a workout.
  init(_ path: String, _ format: WorkoutFormat, per unit: DistanceUnit) throws(Failure) {
    self.path = path
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.readStream(path, maxBytes: format.maxBytes + 1)
    } catch {
      throw .unreadableFile(error)
    }
    do {
      workout = try ImportedWorkout(bytes, format: format, per: unit)
    } catch {
      throw .unusableFile(error, path: path, format: format)
    }
  }

  /// The plan of the file.
  var text: PlanText { PlanText(importing: workout, planName: fileName, path: path) }

  /// The name of the file without its extension; nil for standard input.
  private var fileName: String? {
    guard path != "-", let file = path.split(separator: "/").last else { return nil }
    let name = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    return name.isEmpty ? nil : String(name)
  }
}

/// The option for conversions that may lose or assume something.
struct LossOptions: ParsableArguments {
  @Flag(help: "Fail if something would be lost or assumed, and write nothing.")
  var strict = false

  /// Prints a warning for each of the losses, which are given in words.
  ///
  /// - Throws: `Failure` if there is a loss and `strict` is set; `OutputError`.
  func report(_ losses: [String], on messages: TextStream) throws {
    guard !strict || losses.isEmpty else { throw Failure.lossy(losses) }
    try messages.writeWarnings(losses)
  }
}

extension [Loss] {
  /// The losses of a conversion, each with its name and its description.
  var json: JSONValue {
    .array(map { .object(["loss": .string($0.name), "words": .string($0.words)]) })
  }
}

extension WorkoutFormat: ExpressibleByArgument {
  /// Reads the name of a format in any letter case.
  package init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}
