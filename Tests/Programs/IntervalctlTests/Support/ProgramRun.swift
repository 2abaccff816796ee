/// The result of a run of the program.
struct ProgramRun: Equatable {
  var status: Int32
  var output: [String] = []
  var messages: [String] = []
}
