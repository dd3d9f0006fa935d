// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "App",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Alchemic", path: "../../../.."), .package(path: "../Library"),
  ],
  targets: [
    .executableTarget(
      name: "App",
      dependencies: [
        .product(name: "AlchemicDynamic", package: "Alchemic"),
        .product(name: "ShopLibrary", package: "Library"),
      ])
  ]
)
