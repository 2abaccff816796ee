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

  private var mistake: Failure? { if case .failure(let failure) = plan { failure } else { nil } }
}
