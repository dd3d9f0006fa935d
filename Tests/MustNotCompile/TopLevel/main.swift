// A4: a synchronous start or discovery after await at the top level has a message with a remedy.
// Swift selects it there, also after await.

import AlchemicInject

try await Alchemic.start()  // expected-error {{write: try await Alchemic.startAsync()}}
// expected-warning@-1 {{no 'async' operations occur within 'await' expression}}
try await Alchemic.discover()  // expected-error {{write an async function that discovers}}
// expected-warning@-1 {{no 'async' operations occur within 'await' expression}}
try await Alchemic.startAsync()
try await Alchemic.startAsync { $0.register(.template) { "" } }

func run() async throws {
  try await Alchemic.start()
  try await Alchemic.discover()
}
func runAtOnce() throws {
  try Alchemic.start()
  try Alchemic.discover()
}
