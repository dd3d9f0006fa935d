// The data of a fact as one text.
extension Problem {
  /// The second part of the problem, if any: another type, an option or a criterion.
  public var detail: String {
    switch fact {
    case .noMatch(let criteria), .noOptionMatch(let criteria, _), .noProfileMatch(let criteria, _),
      .noGenericMatch(let criteria),
      .noArgumentMatch(let criteria, _), .noMarkedMatch(let criteria),
      .noConstrainedMatch(let criteria),
      .severalMatches(let criteria), .wrongCriteria(let criteria), .notSettable(let criteria, _, _),
      .noNestedMatch(let criteria, _), .unknownName(let criteria, _),
      .noProtocol(let criteria, _, _):
      criteria.joined(separator: ", ")
    case .wrongType(let text, _), .noUnnamedMatch(let text), .wrongObject(let text),
      .wrongInitializer(let text),
      .wrongMethod(let text), .wrongProperty(let text), .isolatedConformance(let text),
      .awaitedLoop(let text),
      .wrongArguments(let text), .missingArguments(let text), .startPrevented(let text),
      .wrongProvider(_, let text, _), .needsArguments(let text, _, _),
      .ownerNeedsArguments(let text), .noGivenMatch(let text, _),
      .waitsForReference(let text), .lateForRead(let text), .ofAdapter(let text, _),
      .liveInTest(let text), .stopTimeout(let text, _), .lateOperation(let text),
      .noScope(let text, _), .mayHaveNoScope(let text),
      .scopeWithin(let text), .scopeHolds(let text),
      .captive(let text, _, _),
      .notOfScope(let text), .wrongDecorator(let text, _), .isEnding(let text),
      .outlivesScope(let text, _):
      text
    case .unknownProfile(let known): known.joined(separator: ", ")
    case .withoutCriteria(let fact): with(fact).detail
    case .noWeakObject: "AnyObject"
    case .notMakeable(let function): function ?? "register(Type.self)"
    case .optionConflict, .repeatedOption: options
    case .optionForObjects(let type): "\(options), because its products are not objects (\(type))"
    case .emptyName:
      options.hasPrefix(".expires")
        ? "\(options), because the time must be more than zero"
        : options.hasPrefix(".arguments")
          ? "\(options), because its function does not have these parameters"
          : "\(options), because a name has at least one character"
    case .cycle(let argument): argument ?? ""
    case .selfDecoration(let argument, _), .selfComposition(let argument, _): argument
    case .noRegisteredMatch(let names, _, _): names.joined(separator: ", ")
    case .unsetReference(isWeak: true, _): ".weak"
    case .madeNil: "made nil"
    case .tooDeep(let steps, _): "\(steps)"
    case .startedTwice(isOfLoad: true): "AlchemicAutostart"
    case .startInterrupted(isDiscovery: true): "Alchemic.discover()"
    default: ""
    }
  }

  private var options: String { candidates.map(\.name).joined(separator: " and ") }
}
