/// A factory says how its objects are made, or that it is a reference and makes none.
enum Makeable {
  static func problems(in declaration: DetailedDeclaration) -> [Problem] {
    // A reference makes nothing; what it is besides is reported as a conflict.
    guard !declaration.isMakeable, !declaration.has(.reference) else { return [] }
    return [
      Problem(
        .notMakeable(declaredIn: declaration.declaringFunction), declaration.subject,
        candidates: [declaration.candidate(at: declaration.location)])
    ]
  }
}
