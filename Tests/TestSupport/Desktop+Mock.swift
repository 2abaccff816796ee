extension Desktop {
  /// Starts a service on the session bus with python-dbusmock, which runs methods that are written in Python.
  ///
  /// Each method has four texts: its name, the types of its arguments, the types of its results, and Python code. The
  /// code gets the arguments in `args`, and assigns the result to `ret`.
  func startMock(
    _ name: String, at path: String, methods: [(String, String, String, String)]
  ) async throws -> TestProcess {
    let list = methods.map { "(\([$0.0, $0.1, $0.2, $0.3].map(Self.pythonText).joined(separator: ", ")))" }
    // The methods are in a template, so that they are defined before the service takes its name.
    let template = try folder.write(
      """
      BUS_NAME = '\(name)'
      MAIN_OBJ = '\(path)'
      MAIN_IFACE = '\(name)'
      SYSTEM_BUS = False

      def load(mock, parameters):
          mock.AddMethods(MAIN_IFACE, [\(list.joined(separator: ", "))])

      """, to: "\(name).py")
    let mark = monitor.mark
    let process = try await processes.start(
      "python3", ["-m", "dbusmock", "--session", "--template", template], environment: environment)
    try await monitor.owner(of: name, from: mark)
    return process
  }

  private static func pythonText(_ text: String) -> String {
    let escapes: [Character: String] = ["\\": "\\\\", "\"": "\\\"", "\n": "\\n"]
    return "\"\(text.map { escapes[$0] ?? String($0) }.joined())\""
  }
}
