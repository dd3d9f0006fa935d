// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

/// Returns a source for which each caller gives the argument.
///
/// ```swift
/// AcInitializer(of, HabitView.init(id:store:), AcArgument(), AcProtocol((any Store).self))
/// ```
///
/// The factory is a template. A `Provider<HabitView, UUID>` creates its objects, and so does
/// `AcInvoke`. A request, an argument or a property that passes no arguments is an error. In a
/// closure, ``Given`` marks the parameter.
public func AcArgument<Value>() -> ValueSource<Value> { .argument }
