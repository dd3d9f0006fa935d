// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// What the library is compiled with in a release on Linux, where the linker drops sections only:
// see the guide *Linking*. Each function is a section. A public declaration is dropped if nothing
// refers to it. No table describes the properties of the library's own types, or its stack frames.
let library =
  settings + [
    .unsafeFlags(
      [
        "-Xfrontend", "-function-sections", "-Xfrontend", "-internalize-at-link",
        "-Xfrontend", "-disable-reflection-metadata",
        "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors",
        "-Xllvm", "-force-attribute=nounwind", "-enforce-exclusivity=unchecked",
        "-Xfrontend", "-gnone",
      ], .when(platforms: [.linux], configuration: .release)),
    // Each process of the compiler reads the whole module, so fewer of them compile more files.
    // They do not list for an editor what the standard library declares.
    .unsafeFlags(
      [
        "-driver-batch-size-limit", "100",
        "-Xfrontend", "-index-ignore-stdlib", "-index-ignore-system-modules",
      ], .when(platforms: [.linux], configuration: .debug)),
  ]
// The same, optimized for size. A function that must be fast is marked: it is inlined, or has the
// attribute `@_optimize(speed)`, in place of which there is no public one.
let small =
  library + [
    .unsafeFlags(["-Osize"], .when(platforms: [.linux], configuration: .release))
  ]

// The parts that a program may leave out: each is a trait, by whose name its module is called. The
// code of the module `Alchemic` and of the tests sees the traits as compilation conditions.
let parts: [Trait] = [
  .trait(name: "Adding", description: "Alchemic.add: objects that are added to arrays"),
  .trait(name: "Invoking", description: "AcInvoke: new objects by name, with any arguments"),
  .trait(
    name: "Launch", description: "the launch arguments, such as --alchemic-validate",
    enabledTraits: ["Messages"]),
  .trait(name: "Messages", description: "the sentences of messages"),
  .trait(
    name: "Scopes", description: "the opening and the end of scopes", enabledTraits: ["Waiting"]),
  .trait(name: "Suggestions", description: "messages that suggest what was meant"),
  .trait(
    name: "Waiting",
    description: "AcGetAsync, the start in the background, Alchemic.stop and Alchemic.run"),
]

let package = Package(
  name: "Alchemic",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(
      name: "Alchemic",
      targets: ["Alchemic", "AlchemicCore", "AlchemicInject"]),
    // For programs whose dynamic libraries use it too: they must share one copy.
    .library(
      name: "AlchemicDynamic", type: .dynamic,
      targets: ["Alchemic", "AlchemicCore", "AlchemicInject"]),
    .library(name: "AlchemicAutostart", targets: ["AlchemicAutostart"]),
    .library(name: "AlchemicFoundation", targets: ["AlchemicFoundation"]),
    // Draws, explains and measures a model: for development.
    .library(name: "AlchemicTools", targets: ["AlchemicTools"]),
    // For test targets only.
    .library(name: "AlchemicTesting", targets: ["AlchemicTesting"]),
  ],
  traits: Set(parts + [.default(enabledTraits: Set(parts.map(\.name)))]),
  targets: [
    .target(
      name: "CAlchemicRuntime",
      linkerSettings: [.linkedLibrary("dispatch", .when(platforms: [.linux, .android]))]),
    // All that depends on how the Swift runtime lays out memory.
    .target(name: "AlchemicRuntime", dependencies: ["CAlchemicRuntime"], swiftSettings: small),
    .target(
      name: "AlchemicCore", dependencies: ["AlchemicRuntime", "CAlchemicRuntime"],
      swiftSettings: small),
    .target(
      name: "AlchemicInject",
      dependencies: ["AlchemicCore", "AlchemicRuntime", "CAlchemicRuntime"],
      swiftSettings: small),
    // Objects that a program adds to arrays, and removes again.
    .target(
      name: "AlchemicAdding", dependencies: ["AlchemicCore", "AlchemicInject", "AlchemicRuntime"],
      swiftSettings: small),
    // New objects with arguments of the caller.
    .target(
      name: "AlchemicInvoking",
      dependencies: ["AlchemicCore", "AlchemicInject", "AlchemicRuntime"],
      swiftSettings: library),
    // The launch arguments of a program.
    .target(
      name: "AlchemicLaunch",
      dependencies: [
        "AlchemicCore", "AlchemicInject", "AlchemicMessages", "AlchemicRuntime",
        "CAlchemicRuntime",
      ],
      swiftSettings: small),
    // The sentences of messages.
    .target(
      name: "AlchemicMessages", dependencies: ["AlchemicCore", "AlchemicInject"],
      swiftSettings: small),
    // What messages about missing factories suggest.
    .target(
      name: "AlchemicSuggestions", dependencies: ["AlchemicCore", "AlchemicRuntime"],
      swiftSettings: small),
    // What a program waits for: a start on another thread, the stop of a model, and signals.
    .target(
      name: "AlchemicWaiting",
      dependencies: ["AlchemicCore", "AlchemicInject", "AlchemicRuntime", "CAlchemicRuntime"],
      swiftSettings: small),
    // The opening and the end of scopes.
    .target(
      name: "AlchemicScopes",
      dependencies: ["AlchemicCore", "AlchemicInject", "AlchemicRuntime", "AlchemicWaiting"],
      swiftSettings: library),
    // What `import Alchemic` means.
    .target(
      name: "Alchemic",
      dependencies: ["AlchemicCore", "AlchemicInject"]
        + parts.map {
          .target(name: "Alchemic\($0.name)", condition: .when(traits: [$0.name]))
        },
      swiftSettings: library),
    .target(
      name: "AlchemicFoundation", dependencies: ["Alchemic", "AlchemicInject"],
      swiftSettings: settings),
    .target(
      name: "AlchemicTools",
      dependencies: [
        "AlchemicCore", "AlchemicInject", "AlchemicLaunch", "AlchemicMessages", "AlchemicRuntime",
        "AlchemicSuggestions", "CAlchemicRuntime",
      ],
      swiftSettings: settings),
    .target(
      name: "AlchemicTesting",
      dependencies: [
        "AlchemicCore", "AlchemicInject", "AlchemicMessages", "AlchemicRuntime",
        .target(name: "AlchemicSuggestions", condition: .when(traits: ["Suggestions"])),
      ],
      swiftSettings: settings),

    .target(name: "CAlchemicAutostart"),
    .target(
      name: "AlchemicAutostart",
      dependencies: [
        "AlchemicInject", "AlchemicLaunch", "AlchemicWaiting", "CAlchemicAutostart",
      ],
      swiftSettings: settings),

    .target(
      name: "AlchemicTestSupport", dependencies: ["AlchemicCore", "AlchemicInject"],
      path: "Tests/AlchemicTestSupport", swiftSettings: settings),
    // Webs of classes, made by threads in every order: for the tests, and for a program that tries
    // all of them.
    .target(
      name: "CreationWebs",
      dependencies: ["Alchemic", "AlchemicInject", "AlchemicScopes", "AlchemicTestSupport"],
      path: "Tests/CreationWebs", swiftSettings: settings),
    // The library's code for the ends of models, with each access to memory as a step.
    .target(
      name: "ModelEnds",
      dependencies: ["AlchemicRuntime", "AlchemicTestSupport", "CAlchemicRuntime", "CreationWebs"],
      // The linked files import what this module replaces.
      path: "Tests/ModelEnds",
      swiftSettings: settings + [.unsafeFlags(["-Xfrontend", "-suppress-warnings"])]),
    .executableTarget(
      name: "CreationProof", dependencies: ["CreationWebs", "ModelEnds"],
      path: "Tests/Fixtures/CreationProof",
      swiftSettings: settings),
    .testTarget(
      name: "AlchemicCoreTests",
      dependencies: [
        "Alchemic", "AlchemicInject", "AlchemicMessages", "AlchemicRuntime", "AlchemicTestSupport",
        "AlchemicTesting",
        "CreationWebs", "ModelEnds",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AlchemicInjectTests",
      dependencies: [
        "Alchemic", "AlchemicInject", "AlchemicMessages", "AlchemicRuntime", "AlchemicScopes",
        "AlchemicTestSupport", "AlchemicTesting", "AlchemicTools",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AlchemicToolsTests",
      dependencies: [
        "Alchemic", "AlchemicInject", "AlchemicTestSupport", "AlchemicTesting", "AlchemicTools",
      ],
      swiftSettings: settings),

    .testTarget(
      name: "AlchemicFoundationTests",
      dependencies: ["AlchemicFoundation", "AlchemicTestSupport", "AlchemicTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "AlchemicTestingTests",
      dependencies: ["Alchemic", "AlchemicTestSupport", "AlchemicTesting"],
      swiftSettings: settings),
    // Declares a class that no other test target finds.
    .testTarget(
      name: "OtherTargetTests",
      dependencies: ["Alchemic", "AlchemicTestSupport", "AlchemicTesting"],
      swiftSettings: settings),

    .executableTarget(
      name: "HelloAlchemic", dependencies: ["Alchemic"], path: "Tests/Fixtures/HelloAlchemic",
      swiftSettings: settings),
    .executableTarget(
      name: "BrokenShop", dependencies: ["AlchemicInject", "AlchemicTools"],
      path: "Tests/Fixtures/BrokenShop", swiftSettings: settings),
    .executableTarget(
      name: "FakeShop", dependencies: ["Alchemic"], path: "Tests/Fixtures/FakeShop",
      swiftSettings: settings),
    .executableTarget(
      name: "SelfStarting", dependencies: ["AlchemicInject", "AlchemicAutostart"],
      path: "Tests/Fixtures/SelfStarting", swiftSettings: settings),
    // Every kind of isolation in one program; the second target has the main actor as default.
    .target(
      name: "IsolationServices", dependencies: ["Alchemic"],
      path: "Tests/Fixtures/Isolation/Services", swiftSettings: settings),
    .executableTarget(
      name: "Isolation", dependencies: ["Alchemic", "IsolationServices"],
      path: "Tests/Fixtures/Isolation/App",
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "Endurance", dependencies: ["Alchemic"], path: "Tests/Fixtures/Endurance",
      swiftSettings: settings),
    .executableTarget(
      name: "WarmRequests", dependencies: ["AlchemicInject"], path: "Tests/Fixtures/WarmRequests",
      swiftSettings: settings),
    // Prints the page of a large model.
    .executableTarget(
      name: "LargeGraph", dependencies: ["AlchemicInject", "AlchemicTools"],
      path: "Tests/Fixtures/LargeGraph", swiftSettings: settings),
    // Runs the programs above. It does not depend on them: what they declare would be linked into
    // the tests and found there.
    .testTarget(name: "AlchemicProgramTests", swiftSettings: settings),

    .target(
      name: "TreasuryKit", dependencies: ["Alchemic"], path: "Examples/Treasury/TreasuryKit",
      resources: [.copy("Data")], swiftSettings: settings),
    .executableTarget(
      name: "Treasury", dependencies: ["TreasuryKit", "AlchemicTools"],
      path: "Examples/Treasury/Treasury", swiftSettings: settings),
    .testTarget(
      name: "TreasuryTests",
      dependencies: ["Alchemic", "TreasuryKit", "AlchemicTestSupport", "AlchemicTesting"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// Restricts the tests to some targets, and to some of their folders, and leaves out other targets.
@MainActor func test(_ examined: [String: [String]?], without left: [String]) {
  package.products.removeAll { left.contains($0.name) }
  package.targets.removeAll { target in
    [.test, .executable].contains(target.type) && examined[target.name] == nil
      || ["TreasuryKit", "IsolationServices"].contains(target.name) || left.contains(target.name)
  }
  for target in package.targets {
    if let folders = examined[target.name] { target.sources = folders }
    target.dependencies.removeAll {
      switch $0 {
      case .byNameItem(let name, _), .targetItem(let name, _): left.contains(name)
      default: false
      }
    }
  }
}

// What a sanitizer examines, `thread` or `address`: the suites that touch threads and tasks, or
// lifetimes and unsafe code. The others compute with values, or read messages.
if let kind = Context.environment["ALCHEMIC_SANITIZED"], kind != "all" {
  let isThread = kind == "thread"
  let always = [
    "Children", "Crossings", "Hosts", "Reliability", "Scopes", "Stopping", "Transients",
  ]
  test(
    [
      "AlchemicCoreTests": ["Creation", "Model", "Resolvers", "Support"]
        + (isThread ? [] : ["Discovery", "Factories"]),
      "AlchemicInjectTests": always
        + (isThread
          ? ["Adding", "Awaiting", "Expiring", "Lifecycle", "PerRequest"]
          : ["Filling", "Functions", "Wrappers"]),
      "AlchemicTestingTests": ["Models", "Services.swift", "Traits"],
    ], without: ["AlchemicTools"])
  // The library is examined as it is optimised. The tests need not be.
  for target in package.targets where target.type == .test && isThread {
    target.swiftSettings? += [.unsafeFlags(["-Onone"])]
  }
}

// The tests with some traits alone: those of a part with what the part needs, or, for "none", those
// of what is left without any part. A file with tests of a part has its condition. The module
// AlchemicTesting links the sentences of messages, whatever the traits.
if let names = Context.environment["ALCHEMIC_PARTS"] {
  let present = names.split(separator: ",").map { "Alchemic\($0)" } + ["AlchemicMessages"]
  let tests: [String: [String]?] =
    switch names {
    case "none":
      ["AlchemicCoreTests": nil, "AlchemicInjectTests": nil, "AlchemicTestingTests": nil]
    case "Scopes,Waiting":
      [
        "AlchemicCoreTests": ["Resolvers"],
        "AlchemicInjectTests": [
          "Awaiting", "Children", "Crossings", "Expiring", "Maps", "PerRequest", "Scopes",
          "Stopping",
        ],
      ]
    default:
      [
        "AlchemicCoreTests": ["Factories", "Problems", "Resolvers", "Support"],
        "AlchemicInjectTests": ["Adding", "Functions", "Lifecycle", "Profiles", "Validation"],
      ]
    }
  test(
    tests,
    without: ["AlchemicAutostart", "AlchemicTools", "CreationWebs", "ModelEnds"]
      + parts.map { "Alchemic\($0.name)" }.filter { !present.contains($0) })
}
