// Cases in which the library differs from the contract. Programs leave them out, or the reference
// does as the library. Set a constant to false to see the difference.

/// A provider of the main model answers, and the removal of an added object notifies, after a reset
/// or a stop, while a captured model or a scope of a task retains the model.
let knownFaultProvidersOutliveReset = true

/// A host that was shared, and is no longer, takes its values from a child that reads it first.
let knownFaultFormerHostsJoinChildren = true
