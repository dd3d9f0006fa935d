import AlchemicInject
import Measure
import Operations

/// P15: scopes.
func measureScopeRows(_ bench: Bench) throws {
  try measure("P15", [Scopes.get, Scopes.open, Scopes.openWide, Scopes.decorated], bench) {
    try Scopes.start()
  }
}

/// P16: a server's request.
func measureRequestRows(_ bench: Bench) throws {
  try measure("P16", Requests.operations, bench) { try Requests.start() }
}

private func measure(
  _ group: String, _ operations: [Operation], _ bench: Bench, after start: () throws -> Void
) throws {
  guard bench.wants(group: group) else { return }
  defer { Alchemic.reset() }
  try start()
  for operation in operations where bench.wants(operation.id) {
    let samples = operation.pair.measure(bench.effort)
    try bench.add(Row(operation.id, operation.name, samples, limit: operation.limit))
  }
}
