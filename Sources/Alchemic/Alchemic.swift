// The module with the name of the product. It contains no declarations, and re-exports the modules
// that programs use. The attribute has an underscore because no public attribute re-exports a
// module.
//
// In a program, the name `Alchemic` refers to the type, so `Alchemic.start()` calls a function of
// the type. The qualified name of another type begins with the module that declares it:
// `AlchemicCore.Model`.

@_exported public import AlchemicAdding
@_exported public import AlchemicCore
@_exported public import AlchemicInject
@_exported public import AlchemicInvoking
@_exported public import AlchemicLaunch
@_exported public import AlchemicScopes
@_exported public import AlchemicSuggestions
@_exported public import AlchemicWaiting
