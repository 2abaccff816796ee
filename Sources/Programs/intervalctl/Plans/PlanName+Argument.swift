import PlanLibrary

extension PlanName {
  /// Reads an argument.
  init(argument: String) throws(Failure) {
    do {
      self = try PlanName(argument)
    } catch {
      throw .unusableName(error, argument)
    }
  }
}
