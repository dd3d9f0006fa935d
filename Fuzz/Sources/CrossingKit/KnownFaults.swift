// Cases in which the library differs from the contract. Programs leave them out, or the reference
// does as the library. Set a constant to false to see the difference.

/// A request that no factory answers, for an optional or an array, and a request for a provider,
/// return nil, no elements or the provider after the end of the model, if they did so before.
let knownFaultEmptyAnswersOutliveEnd = true

/// A provider of the main model answers, and the removal of an added object notifies, after a reset
/// or a stop, while a captured model or a scope of a task retains the model.
let knownFaultProvidersOutliveReset = true

/// A request returns an object of a scope that the task carries, after the end of the child.
let knownFaultScopesAnswerAfterEnd = true

/// A host that was shared, and is no longer, takes its values from a child that reads it first.
let knownFaultFormerHostsJoinChildren = true
