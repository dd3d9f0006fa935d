/// A declaration for inactive profiles.
package struct AbsentFactory: Sendable {
  package let facts: FactoryFacts
  package let profiles: [String]
}
