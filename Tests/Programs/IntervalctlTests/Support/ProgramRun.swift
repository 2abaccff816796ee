/// The exit status and the printed lines of a finished program.
struct ProgramRun: Equatable {
  var status: Int32
  var output: [String] = []
  var messages: [String] = []
}
