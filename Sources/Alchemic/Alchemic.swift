// The module of the product's name. It contains nothing of its own, and re-exports what programs
// use. The attribute has an underscore because no public one re-exports a module.
//
// In a program, `Alchemic` is the type with this name, so `Alchemic.start()` calls its function. A
// qualified name begins with the module that declares the type: `AlchemicCore.Model`.

@_exported public import AlchemicCore
@_exported public import AlchemicInject
