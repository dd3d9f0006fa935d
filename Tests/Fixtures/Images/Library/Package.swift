// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Library",
  platforms: [.macOS(.v15)],
  products: [.library(name: "ShopLibrary", type: .dynamic, targets: ["ShopLibrary"])],
  dependencies: [.package(name: "Alchemic", path: "../../../..")],
  targets: [
    .target(
      name: "ShopLibrary",
      dependencies: [.product(name: "AlchemicDynamic", package: "Alchemic")])
  ]
)
