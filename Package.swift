// swift-tools-version: 6.2

import PackageDescription

/// The modules, each with the modules to its right that it may import (docs/architecture.md).
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
    // The pure core.
    .target(name: "WorkoutModel"),
    .target(name: "PlanNotation", dependencies: ["WorkoutModel"]),
    .target(name: "WorkoutEngine", dependencies: ["WorkoutModel"]),
    .target(name: "CueTones", dependencies: [.product(name: "RealModule", package: "swift-numerics")]),

    // The edges.
    .target(name: "WorkoutSettings", dependencies: ["PlanNotation", "WorkoutModel"]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .target(name: "WorkoutFiles", dependencies: ["CExpat", "PlanNotation", "WorkoutModel"]),
    .target(name: "Varlink"),
    .target(
      name: "VarlinkServer",
      dependencies: [
        "Varlink",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    .target(
      name: "WorkoutControl",
      dependencies: ["Varlink"],
      resources: [.embedInCode("org.intervald.Workout.varlink")]),
    .target(
      name: "WorkoutReports",
      dependencies: ["CueTones", "PlanNotation", "WorkoutControl", "WorkoutEngine", "WorkoutModel"]),
    .systemLibrary(
      name: "CLibnotify", pkgConfig: "libnotify", providers: [.apt(["libnotify-dev"])]),
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(
      name: "CCanberra", pkgConfig: "libcanberra", providers: [.apt(["libcanberra-dev"])]),
    .systemLibrary(
      name: "CSpeechd", pkgConfig: "speech-dispatcher", providers: [.apt(["libspeechd-dev"])]),
    // Nothing of it is linked, so that no flags are asked for: what it has is loaded at need.
    .systemLibrary(name: "CSndfile", providers: [.apt(["libsndfile1-dev", "libsamplerate0-dev"])]),
    .target(name: "Neighbours"),
    .target(name: "SoundFiles", dependencies: ["CSndfile", "CueTones"]),
    .target(name: "DesktopNotifications", dependencies: ["CLibnotify", "Neighbours"]),
    .target(name: "CueSounds", dependencies: ["CCanberra", "CSpeechd", "CueTones", "Neighbours"]),
    .target(
      name: "ServiceManager",
      dependencies: ["CSystemd", "Neighbours", .product(name: "Logging", package: "swift-log")]),

    .target(
      name: "Soundtrack",
      dependencies: [
        "CueTones", "WorkoutEngine", "WorkoutModel", "WorkoutReports",
        .product(name: "RealModule", package: "swift-numerics"),
      ]),

    // The programs.
    .target(
      name: "DaemonRuntime",
      dependencies: [
        "CueSounds", "CueTones", "DesktopNotifications", "Neighbours", "PlanNotation", "ServiceManager",
        "Varlink", "VarlinkServer", "WorkoutControl", "WorkoutEngine", "WorkoutModel", "WorkoutReports",
        "WorkoutSettings",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .executableTarget(
      name: "intervald",
      dependencies: [
        "DaemonRuntime", "ServiceManager", "WorkoutControl",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "intervalctl",
      dependencies: [
        "Neighbours", "PlanNotation", "SoundFiles", "Soundtrack", "Varlink", "WorkoutControl", "WorkoutEngine",
        "WorkoutFiles", "WorkoutModel", "WorkoutReports", "WorkoutSettings",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),

    // What measures all of it; `make bench`.
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "PlanNotation", "TestSupport", "Varlink", "WorkoutControl", "WorkoutEngine", "WorkoutModel", "WorkoutReports",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks",
      exclude: ["bounds.json", "requirements.txt"]),

    // What makes the sounds in share; `make sounds`.
    .executableTarget(name: "SoundGenerator", dependencies: ["CueTones"]),

    // The tests.
    .target(
      name: "TestSupport",
      dependencies: [
        "CueSounds", "CueTones", "DesktopNotifications", "Neighbours", "ServiceManager", "WorkoutEngine",
        "WorkoutModel",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/TestSupport",
      resources: [.embedInCode("user-manager.sh")]),
    .target(name: "CTestWidth", path: "Tests/CTestWidth"),
    .target(name: "TestTraits", dependencies: ["CTestWidth"], path: "Tests/TestTraits"),
    .target(
      name: "Fuzzing",
      dependencies: [
        "DaemonRuntime", "PlanNotation", "TestSupport", "Varlink", "VarlinkServer", "WorkoutControl", "WorkoutEngine",
        "WorkoutFiles", "WorkoutModel", "WorkoutReports",
      ],
      path: "Tests/Fuzzing"),
    .executableTarget(
      name: "NotifyProbe",
      dependencies: ["Neighbours", "ServiceManager", .product(name: "Logging", package: "swift-log")],
      path: "Tests/NotifyProbe"),
    .executableTarget(name: "HookProbe", dependencies: ["DaemonRuntime"], path: "Tests/HookProbe"),
    .testTarget(
      name: "WorkoutModelTests",
      dependencies: ["TestSupport", "WorkoutModel", .product(name: "RealModule", package: "swift-numerics")]),
    .testTarget(
      name: "PlanNotationTests", dependencies: ["PlanNotation", "TestSupport", "WorkoutModel"]),
    .testTarget(
      name: "WorkoutFilesTests", dependencies: ["PlanNotation", "TestSupport", "WorkoutFiles", "WorkoutModel"]),
    .testTarget(
      name: "WorkoutEngineTests",
      dependencies: ["PlanNotation", "TestSupport", "WorkoutEngine", "WorkoutModel"]),
    .testTarget(
      name: "WorkoutSettingsTests",
      dependencies: ["PlanNotation", "TestSupport", "TestTraits", "WorkoutModel", "WorkoutSettings"]),
    .testTarget(
      name: "VarlinkTests",
      dependencies: [
        "TestSupport", "TestTraits", "Varlink", "VarlinkServer",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    .testTarget(
      name: "WorkoutControlTests",
      dependencies: [
        "TestSupport", "Varlink", "VarlinkServer", "WorkoutControl", "WorkoutModel",
        .product(name: "Subprocess", package: "swift-subprocess"),
      ]),
    .testTarget(
      name: "WorkoutReportsTests",
      dependencies: ["TestSupport", "WorkoutControl", "WorkoutEngine", "WorkoutModel", "WorkoutReports"]),
    .testTarget(name: "NeighboursTests", dependencies: ["Neighbours", "TestSupport"]),
    .testTarget(
      name: "DesktopNotificationsTests",
      dependencies: ["DesktopNotifications", "Neighbours", "TestSupport", "TestTraits"]),
    .testTarget(
      name: "CueTonesTests",
      dependencies: ["CueTones", "TestSupport", .product(name: "RealModule", package: "swift-numerics")]),
    .testTarget(
      name: "SoundtrackTests",
      dependencies: [
        "CueTones", "PlanNotation", "SoundFiles", "Soundtrack", "TestSupport", "WorkoutModel", "WorkoutReports",
        "WorkoutSettings",
        .product(name: "RealModule", package: "swift-numerics"),
      ]),
    .testTarget(
      name: "CueSoundsTests", dependencies: ["CueSounds", "CueTones", "Neighbours", "TestSupport", "TestTraits"]),
    .testTarget(
      name: "ServiceManagerTests",
      dependencies: [
        "NotifyProbe", "ServiceManager", "TestSupport", "TestTraits",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "DaemonRuntimeTests",
      dependencies: [
        "CueSounds", "CueTones", "DaemonRuntime", "DesktopNotifications", "HookProbe", "Neighbours", "PlanNotation",
        "ServiceManager", "TestSupport", "TestTraits", "Varlink", "VarlinkServer", "WorkoutControl", "WorkoutEngine",
        "WorkoutModel", "WorkoutReports", "WorkoutSettings",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "IntervalctlTests",
      dependencies: [
        "PlanNotation", "SoundFiles", "Soundtrack", "TestSupport", "Varlink", "VarlinkServer", "WorkoutControl",
        "WorkoutEngine", "WorkoutModel", "WorkoutReports", "WorkoutSettings", "intervalctl",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ]),
    .testTarget(name: "FuzzingTests", dependencies: ["Fuzzing", "TestSupport"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "TestSupport", "TestTraits", "Varlink", "VarlinkServer", "WorkoutControl", "intervalctl", "intervald",
        .product(name: "Subprocess", package: "swift-subprocess"),
      ]),
    .testTarget(name: "PackagingTests", dependencies: ["TestSupport", "Varlink", "WorkoutControl"]),
  ],
  swiftLanguageModes: [.v6]
)

// It has its main from libFuzzer, so that nothing but `make fuzz` can link it.
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
  // Compilers differ in what they warn of: warnings are errors in CI only (.ci/run).
  if Context.environment["INTERVALD_WERROR"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
}

// Without the optimizer, the tests of what is computed sample by sample, and of plans made from thousands of seeds, take
// up to five times as long.
let computing: Set = [
  "CueTones", "CueTonesTests", "PlanNotation", "Soundtrack", "SoundtrackTests", "WorkoutEngine", "WorkoutModel",
]
for target in package.targets where computing.contains(target.name) {
  target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
}
