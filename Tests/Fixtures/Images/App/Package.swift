// swift-tools-version: 6.2
import PackageDescription

let shared: [Target.Dependency] = [
  .product(name: "AlchemicDynamic", package: "Alchemic"),
  .product(name: "ShopLibrary", package: "Library"),
]

let package = Package(
  name: "App",
  platforms: [.macOS(.v15)],
  products: [
    // Nothing is linked with these: they are loaded by the program that runs.
    .library(name: "RulesPlugIn", type: .dynamic, targets: ["RulesPlugIn"]),
    .library(name: "WrongPlugIn", type: .dynamic, targets: ["WrongPlugIn"]),
    .library(name: "LatePlugIn", type: .dynamic, targets: ["LatePlugIn"]),
    .library(name: "AwaitedPlugIn", type: .dynamic, targets: ["AwaitedPlugIn"]),
  ],
  dependencies: [
    .package(name: "Alchemic", path: "../../../.."), .package(path: "../Library"),
  ],
  targets: [
    .executableTarget(name: "App", dependencies: shared),
    .executableTarget(name: "PlugInHost", dependencies: shared),
    .target(name: "RulesPlugIn", dependencies: shared),
    .target(name: "WrongPlugIn", dependencies: shared),
    .target(name: "LatePlugIn", dependencies: shared),
    .target(name: "AwaitedPlugIn", dependencies: shared),
  ]
)
