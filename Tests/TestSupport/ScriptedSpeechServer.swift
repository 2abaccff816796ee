/// A speech service that accepts every request without speaking.
///
/// A test can make the service fail at one step of the protocol.
package struct ScriptedSpeechServer: Sendable {
  package let process: TestProcess
  private let folder: TemporaryFolder

  /// A step of the protocol, identified by a word of the request.
  package enum Step: String, CaseIterable, Codable, Sendable {
    case clientName = "CLIENT_NAME"
    case language = "LANGUAGE"
    case rate = "RATE"
    case volume = "VOLUME"
    case synthesizer = "OUTPUT_MODULE"
    case voices = "LIST"
    case cancel = "CANCEL"
    case priority = "PRIORITY"
    case speak = "SPEAK"
    /// The end of a text.
    case text = "."
    case notification = "NOTIFICATION"
    /// The event after a text was spoken.
    case end = "END"
  }

  /// A fault that replaces the reply to a request.
  package enum Fault: String, CaseIterable, Codable, Sendable {
    case hang
    case hangUp
    /// Closes the connection in the middle of a line.
    case brokenOff
    case serverError
    case clientError
    case garbage
    case emptyLine
    case noLine
    case longLine
    /// Sends a line that never ends.
    case endless
    /// Sends a reply with an endless number of lines.
    case flood
  }

  /// Starts the service at the socket that libspeechd uses, in the subfolder `run` of the folder.
  package static func start(
    in processes: TestProcesses, folder: TemporaryFolder, environment: [String: String]
  ) async throws -> ScriptedSpeechServer {
    let socket = "\(try folder.folder("run/speech-dispatcher"))/speechd.sock"
    let process = try await processes.start(
      "python3", ["-c", script, socket, folder.path(of: "fault")], environment: environment)
    let server = ScriptedSpeechServer(process: process, folder: folder)
    _ = try await process.output.first("the scripted speech service") { $0 == "listening" }
    return server
  }

  /// Makes the service fail at a step from now on.
  ///
  /// The service prints `STEP FAULT` at each failure.
  package func set(_ fault: Fault, at step: Step) throws {
    try folder.write("\(step.rawValue) \(fault.rawValue)", to: "fault")
  }

  /// Makes the service report the end of each text only before its reply at a step, as a mark or as `END`.
  package func reportEnds(before step: Step, asMarks: Bool) throws {
    try folder.write("\(step.rawValue) \(asMarks ? "mark" : "end")", to: "fault")
  }

  /// Makes the service reply normally to every request again.
  package func clearFault() throws { try folder.write("", to: "fault") }

  private static let script = #"""
    import itertools, os, socket, sys, threading

    replies = {
        "OUTPUT_MODULE": b"251-scripted\r\n251 OK GET RETURNED\r\n", "SPEAK": b"230 OK RECEIVING DATA\r\n",
        "CANCEL": b"210 OK CANCELED\r\n", ".": b"225-21\r\n225 OK MESSAGE QUEUED\r\n",
        "END": b"702-21\r\n702-1\r\n702 END\r\n",
        "MARK": b"700-21\r\n700-1\r\n700-end\r\n700 INDEX MARK\r\n",
    }
    faults = {
        "serverError": b"300 ERR INTERNAL\r\n", "clientError": b"408 ERR NOT ALLOWED\r\n",
        "garbage": b"\xff\x00{} <html>\r\n", "emptyLine": b"\r\n", "noLine": b"\n",
        "longLine": b"299-" + b"x" * 1000000 + b"\r\n299 OK\r\n",
    }

    def fault_at(step):
        try:
            words = open(sys.argv[2]).read().split()
        except FileNotFoundError:
            return None
        if words[1:] in (["end"], ["mark"]) and step == "END":
            return "none"
        return words[1] if words and words[0] == step else None

    def answer(client, step):
        fault = fault_at(step)
        if fault:
            print(step, fault, flush=True)
        if fault == "none":
            return
        if fault in ("end", "mark"):
            client.sendall(replies[fault.upper()])
        if fault == "hang":
            client.recv(1)
        elif fault == "brokenOff":
            client.sendall(b"2")
        elif fault == "endless" or fault == "flood":
            piece = (b"299-x\r\n" if fault == "flood" else b"x") * 10000
            for _ in itertools.repeat(None):
                client.sendall(piece)
        if fault in ("hang", "hangUp", "brokenOff"):
            client.shutdown(socket.SHUT_RDWR)
        else:
            client.sendall(faults.get(fault) or replies.get(step) or b"203 OK SET\r\n")

    def serve(client):
        is_text, wants_end = False, False
        try:
            for line in client.makefile("rb"):
                words = line.decode().upper().split()
                if is_text and words != ["."]:
                    print("said", line.decode().rstrip("\r\n"), flush=True)
                    continue
                step = words[2] if words[:2] == ["SET", "SELF"] else words[1] if words[:1] == ["GET"] else words[0]
                wants_end = wants_end or step == "NOTIFICATION"
                answer(client, step)
                if is_text and wants_end:
                    answer(client, "END")
                is_text = step == "SPEAK"
        except OSError:
            pass

    server = socket.socket(socket.AF_UNIX)
    server.bind(sys.argv[1])
    server.listen()
    print("listening", flush=True)
    while True:
        threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()
    """#
}
