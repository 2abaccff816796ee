import Desktop
import TestSupport
import TestTraits
import Testing

/// Tests that use busctl and gdbus to check the required properties and methods of MPRIS 2.2.
///
/// Source: https://specifications.freedesktop.org/mpris-spec/latest/.
@Suite(.ownProcess, .serialized, .hangLimit) struct MediaPlayerConformanceTests {
  static let root = "org.mpris.MediaPlayer2"
  static let player = "org.mpris.MediaPlayer2.Player"
  static let properties = "org.freedesktop.DBus.Properties"

  /// A property of the specification, and its value in this player.
  struct Property: Sendable {
    let interface: String
    let name: String
    let type: String
    var isWritable = false
    /// Whether the specification requires a signal for changes.
    var emitsChanges = true
    /// The value in the notation of busctl, without the type; nil if other tests check the value.
    let value: String?
  }

  static let required = [
    Property(interface: root, name: "CanQuit", type: "b", value: "false"),
    Property(interface: root, name: "CanRaise", type: "b", value: "false"),
    Property(interface: root, name: "HasTrackList", type: "b", value: "false"),
    Property(interface: root, name: "Identity", type: "s", value: "\"Interval timer\""),
    Property(interface: root, name: "DesktopEntry", type: "s", value: "\"intervald\""),
    Property(interface: root, name: "SupportedUriSchemes", type: "as", value: "0"),
    Property(interface: root, name: "SupportedMimeTypes", type: "as", value: "0"),
    Property(interface: player, name: "PlaybackStatus", type: "s", value: "\"Playing\""),
    Property(interface: player, name: "Rate", type: "d", isWritable: true, value: "1"),
    Property(
      interface: player, name: "Metadata", type: "a{sv}",
      value: nil),
    Property(interface: player, name: "Volume", type: "d", isWritable: true, value: "1"),
    Property(interface: player, name: "Position", type: "x", emitsChanges: false, value: nil),
    Property(interface: player, name: "MinimumRate", type: "d", value: "1"),
    Property(interface: player, name: "MaximumRate", type: "d", value: "1"),
    Property(interface: player, name: "CanGoNext", type: "b", value: "true"),
    Property(interface: player, name: "CanGoPrevious", type: "b", value: "true"),
    Property(interface: player, name: "CanPlay", type: "b", value: "true"),
    Property(interface: player, name: "CanPause", type: "b", value: "true"),
    Property(interface: player, name: "CanSeek", type: "b", value: "false"),
    Property(interface: player, name: "CanControl", type: "b", emitsChanges: false, value: "true"),
  ]

  /// The optional properties that this player does not have.
  static let omitted = [
    (root, "Fullscreen"), (root, "CanSetFullscreen"), (player, "LoopStatus"), (player, "Shuffle"),
  ]

  /// The methods of the specification: interface, name, signature, arguments for busctl, and the resulting command.
  static let methods: [(String, String, String, [String], MediaCommand?)] = [
    (root, "Raise", "-", [], nil),
    (root, "Quit", "-", [], nil),
    (player, "Next", "-", [], .next),
    (player, "Previous", "-", [], .previous),
    (player, "Pause", "-", [], .pause),
    (player, "PlayPause", "-", [], .playPause),
    (player, "Stop", "-", [], .stop),
    (player, "Play", "-", [], .play),
    (player, "Seek", "x", ["1000000"], nil),
    (player, "SetPosition", "ox", ["/org/intervald/track/7", "1000000"], nil),
  ]

  @Test func `introspection shows the interfaces of the specification`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario async throws in
        await scenario.show(.run)
        for interface in [Self.root, Self.player] {
          var expected = Self.required.filter { $0.interface == interface }.map { property in
            // busctl prints `emits-change` for a property without an annotation.
            ".\(property.name) property \(property.type)" + (property.emitsChanges ? " emits-change" : "")
              + (property.isWritable ? " writable" : "") + (property.emitsChanges || property.isWritable ? "" : " -")
          }
          expected += Self.methods.filter { $0.0 == interface }.map { ".\($0.1) method \($0.2)" }
          if interface == Self.player { expected += [".OpenUri method s", ".Seeked signal x"] }
          let lines = try await scenario.busctl("introspect", "--no-legend", interface).split(separator: "\n")
          let shown = lines.compactMap { line -> String? in
            let words = line.split(separator: " ").map(String.init)
            guard words.count >= 4 else { return nil }
            // In the line of a property, the value is between the type and the flags. The value is removed.
            let flags = words.drop { $0 != "emits-change" && $0 != "writable" && $0 != words.last }
            return (words.prefix(3) + (words[1] == "property" ? flags : [])).joined(separator: " ")
          }
          #expect(shown.sorted() == expected.sorted())
        }
        let all = try await scenario.busctl("introspect", "--no-legend", Self.root + ".TrackList")
        #expect(all.isEmpty)
      }
    }
  }

  @Test func `every property has the type of the specification`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario async throws in
        await scenario.show(.run)
        for property in Self.required {
          let answer = try await scenario.busctl("get-property", property.interface, property.name)
          if let value = property.value {
            #expect(answer == "\(property.type) \(value)", "\(property.name)")
          } else {
            #expect(answer.hasPrefix("\(property.type) "), "\(property.name)")
          }
        }
        for interface in [Self.root, Self.player] {
          let all = try await scenario.busctl("call", Self.properties, "GetAll", "s", interface)
          let names = Self.required.filter { $0.interface == interface }.map(\.name)
          #expect(all.hasPrefix("a{sv} \(names.count) "))
          for name in names { #expect(all.contains("\"\(name)\" "), "\(name)") }
        }
        let metadata = try await scenario.busctl("get-property", Self.player, "Metadata")
        for entry in [
          "a{sv} 6 ", #""mpris:trackid" o "/org/intervald/track/7""#, #""mpris:length" x 30000000"#,
          #""mpris:artUrl" s "file:///run.svg""#, #""xesam:title" s "Run 30 s""#,
          #""xesam:artist" as 1 "Round 3 of 8""#, #""xesam:album" s "Tabata""#,
        ] { #expect(metadata.contains(entry), "\(entry) in \(metadata)") }
      }
    }
  }

  @Test func `every method has the effect that the specification requires`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario async throws in
        await scenario.show(.run.with { $0.isPlaying = false })
        for (interface, method, signature, arguments, command) in Self.methods {
          let mark = scenario.commands.count
          let words = signature == "-" ? [] : [signature] + arguments
          let answer = try await Invocation.run(
            "busctl",
            ["--user", "call", MediaPlayerScenario.name, MediaPlayerScenario.path, interface, method] + words)
          #expect(answer.status == 0, "\(method): \(answer.errors)")
          #expect(answer.answer.isEmpty, "\(method)")
          if let command {
            _ = try await scenario.commands.first("\(method)", from: mark) { $0 == command }
          }
        }
        #expect(scenario.commands.elements == Self.methods.compactMap(\.4))
        #expect(try await scenario.busctl("get-property", Self.player, "Position") == "x 5000000")
        #expect(
          try await scenario.call("\(Self.player).OpenUri", "file:///a")
            .contains("org.freedesktop.DBus.Error.NotSupported"))
      }
    }
  }

  @Test func `new values of writable properties are ignored, except a rate of zero, which means a pause`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario async throws in
        await scenario.show(.run)
        for property in Self.required.filter(\.isWritable) {
          for value in ["0.5", "1", "2"] {
            #expect(try await scenario.busctl("set-property", Self.player, property.name, "d", value).isEmpty)
          }
          let answer = try await scenario.busctl("get-property", Self.player, property.name)
          #expect(answer == "d 1")
        }
        _ = try await scenario.busctl("set-property", Self.player, "Volume", "d", "0")
        _ = try await scenario.busctl("set-property", Self.player, "Rate", "d", "0")
        _ = try await scenario.commands.first("a pause") { _ in true }
        #expect(scenario.commands.elements == [.pause])
      }
    }
  }

  @Test func `a missing or read-only property, or a missing method, is rejected with the proper error`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario async throws in
        await scenario.show(.run)
        let invalid = "org.freedesktop.DBus.Error.InvalidArgs"
        for property in Self.required where !property.isWritable {
          let answer = try await scenario.call("\(Self.properties).Set", property.interface, property.name, "<true>")
          #expect(answer.contains(invalid), "\(property.name): \(answer)")
        }
        for (interface, name) in Self.omitted + [(Self.player, "Nonsense"), ("org.example.Nonsense", "Rate")] {
          let answer = try await scenario.call("\(Self.properties).Get", interface, name)
          #expect(answer.contains(invalid), "\(name): \(answer)")
        }
        #expect(try await scenario.call("\(Self.properties).Set", Self.player, "Rate", "<'fast'>").contains(invalid))
        // gdbus sends only arguments of the types in the introspection data, so busctl is used.
        let mismatch = try await Invocation.run(
          "busctl",
          ["--user", "call", MediaPlayerScenario.name, MediaPlayerScenario.path, Self.player, "Seek", "s", "a"])
        #expect(mismatch.status != 0)
        #expect(mismatch.errors.contains("does not match expected type"), "\(mismatch.errors)")
        let unknown = "org.freedesktop.DBus.Error.UnknownMethod"
        #expect(try await scenario.call("\(Self.player).Nonsense").contains(unknown))
        #expect(try await scenario.call("\(Self.root).TrackList.GoTo", "/a").contains(unknown))
        #expect(scenario.commands.elements.isEmpty)
      }
    }
  }
}
