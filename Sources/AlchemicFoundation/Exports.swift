@_exported public import AlchemicInject
