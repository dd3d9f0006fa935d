// swift-tools-version: 6.2
import PackageDescription

// A habit tracker: a library, a program and tests, see README.md.
let package = Package(
  name: "HabitTracker",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Alchemic", path: "../..")],
  targets: [
    .target(name: "HabitKit", dependencies: [.product(name: "Alchemic", package: "Alchemic")]),
    .executableTarget(
      name: "HabitTracker",
      dependencies: ["HabitKit", .product(name: "AlchemicTools", package: "Alchemic")]),
    .testTarget(
      name: "HabitKitTests",
      dependencies: ["HabitKit", .product(name: "AlchemicTesting", package: "Alchemic")]),
  ]
)
