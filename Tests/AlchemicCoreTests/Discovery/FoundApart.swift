import AlchemicInject

extension FoundApart: AlchemicCreatable {}
