// Another package that lists the cases of an enumeration also provides for those of later versions.
// Checked by .ci/must-not-compile: each line must give just what it announces.

import AlchemicInject

func text(of event: AlchemicEvent) -> String {
  // expected-error @+2 {{may have additional unknown values}}
  // expected-note @+1 {{@unknown default}}
  switch event {
  case .didCreateObject: "created"
  case .didStoreObject: "stored"
  case .didInject: "injected"
  case .didBeginPhase: "phase"
  case .didFinishStarting: "started"
  case .didFailStarting: "failed"
  case .didDiscover: "discovered"
  case .didStop: "stopped"
  case .warning: "warning"
  }
}

func text(of lifetime: Lifetime) -> String {
  switch lifetime {
  case .singleton, .template, .reference: "known"
  @unknown default: "of a later version"
  }
}
