// swift-tools-version: 6.2
import PackageDescription

// The code of the guides. It sees public declarations only, as a program does.
let package = Package(
  name: "Guides",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Alchemic", path: "../..")],
  targets: [
    .testTarget(
      name: "GuideTests",
      dependencies: [
        .product(name: "Alchemic", package: "Alchemic"),
        .product(name: "AlchemicFoundation", package: "Alchemic"),
        .product(name: "AlchemicTesting", package: "Alchemic"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
    // A module whose default isolation is the main actor.
    .testTarget(
      name: "MainActorGuideTests",
      dependencies: [
        .product(name: "Alchemic", package: "Alchemic"),
        .product(name: "AlchemicTesting", package: "Alchemic"),
      ],
      swiftSettings: [
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
