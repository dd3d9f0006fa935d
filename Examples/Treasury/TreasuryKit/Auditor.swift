/// Someone who looks at every alert; a model need not have one.
package protocol Auditor: AnyObject {
  /// Hears that a rule alerted on a wallet today.
  func audit(_ position: Position, after rule: any Rule)
}
