/// Another private type has the same name: see ``TypeNameTests``.
private struct Twin {}

let otherTwin: Any.Type = Twin.self
