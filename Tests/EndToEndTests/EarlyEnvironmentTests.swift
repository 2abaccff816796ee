import TestSupport
import TestTraits
import Testing

/// Tests of both programs with a library that changes the environment before `main`; see
/// Tests/foreign/early_environment.c.
@Suite(.hangLimit) struct EarlyEnvironmentTests {
  /// Compiles the library, and runs a program with it.
  private func run(
    _ program: String, _ arguments: [String], _ environment: [String: String] = [:]
  ) async throws -> Invocation {
    let folder = try TemporaryFolder()
    let library = folder.path(of: "early.so")
    let compiler = try await Invocation.run(
      "clang",
      ["-Wall", "-Werror", "-shared", "-fPIC", "-o", library, "\(packageRoot)/Tests/foreign/early_environment.c"])
    try #require(compiler.status == 0, "\(compiler.errors)")
    let variables = ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "LD_PRELOAD": library]
    return try await Invocation.run(
      BuiltProgram.path(of: program), arguments, environment: variables.merging(environment) { $1 })
  }

  @Test(
    arguments: [
      ("intervalctl", ["convert", "5km"], 0, "5km\nkm         5.00\nmi         3.11\nmetres  5000.00\n", ""),
      (
        "intervalctl", ["notation", "", "x"], 64, "",
        "error: unexpected arguments '' and 'x'\nhint: see 'intervalctl notation --help'\n"
      ),
      ("intervald", ["--version"], 0, "intervald 0.1.0\n", ""),
      ("intervald", ["foo"], 64, "", "error: unexpected argument 'foo'\nhint: see 'intervald --help'\n"),
    ] as [(String, [String], CInt, String, String)])
  func `a program uses its arguments although Swift has lost them`(
    _ program: String, _ arguments: [String], _ status: CInt, _ output: String, _ errors: String
  ) async throws {
    let run = try await run(program, arguments)
    #expect([run.output, run.errors] == [output, errors])
    #expect(run.status == status)
  }

  @Test(arguments: ["intervalctl", "intervald"])
  func `a program whose arguments are unknown does nothing and reports this`(_ program: String) async throws {
    let run = try await run(program, ["--version"], ["HIDE_ARGUMENTS": "1"])
    #expect(
      run.errors == """
        error: the arguments are unknown: /proc/self/cmdline: Permission denied
        hint: unset LD_PRELOAD: a library changed the environment before the program started

        """)
    #expect(run.output.isEmpty)
    #expect(run.status == 69)
  }
}
