import Sensors
import Testing

@Test func `a sensor kind has the word that the settings use`() {
  #expect(SensorKind.allCases.map(\.rawValue) == ["foot-pod", "treadmill", "heart-rate"])
}
