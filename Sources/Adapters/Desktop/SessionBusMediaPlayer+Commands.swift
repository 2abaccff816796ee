import MessageBus

/// The player's object on the bus, and the commands that it receives.
extension SessionBusMediaPlayer {
  var exportedObject: ExportedObject {
    ExportedObject(
      value: { [weak self] interface, property in
        self?.assumeIsolated { $0.value(of: property, in: interface) } ?? .boolean(false)
      },
      set: { [weak self] property, value in self?.assumeIsolated { $0.set(property, to: value) } },
      call: { [weak self] method in self?.assumeIsolated { $0.call(method) } ?? nil })
  }

  private func value(of property: String, in interface: String) -> Variant {
    if property == "Position" { return .int64(properties.position(at: .now)) }
    let all = interface == MediaInterfaces.root ? properties.ofRoot : properties.ofPlayer
    guard let value = all[property] else {
      preconditionFailure("\(interface) declares the unknown property \(property)")
    }
    return value
  }

  /// Handles a property that another program sets.
  ///
  /// A rate of 0 pauses the workout, as MPRIS specifies. All other values are ignored, because the rate and the volume
  /// are fixed.
  private func set(_ property: String, to value: Variant) {
    if property == "Rate", value == .double(0), takesKeys { commandSink.yield(.pause) }
  }

  /// Handles a method call, and returns an error message if the method is not supported.
  private func call(_ method: String) -> String? {
    if let others, !others.areKnown {
      if waitingMethods.count < Self.maxCommands { waitingMethods.append(method) }
      return nil
    }
    let command: MediaCommand
    switch method {
    case "Play": command = .play
    case "Pause": command = .pause
    case "PlayPause": command = .playPause
    case "Next": command = .next
    case "Previous": command = .previous
    case "Stop": command = .stop
    case "OpenUri": return "This media player does not open files."
    // The properties declare that Raise, Quit, Seek and SetPosition are not available, so these methods do nothing.
    default: return nil
    }
    if !takesKeys {
      pass(method)
    } else if command != .previous || properties.snapshot != nil {
      commandSink.yield(command)
    }
    return nil
  }

  // MARK: - Other players

  /// Finds the other players, unless this player takes every command, and decides whether it takes commands.
  func updateKeys(on bus: BusConnection) {
    if properties.keys == .always {
      others = nil
    } else if others == nil {
      others = OtherPlayers(on: bus, except: busName) { [weak self] in self?.othersChanged() }
    }
    properties.takesKeys = takesKeys
    guard others?.areKnown ?? true else { return }
    let methods = waitingMethods
    waitingMethods = []
    for method in methods { _ = call(method) }
  }

  /// Whether this player takes commands, instead of passing them to another player.
  private var takesKeys: Bool {
    switch properties.keys {
    case .always: true
    case .unlessOthersPlay: others?.playing == nil
    case .never: false
    }
  }

  /// Passes a command to the other player that played last; without another player, the command has no effect.
  private func pass(_ method: String) {
    guard let bus, let player = others?.preferred else { return }
    let call = BusCall(method, of: MediaInterfaces.player, at: MediaInterfaces.path, on: player)
    bus.call(call, within: Self.answerLimit) { _ in }
  }
}
