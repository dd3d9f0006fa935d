// The functions of this folder are the vocabulary that a reader meets in a registration. They keep
// their capital letters, so that they stand out there and are found by typing "Ac".
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

/// Gives a class's factory its options.
///
/// Called at most once for a class; without it the class is a singleton under its own name.
///
/// - Parameters:
///   - of: What `alchemic(_:)` was given.
///   - options: For example `AcTemplate()`, `AcFactoryName("main")`.
public func AcRegister(
  _ of: ClassObjectFactory, _ options: FactoryOption..., fileID: StaticString = #fileID,
  line: UInt = #line
) {
  of.register(options, at: CodeLocation(fileID: fileID, line: line))
}
