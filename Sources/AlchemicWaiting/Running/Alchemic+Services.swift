import AlchemicCore
public import AlchemicInject

extension Alchemic {
  /// Returns all objects that fit a type, each after those that it needs.
  ///
  /// A group of services that ends them in reverse order, as that of swift-service-lifecycle does,
  /// then ends each service before those that it needs:
  ///
  /// ```swift
  /// let services = try Alchemic.services(of: (any Service).self)
  /// try await ServiceGroup(services: services, logger: logger).run()
  /// ```
  ///
  /// An object needs others directly or indirectly, by arguments or by properties. If objects need
  /// each other in a circle, each call returns them in the same order. Objects that `Alchemic.add`
  /// has added come last.
  ///
  /// - Parameter type: The type of the objects, usually a protocol.
  /// - Returns: The same objects as `AcGet` for an array of the type.
  /// - Throws: As `AcGet` for an array of the type.
  /// - Complexity: O(*s* *n*) in the objects, and in the factories that they need.
  public static func services<Service>(
    of type: Service.Type = Service.self, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> [Service] {
    var services = try AcGet([String: Service].self, fileID: fileID, line: line)
    let model = try CurrentModel.get(for: "Alchemic.services")
    let factories = try model.resolver(for: [Service].self).source.factories
    let needs = Needs(of: factories.map(\.position), in: model.index, model.injector)
    let names = needs.inOrder(of: factories.count).map { factories[$0].undecorated.facts.name }
    let ofFactories = names.compactMap { services.removeValue(forKey: $0) }
    return ofFactories + services.sorted { $0.key < $1.key }.map(\.value)
  }
}
