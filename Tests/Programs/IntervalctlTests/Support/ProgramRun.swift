/// What a run of the program came to.
struct ProgramRun: Equatable {
  var status: Int32
  var output: [String] = []
  var messages: [String] = []
}
