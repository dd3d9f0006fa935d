import Alchemic

/// The user who is logged in. A reference: the model never creates it, and it may be nil.
public final class Session: AlchemicManaged {
  public let user: String
  init(user: String) { self.user = user }

  public static func alchemic(_ of: ClassObjectFactory) {
    AcRegister(of, .reference, .nillable)
  }

  public static func logIn(as user: String) throws { try AcSet(Session(user: user)) }
  public static func logOut() throws { try AcSet(nil as Session?) }
}
