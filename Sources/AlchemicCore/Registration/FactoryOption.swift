/// One thing that a registration says about its factory: how it lives, how it is found.
///
/// Made by the functions that spell it, for example `AcTemplate()` or `AcFactoryName("db")`.
public struct FactoryOption: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case template, reference, primary, nillable
    case name(String)
    case order(Int)
  }
  let kind: Kind

  /// A new object for every request.
  public static let template = FactoryOption(kind: .template)
  /// Never makes an object: it is given one.
  public static let reference = FactoryOption(kind: .reference)
  /// Wins over factories that are not primary.
  public static let primary = FactoryOption(kind: .primary)
  /// May hold and return nil.
  public static let nillable = FactoryOption(kind: .nillable)
  /// A name to find it by, unique in the model.
  public static func name(_ name: String) -> FactoryOption { FactoryOption(kind: .name(name)) }
  /// Its position in arrays; lower comes first.
  public static func order(_ order: Int) -> FactoryOption { FactoryOption(kind: .order(order)) }

  /// As it is spelled in a registration.
  var spelling: String {
    switch kind {
    case .template: "AcTemplate()"
    case .reference: "AcReference()"
    case .primary: "AcPrimary()"
    case .nillable: "AcNillable()"
    case .name(let name): "AcFactoryName(\"\(name)\")"
    case .order(let order): "AcOrder(\(order))"
    }
  }
}

/// How long a product lives.
package enum Lifetime: Sendable, Hashable {
  case singleton, template, reference
}
