public import AlchemicCore

extension ValidationReport: CustomStringConvertible {
  /// The result without the warnings: what was checked, and what was not.
  public var description: String {
    let left = propertiesLeft == 0 ? "none" : "\(propertiesLeft)"
    var verdict =
      "The model is sound: \(count(factories, "factory", "factories")), "
      + "\(count(properties + propertiesLeft, "property", "properties")), "
      + "\(left) left to the first injection."
    if mayHaveCriteria {
      verdict += "\nNames in properties are checked with the first object of each host."
    }
    if !hidden.isEmpty {
      let names = hidden.prefix(5).map { "'\(Wording.shown($0.name))'" }.joined(separator: ", ")
      verdict +=
        "\nNot looked into, because \(count(hidden.count, "registration hides", "registrations hide"))"
        + " the class: \(names)\(hidden.count > 5 ? " …" : "")."
    }
    return verdict
  }

  private func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }
}
