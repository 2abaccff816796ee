import Testing
import Varlink
import ControlInterface

@Suite struct ControlErrorTests {
  @Test(arguments: Samples.errors)
  func `an error fits its declaration and comes back`(error: ControlError) throws {
    let varlinkError = try error.varlinkError()
    try WorkoutInterface.description.validate(varlinkError)
    #expect(try ControlError(varlinkError) == error)
  }

  @Test func `every declared error is in the table`() throws {
    let names = Set(try Samples.errors.map { try $0.varlinkError().name })
    #expect(names == Set(WorkoutInterface.description.errors.keys.map { "org.intervald.Workout.\($0)" }))
  }

  @Test func `an error of another interface is not ours`() throws {
    #expect(try ControlError(.expectedMore) == nil)
    #expect(try ControlError(VarlinkError("org.intervald.Workout.Later")) == nil)
  }

  @Test func `parameters that are not the error's are refused`() {
    #expect(throws: DecodingError.self) { try ControlError(VarlinkError("org.intervald.Workout.NoSuchPlan")) }
  }
}
