/// `AcRegister` may be called once for a class, or the second would silently change the first.
enum RegisteredOnce {
  static func problems(in declaration: DetailedDeclaration) -> [Problem] {
    guard declaration.more != nil, declaration.calls.count > 1 else { return [] }
    return [
      Problem(
        .registeredTwice, declaration.subject,
        candidates: declaration.calls.map { declaration.candidate(at: $0.location) })
    ]
  }
}
