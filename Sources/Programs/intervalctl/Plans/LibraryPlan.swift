import JSON
import PlanLibrary
import WorkoutPresentation
import WorkoutViews

/// A named plan or program, or the reason why it cannot be read.
struct LibraryPlan {
  let entry: PlanFolders.Entry
  /// Whether the plan is in the user's own folder.
  let isOwn: Bool
  let content: Result<Content, Failure>

  enum Content {
    case plan(ReadPlan)
    case program(ReadProgram)
  }

  /// The line of the plan in `plans --json`; for a program, the line describes the session that is due.
  var json: JSONValue {
    var members = ReadPlan.members(of: plan)
    members["name"] = .string(entry.name)
    members["path"] = .string(entry.path)
    members["own"] = .bool(isOwn)
    members["error"] = JSONValue(failure?.message, JSONValue.string)
    members["program"] = JSONValue(program) { .object($0.positionMembers) }
    return .object(members)
  }

  /// The row of the plan in a table.
  var row: PlanTable.Entry {
    let content: PlanTable.Entry.Content =
      switch content {
      case .success(.plan(let plan)): .plan(plan)
      case .success(.program(let program)): .program(program)
      case .failure(let failure): .error(words(of: failure))
      }
    return PlanTable.Entry(name: entry.name, isProgram: entry.isProgram, content)
  }

  /// The message of a failure; if it begins with the path of the plan, the line replaces the path.
  private func words(of failure: Failure) -> String {
    let path = "\(entry.path):"
    let message = failure.message.hasPrefix(path) ? failure.message.dropFirst(path.count) : failure.message[...]
    let parts = message.split(separator: ":", maxSplits: 2)
    guard failure.excerpt != nil, parts.count == 3 else { return failure.message }
    return "line \(parts[0]):\(parts[2])"
  }

  /// The plan, or the session of the program that is due; nil if it cannot be read, or if the program is done.
  private var plan: ReadPlan? {
    switch content {
    case .success(.plan(let plan)): plan
    case .success(.program(let program)): program.duePlan
    case .failure: nil
    }
  }

  private var program: ReadProgram? { if case .success(.program(let program)) = content { program } else { nil } }

  private var failure: Failure? { if case .failure(let failure) = content { failure } else { nil } }
}
