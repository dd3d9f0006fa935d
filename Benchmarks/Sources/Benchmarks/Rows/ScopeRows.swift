import AlchemicInject
import Measure
import Operations

/// P15: scopes.
func measureScopeRows(_ bench: Bench) throws {
  guard bench.wants(group: "P15") else { return }
  defer { Alchemic.reset() }
  try Scopes.start()
  let operations = [Scopes.get, Scopes.open, Scopes.openWide, Scopes.decorated]
  for operation in operations where bench.wants(operation.id) {
    let samples = operation.pair.measure(bench.effort)
    try bench.add(Row(operation.id, operation.name, samples, limit: operation.limit))
  }
}
