import CAlchemicRuntime

// Factories with profiles. If none of their profiles is active, they are absent, and the message
// for a request that only they could resolve says so.
extension ModelBuilder {
  /// The profiles that are active without a request by the program.
  static var profilesOfProcess: Set<AlchemicProfile> {
    var profiles: Set<AlchemicProfile> = []
    if isInTestProcess { profiles.insert(.test) }
    // The condition is evaluated only in a debug build.
    assert(profiles.insert(.debug).inserted)
    if let preview = getenv("XCODE_RUNNING_FOR_PREVIEWS"), String(cString: preview) == "1" {
      profiles.insert(.preview)
    }
    return profiles
  }

  /// Makes profiles active. Called before any declaration.
  ///
  /// - Parameters:
  ///   - profiles: The profiles of the program.
  ///   - launched: The profiles of a launch argument or a variable, each with its origin. A profile
  ///     that no factory has is an error.
  package func activate(
    _ profiles: Set<AlchemicProfile>, launched: [(profile: AlchemicProfile, origin: String)] = []
  ) {
    self.profiles.formUnion(profiles)
    self.profiles.formUnion(launched.map(\.profile))
    namedProfiles.formUnion(profiles)
    launchedProfiles = launched
  }

  /// Returns whether a declaration is for an active profile. Records a declaration that is not, for
  /// messages.
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

  /// Returns problems for launched profiles that no factory has.
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
  /// The profiles of the declaration; empty if the declaration is for all profiles.
  fileprivate var profiles: [AlchemicProfile] {
    options.flatMap { option -> [AlchemicProfile] in
      if case .only(let profiles) = option.kind { profiles } else { [] }
    }
  }
}
