import CAlchemicRuntime

// Factories that are for some profiles only. In others they are absent, and a request for what only
// they produce says so.
extension ModelBuilder {
  /// The profiles that are active by themselves.
  static var profilesOfProcess: Set<AlchemicProfile> {
    var profiles: Set<AlchemicProfile> = []
    if isInTestProcess { profiles.insert(.test) }
    // The condition is evaluated in a build for debugging only.
    assert(profiles.insert(.debug).inserted)
    if let preview = getenv("XCODE_RUNNING_FOR_PREVIEWS"), String(cString: preview) == "1" {
      profiles.insert(.preview)
    }
    return profiles
  }

  /// Makes profiles active. Called before anything is declared.
  ///
  /// - Parameters:
  ///   - profiles: Those of the program.
  ///   - launched: Those of a launch argument or a variable, each with its origin. One that no
  ///     factory is for is an error.
  package func activate(
    _ profiles: Set<AlchemicProfile>, launched: [(profile: AlchemicProfile, origin: String)] = []
  ) {
    self.profiles.formUnion(profiles)
    self.profiles.formUnion(launched.map(\.profile))
    namedProfiles.formUnion(profiles)
    launchedProfiles = launched
  }

  /// Returns whether a declaration is for an active profile. If it is not, the model remembers it
  /// for messages.
  func isActive(_ declaration: DetailedDeclaration) -> Bool {
    guard declaration.has(.only) else { return true }
    let wanted = declaration.profiles
    namedProfiles.formUnion(wanted)
    if !profiles.isDisjoint(with: wanted) { return true }
    absent.append(
      AbsentFactory(
        facts: declaration.facts(named: declaration.givenName), profiles: wanted.map(\.name)))
    return false
  }

  /// Returns problems for launched profiles that no factory is for.
  var unknownProfiles: [Problem] {
    let known = namedProfiles.union(AlchemicProfile.known)
    return launchedProfiles.filter { !known.contains($0.profile) }.map { launched in
      Problem(
        .unknownProfile(among: known.map(\.name).ordered(byName: \.self)), launched.profile.name,
        path: [Problem.Step(launched.origin, nil)])
    }
  }
}

extension DetailedDeclaration {
  /// The profiles that it is for; none if it is for all.
  fileprivate var profiles: [AlchemicProfile] {
    options.flatMap { option -> [AlchemicProfile] in
      if case .only(let profiles) = option.kind { profiles } else { [] }
    }
  }
}
