import AlchemicInject
import CMeasure

/// P13: a model that is validated.
public struct Validating {
  /// What the model lacks.
  public enum Lack: Sendable { case nothing, types, names }

  private let types: [any Numbered.Type]
  private let missing: [any Numbered.Type]
  private let lack: Lack

  /// - Parameters:
  ///   - count: The number of factories.
  ///   - missingCount: The number of factories with an argument that nothing produces.
  public init(_ count: Int, lacking lack: Lack, missingCount: Int) {
    let all = ManyTypes(count + missingCount).types
    types = Array(all.prefix(count))
    missing = lack == .nothing ? [] : Array(all.suffix(missingCount))
    self.lack = lack
  }

  /// Registers all of them, and validates.
  @inline(never)
  public func validate() {
    do {
      let report = try Alchemic.validate { model in
        for type in types.dropFirst(missing.count) { register(type, in: model) }
        for (number, type) in types.prefix(missing.count).enumerated() {
          if lack == .types {
            registerNeedy(type, missing[number], in: model)
          } else {
            registerNamed(type, "missing \(number)", in: model)
          }
        }
      }
      measure_use(report.factories)
    } catch {
      measure_use(missing.count)
    }
  }

  /// Registers as many templates, and starts, which builds the model and creates nothing.
  @inline(never)
  public func build() throws {
    try Alchemic.start { model in for type in types { register(type, in: model) } }
  }
}

private func register<Product: Numbered>(_ type: Product.Type, in model: ModelBuilder) {
  model.register({ Product() }, AcTemplate())
}

private func registerNeedy<Product: Numbered, Missing: Numbered>(
  _ type: Product.Type, _ missing: Missing.Type, in model: ModelBuilder
) {
  model.register({ (_: Missing) in Product() }, AcTemplate())
}

private func registerNamed<Product: Numbered>(
  _ type: Product.Type, _ name: String, in model: ModelBuilder
) {
  model.register({ (_: any Numbered) in Product() }, AcName(name), options: AcTemplate())
}
