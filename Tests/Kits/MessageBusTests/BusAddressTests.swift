import MessageBus
import Testing

@Suite struct BusAddressTests {
  @Test(arguments: [
    ([:], "unix:path=/run/dbus/system_bus_socket"),
    (["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/bus"], "unix:path=/bus"),
  ])
  func `the system bus is at the address in the environment or at the standard address`(
    environment: [String: String], address: String
  ) {
    #expect(BusAddress.system(environment) == address)
  }

  @Test(
    arguments: [
      ([:], nil),
      (["XDG_RUNTIME_DIR": "/run/user/0"], "unix:path=/run/user/0/bus"),
      (["XDG_RUNTIME_DIR": "/run/user/0", "DBUS_SESSION_BUS_ADDRESS": "unix:abstract=x"], "unix:abstract=x"),
    ] as [([String: String], String?)])
  func `the session bus is at the address in the environment or in the runtime folder`(
    environment: [String: String], address: String?
  ) {
    #expect(BusAddress.session(environment) == address)
  }

  @Test func `characters that are special in an address are escaped`() {
    #expect(BusAddress.socket("/run/a b,ü/x-1_2.y") == "unix:path=/run/a%20b%2C%C3%BC/x-1_2.y")
  }

  @Test(arguments: [
    ("intervald-hook-1.service", "intervald_2dhook_2d1_2eservice"), ("", "_"), ("a_b", "a_5fb"), ("é", "_c3_a9"),
    ("\n", "_0a"), ("12", "12"),
  ])
  func `any text is escaped as an element of an object path`(text: String, element: String) {
    #expect(ObjectPath.element(text) == element)
  }

  @Test func `a digit at the beginning is escaped on request`() {
    #expect(ObjectPath.element("12", escapingFirstDigit: true) == "_312")
  }
}
