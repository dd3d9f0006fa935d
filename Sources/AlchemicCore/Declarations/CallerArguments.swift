/// What the option for arguments of the caller brings: it changes the function of its declaration.
final class CallerArguments: OptionPart {
  /// Returns a function whose arguments at some positions the caller passes.
  let marked: @Sendable (Maker, [FactoryOption]) -> Maker

  private init(_ marked: @escaping @Sendable (Maker, [FactoryOption]) -> Maker) {
    self.marked = marked
  }

  static let part = CallerArguments { maker, options in
    let arguments = maker.arguments.map { argument in
      let isGiven = options.contains {
        if case .arguments(let positions) = $0.kind { return positions ~= argument.position + 1 }
        return false
      }
      return isGiven ? Argument(copying: argument, as: argument.role, isGiven: true) : argument
    }
    return Maker(
      maker.product, maker.making, maker.location, host: maker.host, arguments, maker.function)
  }
}
