import ArgumentParser
import PlanLibrary

/// The ways to give a plan.
struct PlanOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Plan: a name, a plan or workout file, or notation; '-' is standard input.", valueName: "plan"),
    completion: Completion.plans)
  var words: [String] = []

  @Option(name: .long, help: "Name of a plan, even if it could be notation.", completion: Completion.names)
  var name: String?

  @Option(name: .long, help: "Plan in notation, even if it could be a name.")
  var text: String?

  var isGiven: Bool { ways > 0 }

  private var ways: Int { [!words.isEmpty, name != nil, text != nil].count { $0 } }

  mutating func validate() throws {
    guard ways <= 1 else { throw ValidationError("PLAN, --name and --text cannot be combined") }
  }

  /// The plan that is meant; nil if none is given.
  func argument(in plans: PlanFolders) throws(Failure) -> PlanArgument? {
    if let name { return .named(plans.entry(typed: name)?.name ?? name) }
    if let text { return .text(PlanText(text: text)) }
    return try PlanArgument(words: words, in: plans)
  }
}
