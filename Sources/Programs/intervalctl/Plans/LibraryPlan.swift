import WorkoutPresentation
import WorkoutViews
import Varlink
import PlanLibrary

/// A plan that has a name, read, or with the reason why it cannot be.
struct LibraryPlan {
  let entry: PlanFolders.Entry
  /// Whether it is in the person's own folder.
  let isOwn: Bool
  let plan: Result<ReadPlan, Failure>

  /// A line of `plans --json`.
  var json: JSONValue {
    var members = ReadPlan.members(of: try? plan.get())
    members["name"] = .string(entry.name)
    members["path"] = .string(entry.path)
    members["own"] = .bool(isOwn)
    members["error"] = JSONValue(mistake?.message, JSONValue.string)
    return .object(members)
  }

  /// The row of the plan in a table.
  var row: PlanTable.Entry {
    switch plan {
    case .success(let plan): PlanTable.Entry(name: entry.name, .plan(plan))
    case .failure(let failure): PlanTable.Entry(name: entry.name, .error(failure.message))
    }
  }

  private var mistake: Failure? { if case .failure(let failure) = plan { failure } else { nil } }
}
