// swift-tools-version: 6.3

import PackageDescription

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let realModule = Target.Dependency.product(name: "RealModule", package: "swift-numerics")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

/// Declares a module, whose sources are in `Sources/FLOOR/NAME`.
func module(
  _ floor: String, _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil
) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/\(floor)/\(name)", resources: resources)
}

/// Declares a program, whose sources are in `Sources/Programs/NAME`.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "Sources/Programs/\(name)")
}

/// Declares the tests of the module `FLOOR/NAME`, which are in `Tests/FLOOR/NAMETests`.
func tests(_ module: String, _ dependencies: [Target.Dependency] = []) -> Target {
  let path = module.split(separator: "/")
  let name = path[1].prefix(1).uppercased() + path[1].dropFirst() + "Tests"
  return .testTarget(
    name: name, dependencies: [.byName(name: String(path[1])), "TestSupport", "TestTraits"] + dependencies,
    path: "Tests/\(path[0])/\(name)")
}

/// The package: modules on six floors, and their tests.
///
/// A module may import the modules of all lower floors. From its own floor, a module may import only the modules that
/// docs/architecture.md lists.
let package = Package(
  name: "intervald",
  products: [
    .executable(name: "intervald", targets: ["intervald"]),
    .executable(name: "intervalctl", targets: ["intervalctl"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-numerics", exact: "1.1.1"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2", traits: []),
  ],
  targets: [
    // Floor C: module maps and shims for libraries.
    .systemLibrary(
      name: "CCanberra", path: "Sources/C/CCanberra", pkgConfig: "libcanberra", providers: [.apt(["libcanberra-dev"])]),
    .systemLibrary(name: "CExpat", path: "Sources/C/CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(
      name: "CGio", path: "Sources/C/CGio", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(
      name: "CLibnotify", path: "Sources/C/CLibnotify", pkgConfig: "libnotify", providers: [.apt(["libnotify-dev"])]),
    // `intervalctl render` loads these libraries at run time, so the linker needs no flags.
    .systemLibrary(
      name: "CSndfile", path: "Sources/C/CSndfile", providers: [.apt(["libsndfile1-dev", "libsamplerate0-dev"])]),
    .systemLibrary(name: "CLinux", path: "Sources/C/CLinux"),
    // The daemon loads this library at run time, so the linker needs no flags.
    .systemLibrary(name: "CPulse", path: "Sources/C/CPulse", providers: [.apt(["libpulse-dev"])]),
    .systemLibrary(
      name: "CSpeechd", path: "Sources/C/CSpeechd", pkgConfig: "speech-dispatcher",
      providers: [.apt(["libspeechd-dev"])]),
    .systemLibrary(
      name: "CSystemd", path: "Sources/C/CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),

    // Floor Kits: modules that contain nothing about workouts.
    module("Kits", "Concurrency", ["CLinux"]),
    module("Kits", "Dates", ["Text"]),
    module("Kits", "DynamicLibraries"),
    module("Kits", "JSON", ["Text"]),
    module("Kits", "MessageBus", ["CGio", "CLinux", "Concurrency", "Text", "UserFiles"]),
    module("Kits", "Processes", ["CLinux", systemPackage]),
    module("Kits", "TerminalUI", ["Concurrency", "Text", systemPackage]),
    module("Kits", "Text"),
    module("Kits", "UserFiles", ["CLinux", "Text", systemPackage]),
    module("Kits", "Varlink", ["Concurrency", "JSON", "UserFiles", systemPackage]),
    module("Kits", "VarlinkServer", ["JSON", "Varlink", nioCore, nioPosix, systemPackage]),

    // Floor Core: the model of workouts, without input or output.
    module("Core", "WorkoutModel", ["Text"]),
    module("Core", "RunCalculator", ["WorkoutModel", realModule]),
    module("Core", "PlanNotation", ["Text", "WorkoutModel"]),
    module("Core", "WorkoutEngine", ["Text", "WorkoutModel"]),

    // Floor Presentation: conversion of workouts to words, pictures and sounds, without input or output.
    module("Presentation", "ToneSynthesis", [realModule]),
    module("Presentation", "WorkoutReports", ["Dates", "PlanNotation", "WorkoutEngine", "WorkoutModel"]),
    module(
      "Presentation", "WorkoutPresentation",
      ["Dates", "PlanNotation", "Text", "ToneSynthesis", "WorkoutEngine", "WorkoutModel", "WorkoutReports"]),
    module(
      "Presentation", "WorkoutViews",
      [
        "Dates", "JSON", "PlanNotation", "RunCalculator", "TerminalUI", "Text", "WorkoutEngine", "WorkoutModel",
        "WorkoutPresentation", "WorkoutReports",
      ]),
    module(
      "Presentation", "Soundtrack",
      ["Text", "ToneSynthesis", "WorkoutEngine", "WorkoutModel", "WorkoutPresentation", "WorkoutReports", realModule]),

    // Floor Adapters: each module handles one external service or file format.
    module("Adapters", "AudioFiles", ["CSndfile", "DynamicLibraries", "Text", "ToneSynthesis", systemPackage]),
    module(
      "Adapters", "AudioOutput",
      [
        "AudioFiles", "CCanberra", "CPulse", "CSpeechd", "Concurrency", "DynamicLibraries", "Text", "ToneSynthesis",
        "UserFiles", systemPackage,
      ]),
    module(
      "Adapters", "ControlInterface", ["JSON", "UserFiles", "Varlink", "WorkoutReports"],
      resources: [.embedInCode("org.intervald.Workout.varlink")]),
    module("Adapters", "Desktop", ["CGio", "CLibnotify", "Concurrency", "MessageBus", "Text"]),
    module(
      "Adapters", "LogHandlers",
      ["CSystemd", "Concurrency", "Dates", "Text", "UserFiles", logging, systemPackage]),
    module("Adapters", "PlanLibrary", ["JSON", "PlanNotation", "Text", "UserFiles", "WorkoutModel", systemPackage]),
    module("Adapters", "Power", ["CLinux", "Concurrency", "MessageBus"]),
    module("Adapters", "Sensors", ["Concurrency", "MessageBus", "Text", "UserFiles", "WorkoutModel"]),
    module("Adapters", "Systemd", ["CSystemd", "Concurrency", "MessageBus", "Text", "UserFiles", systemPackage]),
    module(
      "Adapters", "WorkoutFiles",
      ["CExpat", "Dates", "PlanNotation", "Text", "UserFiles", "WorkoutEngine", "WorkoutModel", "WorkoutReports"]),
    module(
      "Adapters", "WorkoutHistory",
      ["Dates", "JSON", "UserFiles", "WorkoutReports", systemPackage]),

    // Floor Programs: the executables, and a module that only `intervald` uses.
    module(
      "Programs", "DaemonRuntime",
      [
        "AudioOutput", "CLinux", "Concurrency", "ControlInterface", "Desktop", "LogHandlers", "MessageBus",
        "PlanLibrary", "PlanNotation", "Power", "Processes", "Sensors", "Systemd", "Text", "ToneSynthesis", "UserFiles",
        "VarlinkServer", "WorkoutEngine", "WorkoutHistory", "WorkoutModel", "WorkoutPresentation", "WorkoutReports",
        logging, systemPackage,
      ]),
    program("intervald", ["ControlInterface", "DaemonRuntime", "Text", "UserFiles", systemPackage]),
    program(
      "intervalctl",
      [
        "AudioFiles", "Concurrency", "ControlInterface", "Dates", "DynamicLibraries", "JSON", "PlanLibrary",
        "PlanNotation", "Processes", "RunCalculator", "Soundtrack", "TerminalUI", "Text", "UserFiles", "Varlink",
        "WorkoutEngine", "WorkoutFiles", "WorkoutHistory", "WorkoutModel", "WorkoutPresentation", "WorkoutReports",
        "WorkoutViews", argumentParser, systemPackage,
      ]),
    // Generates the sounds in share/sounds (`make sounds`).
    program("SoundGenerator", ["ToneSynthesis"]),

    // Measures the programs (`make bench`).
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "ControlInterface", "JSON", "PlanNotation", "TestSupport", "UserFiles", "Varlink", "WorkoutEngine",
        "WorkoutHistory", "WorkoutModel", "WorkoutPresentation", "WorkoutReports", argumentParser, systemPackage,
      ],
      path: "Benchmarks",
      exclude: ["bounds.json", "requirements.txt"]),

    // Support for tests.
    .target(
      name: "TestSupport",
      dependencies: [
        "AudioOutput", "Concurrency", "Dates", "Desktop", "LogHandlers", "Power", "Sensors", "Systemd", "TerminalUI",
        "ToneSynthesis", "UserFiles", "WorkoutEngine", "WorkoutHistory", "WorkoutModel", "WorkoutReports", logging,
        subprocess, systemPackage,
      ],
      path: "Tests/TestSupport",
      resources: [.embedInCode("user-manager.sh")]),
    .target(name: "CTestWidth", path: "Tests/CTestWidth"),
    .target(name: "TestTraits", dependencies: ["CTestWidth", "TestSupport"], path: "Tests/TestTraits"),
    .target(
      name: "Fuzzing",
      dependencies: [
        "ControlInterface", "DaemonRuntime", "Dates", "JSON", "PlanNotation", "Sensors", "TestSupport", "Text",
        "UserFiles",
        "Varlink", "VarlinkServer",
        "WorkoutEngine", "WorkoutFiles", "WorkoutHistory", "WorkoutModel", "WorkoutPresentation", "WorkoutReports",
      ],
      path: "Tests/Fuzzing"),
    .executableTarget(
      name: "NotifyProbe", dependencies: ["Concurrency", "LogHandlers", "Systemd", logging], path: "Tests/NotifyProbe"),
    .executableTarget(name: "HookProbe", dependencies: ["DaemonRuntime"], path: "Tests/HookProbe"),

    // Tests: one target for each module, and tests of the whole package.
    tests("Kits/Concurrency"),
    tests("Kits/Dates"),
    tests("Kits/DynamicLibraries"),
    tests("Kits/JSON"),
    tests("Kits/MessageBus", ["CGio"]),
    tests("Kits/Processes"),
    tests("Kits/TerminalUI", ["Text"]),
    tests("Kits/Text"),
    tests("Kits/UserFiles", [systemPackage]),
    tests("Kits/Varlink", ["Concurrency", "JSON", systemPackage]),
    tests("Kits/VarlinkServer", ["CLinux", "Concurrency", "JSON", "Varlink", nioPosix, systemPackage]),
    tests("Core/WorkoutModel", ["PlanNotation"]),
    tests("Core/RunCalculator", ["Text", "WorkoutModel", realModule]),
    tests("Core/PlanNotation", ["Text", "WorkoutModel"]),
    tests("Core/WorkoutEngine", ["PlanNotation", "Text", "WorkoutModel"]),
    tests("Presentation/ToneSynthesis", [realModule]),
    tests("Presentation/WorkoutReports", ["PlanNotation", "WorkoutEngine", "WorkoutModel"]),
    tests("Presentation/WorkoutPresentation", ["Dates", "WorkoutEngine", "WorkoutModel", "WorkoutReports"]),
    tests(
      "Presentation/WorkoutViews",
      [
        "Dates", "PlanNotation", "RunCalculator", "TerminalUI", "Text", "WorkoutEngine", "WorkoutModel",
        "WorkoutPresentation", "WorkoutReports",
      ]),
    tests(
      "Presentation/Soundtrack",
      [
        "AudioFiles", "PlanNotation", "ToneSynthesis", "UserFiles", "WorkoutModel", "WorkoutPresentation",
        "WorkoutReports", realModule, systemPackage,
      ]),
    tests("Adapters/AudioFiles", ["UserFiles", realModule, systemPackage]),
    tests("Adapters/AudioOutput", ["Concurrency", "ToneSynthesis", "UserFiles"]),
    tests(
      "Adapters/ControlInterface",
      ["JSON", "UserFiles", "Varlink", "VarlinkServer", "WorkoutReports", systemPackage]),
    tests("Adapters/Desktop", ["Concurrency", "MessageBus"]),
    tests("Adapters/LogHandlers", [logging]),
    tests(
      "Adapters/PlanLibrary",
      [
        "PlanNotation", "UserFiles", "WorkoutEngine", "WorkoutModel", "WorkoutPresentation", "WorkoutReports",
        systemPackage,
      ]),
    tests("Adapters/Power"),
    tests("Adapters/Sensors", ["Concurrency", "MessageBus", "UserFiles"]),
    tests("Adapters/Systemd", ["NotifyProbe"]),
    tests(
      "Adapters/WorkoutFiles",
      ["Dates", "PlanNotation", "Text", "UserFiles", "WorkoutEngine", "WorkoutModel", "WorkoutReports"]),
    tests(
      "Adapters/WorkoutHistory",
      [
        "Dates", "PlanNotation", "UserFiles", "WorkoutEngine", "WorkoutModel", "WorkoutReports",
        "WorkoutViews", systemPackage,
      ]),
    tests(
      "Programs/DaemonRuntime",
      [
        "AudioOutput", "Concurrency", "ControlInterface", "Desktop", "HookProbe", "JSON", "LogHandlers", "MessageBus",
        "PlanLibrary", "PlanNotation", "Power", "Sensors", "Systemd", "Text", "ToneSynthesis",
        "UserFiles",
        "VarlinkServer", "WorkoutEngine", "WorkoutHistory", "WorkoutModel", "WorkoutPresentation", "WorkoutReports",
        logging, systemPackage,
      ]),
    tests(
      "Programs/intervalctl",
      [
        "AudioFiles", "ControlInterface", "Dates", "JSON", "PlanLibrary", "PlanNotation", "RunCalculator", "TerminalUI",
        "Text", "UserFiles", "Varlink", "VarlinkServer", "WorkoutEngine", "WorkoutFiles", "WorkoutHistory",
        "WorkoutModel", "WorkoutPresentation", "WorkoutReports", "WorkoutViews", argumentParser, subprocess,
        systemPackage,
      ]),
    .testTarget(name: "FuzzingTests", dependencies: ["Fuzzing", "TestSupport", "TestTraits"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "AudioOutput", "ControlInterface", "JSON", "LogHandlers", "TestSupport", "TestTraits", "ToneSynthesis",
        "UserFiles", "Varlink", "VarlinkServer", "WorkoutReports", "intervalctl", "intervald", subprocess,
        systemPackage,
      ]),
    .testTarget(
      name: "PackagingTests",
      dependencies: ["ControlInterface", "JSON", "LogHandlers", "TestSupport", "TestTraits", "Varlink"]),
  ],
  swiftLanguageModes: [.v6]
)

// The target has no main function: libFuzzer provides one, and only `make fuzz` links libFuzzer.
if Context.environment["INTERVALD_FUZZ"] != nil {
  package.targets.append(.executableTarget(name: "Fuzzer", dependencies: ["Fuzzing"], path: "Tests/Fuzzer"))
}

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
  ]
  // Different compilers report different warnings, so warnings are errors only in CI (.ci/run). Builds without debug
  // information need less time.
  if Context.environment["INTERVALD_WERROR"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
    target.swiftSettings?.append(.unsafeFlags(["-gnone"], .when(configuration: .debug)))
  }
}

// The tests of these modules compute sound samples, and generate plans from thousands of seeds. Without the optimizer,
// the tests need up to five times as much time.
let computing: Set = [
  "PlanNotation", "RunCalculator", "Soundtrack", "SoundtrackTests", "Text", "ToneSynthesis", "ToneSynthesisTests",
  "WorkoutEngine", "WorkoutFiles", "WorkoutModel",
]
for target in package.targets where computing.contains(target.name) {
  target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
}
