import JSON
package import UserFiles

/// The plan that was started last.
///
/// `intervalctl start` without a plan starts this plan, unless the settings contain a default plan.
package struct LastPlan: Codable, Equatable, Sendable {
  /// The text of the plan when the plan was started.
  package var plan: String
  /// Name of the plan or file that contained the text.
  package var planName: String?
  /// Whether the plan was started by name; if so, `intervalctl start` reads the plan file again and ignores `plan`.
  package var isNamed: Bool
  /// The training program whose session was started; nil for a plan.
  ///
  /// The value is the name of the program or, if the program was started by its path, the absolute path of its file.
  package var program: String?

  package init(plan: String, planName: String?, isNamed: Bool, program: String? = nil) {
    self.plan = plan
    self.planName = planName
    self.isNamed = isNamed
    self.program = program
  }

  /// The path of the training program; nil for a plan, and for a program that was started by its name.
  package var programPath: String? { program.flatMap { $0.hasPrefix("/") ? $0 : nil } }

  /// The last plan after the rename of a plan or program; nil if the last plan is another one.
  package func renamed(from old: PlanFolders.Entry, to new: PlanFolders.Entry) -> LastPlan? {
    guard isNamed, planName == old.name, (program != nil) == old.isProgram else { return nil }
    var plan = self
    plan.planName = new.name
    if program == old.name { plan.program = new.name }
    if program == old.path { plan.program = new.path }
    return old.isProgram && plan.program == program ? nil : plan
  }

  /// Reads the saved plan; nil if no plan is saved, or if the file cannot be read or is not trusted.
  package init?(savedIn folders: XDGFolders) {
    guard let text = try? TextFile.read(folders.lastPlanFile, maxBytes: Self.maxBytes, requireTrusted: true),
      let plan = try? JSONValue(parsing: Array(text.utf8)).decoded(as: LastPlan.self)
    else { return nil }
    self = plan
  }

  /// Saves the plan, which replaces the previously saved plan.
  package func save(in folders: XDGFolders) throws(SystemError) {
    // Encoding strings and a Boolean value cannot fail.
    let json = (try? JSONValue(encoding: self)).map { String(decoding: $0.text, as: UTF8.self) } ?? "{}"
    try AtomicFile.write(json, to: folders.lastPlanFile)
  }

  /// Maximum size of the file in bytes: the maximum size of a message to the daemon, so that any plan fits.
  private static let maxBytes = 1 << 20
}
