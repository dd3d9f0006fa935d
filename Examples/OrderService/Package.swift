// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OrderService",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Alchemic", path: "../..")],
  targets: [
    .target(name: "Orders", dependencies: [.product(name: "Alchemic", package: "Alchemic")]),
    .executableTarget(
      name: "OrderService",
      dependencies: ["Orders", .product(name: "AlchemicTools", package: "Alchemic")]),
    .target(name: "Web"),
    .target(
      name: "Shop",
      dependencies: ["Orders", "Web", .product(name: "Alchemic", package: "Alchemic")]),
    .executableTarget(
      name: "OrderServer",
      dependencies: [
        "Orders", "Shop", "Web", .product(name: "Alchemic", package: "Alchemic"),
        .product(name: "AlchemicTools", package: "Alchemic"),
      ]),
    .testTarget(
      name: "OrdersTests",
      dependencies: ["Orders", .product(name: "AlchemicTesting", package: "Alchemic")]),
    .testTarget(
      name: "ShopTests",
      dependencies: [
        "Orders", "Shop", "Web", .product(name: "AlchemicTesting", package: "Alchemic"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
