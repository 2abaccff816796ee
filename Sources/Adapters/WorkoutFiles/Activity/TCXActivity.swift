import Dates
import FoundationEssentials
import Text
import WorkoutModel
import WorkoutReports

/// An activity in the format of Garmin Training Center.
///
/// Source: Garmin, "TrainingCenterDatabasev2.xsd" and "ActivityExtensionv2.xsd".
struct TCXActivity {
  private let activity: Activity
  private let options: ActivityFile.Options
  private let note: String?

  init(_ activity: Activity, _ options: ActivityFile.Options, note: String?) {
    self.activity = activity
    self.options = options
    self.note = note
  }

  /// Text of the file.
  var document: String {
    var children = [XMLElement(name: "Id", text: time(0))] + activity.traces.map(lap)
    if let note = note?.sanitized, !note.isEmpty { children.append(XMLElement(name: "Notes", text: note)) }
    children.append(creator)
    let sport = options.sport == .running ? "Running" : "Other"
    let element = XMLElement(name: "Activity", attributes: ["Sport": sport], children: children)
    var database = TCXWorkout.database([XMLElement(name: "Activities", children: [element])])
    if !activity.records.isEmpty {
      database.attributes["xmlns:ns3"] = "http://www.garmin.com/xmlschemas/ActivityExtension/v2"
    }
    return database.document
  }

  /// Makes a lap with a track for each of its parts between pauses.
  ///
  /// The schema requires a distance in each lap. If the distance is unknown, it is left out nevertheless, because a
  /// distance of 0 would be wrong, and would count as 0 in the totals of a training diary.
  private func lap(_ trace: Activity.Trace) -> XMLElement {
    let lap = trace.lap
    let kind = lap.interval.flatMap { Kind(rawValue: $0.kind) } ?? .interval
    // In a walk, walking is not rest.
    let isResting = kind.isResting && !(kind == .walk && options.sport == .walking)
    var children = [XMLElement(name: "TotalTimeSeconds", text: decimal(lap.elapsed, digits: 3))]
    children += distance(lap.distance)
    children += [
      // The schema requires the calories.
      XMLElement(name: "Calories", text: "0")
    ]
    let averages = trace.records.averages
    children += heartRate("AverageHeartRateBpm", averages.heartRate)
    children += heartRate("MaximumHeartRateBpm", averages.maxHeartRate)
    children += [
      XMLElement(name: "Intensity", text: isResting ? "Resting" : "Active"),
      XMLElement(name: "TriggerMethod", text: trigger(of: lap)),
    ]
    children += trace.runs.filter { !$0.records.isEmpty }.map { run in
      XMLElement(name: "Track", children: run.records.map(point))
    }
    if let steps = averages.cadence { children.append(extensions("LX", [cadence("AvgRunCadence", steps)])) }
    return XMLElement(
      name: "Lap", attributes: ["StartTime": time(Activity.second(trace.begin))], children: children)
  }

  private func point(_ record: Activity.Record) -> XMLElement {
    var children = [XMLElement(name: "Time", text: time(record.second))] + distance(record.distance)
    children += heartRate("HeartRateBpm", record.heartRate)
    if !activity.records.isEmpty {
      var values: [XMLElement] = []
      if let speed = record.speed { values.append(XMLElement(name: "ns3:Speed", text: decimal(speed, digits: 3))) }
      if let steps = record.cadence { values.append(cadence("RunCadence", steps)) }
      if !values.isEmpty { children.append(extensions("TPX", values)) }
    }
    return XMLElement(name: "Trackpoint", children: children)
  }

  /// Makes an element of ActivityExtensionv2.xsd.
  private func extensions(_ name: String, _ values: [XMLElement]) -> XMLElement {
    XMLElement(name: "Extensions", children: [XMLElement(name: "ns3:\(name)", children: values)])
  }

  /// Makes the element of the cadence of one foot.
  private func cadence(_ name: String, _ steps: Int) -> XMLElement {
    XMLElement(name: "ns3:\(name)", text: "\(steps / 2)")
  }

  private func heartRate(_ name: String, _ rate: Int?) -> [XMLElement] {
    rate.map { [XMLElement(name: name, children: [XMLElement(name: "Value", text: "\($0)")])] } ?? []
  }

  private func trigger(of lap: Activity.Lap) -> String {
    switch lap.ended {
    case .time: "Time"
    case .distance: "Distance"
    default: "Manual"
    }
  }

  private func distance(_ distance: Int?) -> [XMLElement] {
    distance.map { [XMLElement(name: "DistanceMeters", text: decimal($0, digits: 2))] } ?? []
  }

  private var creator: XMLElement {
    let version = options.version.split(separator: ".").prefix(2).map { UInt16($0) ?? 0 } + [0, 0]
    return XMLElement(
      name: "Creator", attributes: ["xsi:type": "Device_t"],
      children: [
        XMLElement(name: "Name", text: "intervald"), XMLElement(name: "UnitId", text: "0"),
        XMLElement(name: "ProductID", text: "0"),
        XMLElement(
          name: "Version",
          children: [
            XMLElement(name: "VersionMajor", text: "\(version[0])"),
            XMLElement(name: "VersionMinor", text: "\(version[1])"),
          ]),
      ])
  }

  /// The time of day, in UTC, at a second of the activity.
  private func time(_ second: Int) -> String {
    Date(timeIntervalSince1970: Double(activity.start + second)).rfc3339
  }
}

/// Writes a fixed-point number, such as 1234 with three digits after the point as `1.234`.
private func decimal(_ value: Int, digits: Int) -> String {
  let text = String(value)
  let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
  return padded.dropLast(digits) + "." + padded.suffix(digits)
}
