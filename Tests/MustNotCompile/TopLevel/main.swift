// A4: the synchronous start after await at the top level has a message that says what to write.
// Swift selects it there, also after await.

import AlchemicInject

try await Alchemic.start()  // expected-error {{write: try await Alchemic.startAsync()}}
// expected-warning@-1 {{no 'async' operations occur within 'await' expression}}
try await Alchemic.startAsync()
try await Alchemic.startAsync { $0.register(.template) { "" } }

func run() async throws { try await Alchemic.start() }
func runAtOnce() throws { try Alchemic.start() }
