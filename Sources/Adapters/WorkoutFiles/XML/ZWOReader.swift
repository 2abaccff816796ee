import PlanNotation
import Text
import WorkoutModel

/// Reads a workout in the format of Zwift.
struct ZWOReader {
  let sport: Sport
  /// Whether lengths are in metres instead of seconds.
  let hasDistances: Bool
  /// Whether intervald exported the file; if so, the kind of an interval determines its relative target.
  let isOwn: Bool
  /// Speed of a runner with a share of 1, in metres per second; nil if the file does not contain the threshold pace.
  let threshold: Double?
  /// Unit of the paces that are computed from speeds.
  let unit: DistanceUnit
  var report: LossReport

  enum Sport {
    case running
    case cycling
    case other
    /// A file without a sport.
    case unknown
  }

  /// Reads the workout of a document.
  ///
  /// - Parameters:
  ///   - root: Root element of the document.
  ///   - unit: Unit of the paces.
  ///   - report: Receives the losses.
  /// - Returns: The name, the description and the steps of the workout.
  /// - Throws: An error with a line number if an element is missing, or if a value is invalid or outside the limits of
  ///   plans.
  static func workout(
    in root: XMLNode, per unit: DistanceUnit, report: inout LossReport
  ) throws(WorkoutFileError) -> (name: String?, about: String?, steps: [Step]) {
    guard root.name == "workout_file", let workout = root["workout"] else {
      throw WorkoutFileError(.noWorkoutElement(root: root.name), at: root.place)
    }
    root.ignore(children: catalogueElements)
    var reader = ZWOReader(root, workout: workout, per: unit, report: report)
    var steps: [Step] = []
    for node in workout.children(where: isPart) {
      if let step = try reader.step(node) { steps.append(step) }
    }
    report = reader.report
    guard !steps.isEmpty else { throw WorkoutFileError(.noSteps, at: workout.place) }
    return (root["name"]?.text, root["description"]?.text, steps)
  }

  /// Reads the elements that apply to the whole workout.
  private init(_ root: XMLNode, workout: XMLNode, per unit: DistanceUnit, report: LossReport) {
    (self.unit, self.report) = (unit, report)
    isOwn = root["author"]?.text == ZWOWorkout.author
    let sportName = root.children { $0.name.lowercased() == "sporttype" }.first?.text.lowercased()
    sport =
      switch sportName {
      case "run", "running": .running
      case "bike", "biking", "cycling": .cycling
      case nil, "": .unknown
      default: .other
      }
    switch sport {
    case .cycling: self.report.add(.sport("cycling"))
    case .other: self.report.add(.sport("another sport (\(sportName ?? ""))"))
    case .running, .unknown: break
    }
    let lengths = Self.lengths(root, workout: workout, sport: sport)
    hasDistances = lengths.areDistances
    if let assumption = lengths.assumption { self.report.add(assumption) }
    let secondsPerKilometre =
      sport == .running || sport == .unknown
      ? root["thresholdSecPerKm"]?.text { text in decimal(text).flatMap { $0 > 0 ? $0 : nil } } : nil
    threshold = secondsPerKilometre.map { 1000 / $0 }
  }

  /// Finds out whether lengths are in metres; if the file does not specify this, the result contains the assumption.
  ///
  /// Without `durationType`, workouts for cycling are by time. Zwift's workouts for running are then by distance, but
  /// many programs write seconds. Metres are assumed if a target refers to a race pace, as in Zwift's own files, and no
  /// text has an offset in seconds. An offset in metres only occurs in workouts by distance.
  private static func lengths(
    _ root: XMLNode, workout: XMLNode, sport: Sport
  ) -> (areDistances: Bool, assumption: Loss?) {
    let type = root["durationType"]?.text.lowercased() ?? ""
    guard !["time", "distance"].contains(type) else { return (type == "distance", nil) }
    let namesRace = workout.contains { racePace(of: $0, in: sport) != nil }
    let isRun = sport == .running || sport == .unknown && namesRace
    if isRun, workout.contains(where: { $0.hasAttribute("distoffset") }) { return (true, nil) }
    let areDistances = isRun && namesRace && !workout.contains { (ZWOMessage.seconds(of: $0) ?? 0) > 0 }
    guard isRun || !type.isEmpty else { return (false, nil) }
    return (
      areDistances,
      .assumed(
        "lengths \(type.isEmpty ? "without durationType" : "with the unknown durationType \"\(type)\"")",
        readAs: areDistances ? "metres" : "seconds")
    )
  }

  /// Elements that only matter to the catalogue of workouts in Zwift: who made a workout, and where it is listed.
  private static let catalogueElements: Set = [
    "activitySaveName", "authorIcon", "author_alias", "category", "categoryIndex", "categoryOverride", "entid",
    "legacyIdHash", "overrideHash", "painIndex", "ShowCP20", "Skippable", "subcategory", "tags", "uniqueId",
    "visibleAfterTime", "visibleOutsidePlan", "workoutLength",
  ]

  /// Whether an element is a part of a workout; an unknown element with a length is an interval.
  private static func isPart(_ node: XMLNode) -> Bool {
    kinds[node.name.lowercased()] != nil || node.name.lowercased() == "intervalst" || ZWOMessage.isMessage(node)
      || node.hasAttribute("Duration")
  }

  /// Kinds of the known elements in lower case.
  private static let kinds: [String: Kind] = [
    "warmup": .warmup, "cooldown": .cooldown, "maxeffort": .sprint, "steadystate": .run, "freerun": .run,
    "solidstate": .run, "freeride": .run, "ramp": .run,
  ]

  /// Reads an interval or a set of intervals; nil for a message and for an interval without a length.
  private mutating func step(_ node: XMLNode) throws(WorkoutFileError) -> Step? {
    if ZWOMessage.isMessage(node) {
      if let message = ZWOMessage(node) { report.add(.textLeftOut(.message, message.text)) }
      return nil
    }
    // Gameplay events move the camera of the game.
    node.ignore(children: ["gameplayevent"])
    let name = node.name.lowercased()
    if name == "intervalst" { return try set(node) }
    let attributes = ZWOAttributes(
      direction: ["warmup", "ramp"].contains(name) ? .asWritten : name == "cooldown" ? .falling : .range)
    let kind = Self.kinds[name]
    guard
      let interval = try interval(attributes, of: node, defaultKind: kind ?? .run, ZWOMessage.messages(in: node))
    else { return nil }
    if kind == nil { report.add(.unknownInterval(node.name)) }
    return .interval(interval)
  }

  /// Reads a set of two alternating intervals.
  private mutating func set(_ node: XMLNode) throws(WorkoutFileError) -> Step? {
    let rounds = try node.repetitions("Repeat")
    guard PlanLimits.counts.contains(rounds) else { throw WorkoutFileError(.repetitions(rounds), at: node.place) }
    let (on, off) = (try node.number("OnDuration"), try node.number("OffDuration"))
    var messages: (on: [ZWOMessage], off: [ZWOMessage]) = ([], [])
    for var message in ZWOMessage.messages(in: node) {
      if message.offset < on || message.isDistance != hasDistances {
        messages.on.append(message)
      } else if message.offset < on + off {
        message.offset -= on
        messages.off.append(message)
      } else {
        // Zwift shows the message only in a later round. A label in a plan would apply to all rounds, so the message is
        // left out.
        report.add(.textLeftOut(.message, message.text))
      }
    }
    let defaultKinds = ZWOWorkout.defaultKindsOfSet
    let intervals = [
      try interval(.on, of: node, defaultKind: defaultKinds.on, messages.on),
      try interval(.off, of: node, defaultKind: defaultKinds.off, messages.off),
    ].compactMap(\.self)
    return intervals.isEmpty ? nil : .repeat(Repeat(.count(rounds), intervals.map(Step.interval)))
  }

  /// Reads an interval; nil if its length is 0.
  private mutating func interval(
    _ attributes: ZWOAttributes, of node: XMLNode, defaultKind: Kind, _ messages: [ZWOMessage]
  ) throws(WorkoutFileError) -> Interval? {
    node.ignore(attributes: ZWOAttributes.display)
    let length = try node.number(attributes.length)
    let goal: Goal =
      hasDistances
      ? .distance(Distance(centimetres: Int((length * 100).rounded())))
      : .time(.milliseconds(Int((length * 1000).rounded())))
    if goal.isZero {
      node.ignore(attributes: attributes.all)
      report.addEmptyStep(attributes.interval(in: node.name), at: node.place, .message, messages.map(\.text))
      return nil
    }
    // Only a message at the beginning can contain the kind and the pace.
    let first = messages.first.flatMap { $0.offset == 0 ? $0.text : nil }
    let title = ZWOTitle(reading: first, defaultKind: defaultKind)
    let (pace, targets) = targets(attributes, of: node, kind: title.title.kind, hasPace: title.pace != nil)
    for target in targets { report.add(.target(target)) }
    for message in messages where message.offset > 0 {
      let offset: Goal = message.isDistance ? .distance(.metres(message.offset)) : .time(.seconds(message.offset))
      report.add(.movedMessage(message.text, from: offset))
    }
    let texts = [title.title.label].compactMap(\.self) + messages.dropFirst(first == nil ? 0 : 1).map(\.text) + targets
    return Interval(
      goal: try goal.checked(at: node.place), kind: title.title.kind, pace: title.pace ?? pace,
      label: texts.joinedAsLabel)
  }
}

/// A text that Zwift shows during an interval or a set.
struct ZWOMessage {
  /// Time or distance after the beginning of the interval or set, in seconds or metres.
  var offset: Double
  /// Whether the offset is in metres.
  let isDistance: Bool
  let text: String

  static func isMessage(_ node: XMLNode) -> Bool {
    ["text", "textevent", "textnotification"].contains(node.name.lowercased())
  }

  /// Reads the offset of a message in seconds; nil for an element without this offset.
  static func seconds(of node: XMLNode) -> Double? {
    guard isMessage(node) else { return nil }
    return ["timeoffset", "TimeOffset", "timeOffset"].lazy.compactMap { node.attribute($0, as: decimal) }.first
  }

  /// Reads a message; nil if it has no text.
  init?(_ node: XMLNode) {
    // These attributes only affect the display: the duration, the position and the size of the text.
    node.ignore(attributes: ["duration", "Duration", "font_size", "locIndex", "textscale", "x", "y"])
    let distance = node.attribute("distoffset", as: decimal)
    // With an offset in metres, an offset in seconds is not used, and is therefore reported as a loss.
    let time = distance == nil ? Self.seconds(of: node) : nil
    // Many files contain the misspelling.
    let text = ["message", "text", "mssage"].lazy.compactMap { node.attribute($0) }.first
    guard let text, !text.isEmpty else { return nil }
    (offset, isDistance, self.text) = (distance ?? time ?? 0, distance != nil, text)
  }

  /// Reads the messages in an interval or a set, and sorts the messages by offset.
  static func messages(in node: XMLNode) -> [ZWOMessage] {
    node.children(where: isMessage).compactMap { ZWOMessage($0) }.sorted { $0.offset < $1.offset }
  }
}

extension XMLNode {
  /// Returns the number in an attribute.
  fileprivate func number(_ name: String) throws(WorkoutFileError) -> Double {
    guard let text = attribute(name) else { throw WorkoutFileError(.missing(name), at: place) }
    guard let number = decimal(text) else { throw WorkoutFileError(.invalidNumber(text, name: name), at: place) }
    return number
  }

  /// Returns the whole number in an attribute that contains a number of repetitions.
  fileprivate func repetitions(_ name: String) throws(WorkoutFileError) -> Int {
    let number = try number(name)
    guard let count = Int(exactly: number) else { throw WorkoutFileError(.fractionalRepetitions(number), at: place) }
    return count
  }
}
