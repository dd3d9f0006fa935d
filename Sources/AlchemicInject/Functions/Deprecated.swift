// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

// The spellings of Alchemic 2, for those who move from there.

/// Now ``AcTemplate(fileID:line:)``.
@available(*, deprecated, renamed: "AcTemplate")
public func AcFactory(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  AcTemplate(fileID: fileID, line: line)
}

/// Now ``AcReference(fileID:line:)``.
@available(*, deprecated, renamed: "AcReference")
public func AcExternal(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  AcReference(fileID: fileID, line: line)
}

/// Now ``AcFactoryName(_:fileID:line:)``.
@available(*, deprecated, renamed: "AcFactoryName")
public func AcWithName(
  _ name: String, fileID: StaticString = #fileID, line: UInt = #line
) -> FactoryOption {
  AcFactoryName(name, fileID: fileID, line: line)
}

/// Now ``AcWhenReady(_:)``.
@available(*, deprecated, renamed: "AcWhenReady")
public func AcExecuteWhenStarted(_ block: @escaping @Sendable () throws -> Void) rethrows {
  try AcWhenReady(block)
}
