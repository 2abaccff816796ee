import JSON
import Varlink
import WorkoutModel
import WorkoutReports

/// The methods that use sensors.
extension WorkoutService {
  /// The possible times of a search, in milliseconds.
  private static let searchTimes = 0...30_000
  /// The default time of a search, in milliseconds.
  private static let defaultSearch = 8000

  func answerSensor(_ method: WorkoutInterface.Method, _ parameters: JSONValue) async throws -> Answer {
    if method == .listSensors {
      let list: WorkoutInterface.ListSensorsParameters = try parameters.decoded()
      let milliseconds = list.searchMs ?? Self.defaultSearch
      guard Self.searchTimes.contains(milliseconds) else { throw VarlinkError.invalidParameter("searchMs") }
      let sensors = try await controller.sensors(searchMilliseconds: milliseconds)
      return try single(WorkoutInterface.SensorsResult(sensors: sensors))
    }
    let name = try (parameters.decoded() as WorkoutInterface.SensorParameters).name
    guard name.unicodeScalars.count <= LimitedText.name.maxCharacters else {
      throw VarlinkError.invalidParameter("name")
    }
    switch method {
    case .pairSensor: return try single(WorkoutInterface.SensorResult(sensor: await controller.pairSensor(name)))
    case .forgetSensor: return try single(WorkoutInterface.SensorResult(sensor: await controller.forgetSensor(name)))
    default:
      return .stream(
        try await controller.testSensor(name).map { result in
          switch result {
          case .success(let values):
            let results = try JSONValue.object(encoding: WorkoutInterface.SensorValuesResult(values: values))
            return EncodedReply(Reply(results, continues: true))
          case .failure(let error): throw try error.varlinkError()
          }
        })
    }
  }
}
