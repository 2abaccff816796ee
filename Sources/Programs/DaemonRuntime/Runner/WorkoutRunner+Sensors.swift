package import Sensors
import WorkoutEngine
import WorkoutModel
import WorkoutReports

/// The values of the sensors during the workout.
extension WorkoutRunner {
  /// Handles the values of a sensor.
  ///
  /// A measured distance may end the present interval. The watchers receive the state after each value.
  package func sense(_ values: SensorValues) {
    guard running != nil, !isShutDown else { return }
    let now = catchUp()
    guard var sensed = engine.progress(at: now)?.sensed else { return }
    var effects: [Effect] = []
    var heartRate = running?.settings.usesHeartRate == true ? values.heartRate : nil
    if values.kind == sensed.distanceSource?.sensorKind {
      sensed.cadence = values.cadence
      if let speed = values.speed {
        sensed.metresPerSecond = speed
        sensed.isDistanceMeasured = true
        let motion = MeasuredMotion(metres: values.metres, in: values.span, metresPerSecond: speed)
        effects = engine.measure(motion, at: now)
      }
      // A treadmill also sends the heart rate of its own sensor. Values without a speed are only a part of a record.
      if isHeartRateFromStrap {
        heartRate = nil
      } else if values.speed != nil || heartRate != nil {
        sensed.heartRate = heartRate
      }
    } else if values.kind == .heartRate {
      isHeartRateFromStrap = heartRate != nil
      sensed.heartRate = heartRate
    } else {
      return
    }
    engine.count(heartRate: heartRate, cadence: values.cadence)
    engine.show(sensed)
    record(sensed, at: now)
    deliver(effects)
    if running != nil { sendState(as: .measured) }
  }

  /// Records the present values of the sensors.
  private func record(_ sensed: SensedValues, at now: Instant) {
    guard let running, let time = engine.timeSinceStart(at: now) else { return }
    let metres = sensed.isDistanceMeasured ? engine.progress(at: now)?.distance.metres : nil
    saving.record(
      SensorRecord(
        time: time.inMilliseconds, distance: metres.map { Int(($0 * 100).rounded()) },
        speed: sensed.metresPerSecond.map { Int(($0 * 1000).rounded()) }, cadence: sensed.cadence,
        heartRate: sensed.heartRate), of: running.id)
  }

  /// Handles the silence of a sensor, whose last values are no longer shown.
  package func endSensing(_ kind: SensorKind) {
    guard var sensed = engine.progress(at: timekeeper.now)?.sensed else { return }
    if kind == .heartRate {
      sensed.heartRate = nil
      isHeartRateFromStrap = false
    } else {
      (sensed.isDistanceMeasured, sensed.metresPerSecond, sensed.cadence) = (false, nil, nil)
      if !isHeartRateFromStrap { sensed.heartRate = nil }
    }
    engine.show(sensed)
    publish()
    sendState(as: .measured)
  }

  /// Shows the sensors that the settings of a workout require, with the values of the sensors that are already in use.
  func showSensors(of settings: Settings) {
    var sensors = settings.sensors
    let shown = engine.progress(at: timekeeper.now)?.sensed
    if sensors != nil, let shown, shown.distanceSource == sensors?.distanceSource { sensors = shown }
    if !settings.usesHeartRate {
      sensors?.heartRate = nil
      isHeartRateFromStrap = false
    }
    engine.show(sensors)
  }
}

extension Settings {
  /// The sensors that the settings require, before their first values; nil if they require no sensor.
  var sensors: SensedValues? {
    let source = measuredDistanceSource
    return source == nil && !usesHeartRate ? nil : SensedValues(distanceSource: source)
  }
}

extension DistanceSource {
  /// The kind of sensor that measures the distance.
  var sensorKind: SensorKind? {
    switch self {
    case .footPod: .footPod
    case .treadmill: .treadmill
    case .estimate: nil
    }
  }
}
