import AlchemicRuntime

extension ModelBuilder {
  /// Lets discovery leave out the types of some modules.
  package func leaveOut(_ isLeftOut: @escaping (_ module: String) -> Bool) {
    func isOut(_ type: FoundType) -> Bool { isLeftOut(type.descriptor.module) }
    limit = { found in
      found.managed.removeAll(where: isOut)
      found.subclasses.removeAll(where: isOut)
      found.configurations.removeAll(where: isOut)
      found.aspects.removeAll(where: isOut)
      found.unmarked.removeAll(where: isOut)
      found.doubles.removeAll(where: isOut)
      found.generics.removeAll { isLeftOut($0.module) }
    }
  }
}
