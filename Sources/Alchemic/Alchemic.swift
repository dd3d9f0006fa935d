// The module with the name of the product. It re-exports the modules that programs use, and
// declares only what a program may not use because it has left out a part. The attribute has an
// underscore because no public attribute re-exports a module.
//
// In a program, the name `Alchemic` refers to the type, so `Alchemic.start()` calls a function of
// the type. The qualified name of another type begins with the module that declares it:
// `AlchemicCore.Model`.

@_exported public import AlchemicCore
@_exported public import AlchemicInject

#if Adding
@_exported public import AlchemicAdding
#endif
#if Invoking
@_exported public import AlchemicInvoking
#endif
#if Launch
@_exported public import AlchemicLaunch
#endif
#if Messages
@_exported public import AlchemicMessages
#endif
#if Scopes
@_exported public import AlchemicScopes
#endif
#if Suggestions
@_exported public import AlchemicSuggestions
#endif
#if Waiting
@_exported public import AlchemicWaiting
#endif
