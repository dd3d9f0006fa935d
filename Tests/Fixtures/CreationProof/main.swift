// Proves the creation engine on webs of classes, by running the library's own code in every order,
// in random orders, and on real threads.
//
//   CreationProof every COUNT [PART OF]     every order of two callers, in all webs of so many
//   CreationProof random SCHEDULES [SEED]   random orders, in random webs of up to ten classes
//   CreationProof threads ROUNDS [SEED]     real threads and tasks
//   CreationProof scopes ORDERS [SEED]      callers of a scope that ends, in every order of two
//   CreationProof pairs [PART OF]           every order of two threads that use and end models
//   CreationProof ends ORDERS [SEED]        random orders of three such threads
//   CreationProof faults                    whether the proof finds faults that it adds
//   CreationProof resets ENDS [SEED]        ends of the main model, against real threads

import CreationWebs
import ModelEnds

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

var arguments = CommandLine.arguments.dropFirst().makeIterator()
let what = arguments.next() ?? ""
let numbers = arguments.compactMap { Int($0) }
let first = numbers.first ?? 0
let second = numbers.dropFirst().first
let third = numbers.dropFirst(2).first

let clock = ContinuousClock()
if what == "faults" {
  let missed = Fault.allCases.filter { fault in
    var proof = EndProof()
    proof.find(fault)
    print("  \(fault): \(proof.findings.first?.prefix(80) ?? "not found")…")
    return proof.findings.isEmpty
  }
  exit(missed.isEmpty ? 0 : 1)
}
if what == "pairs" || what == "ends" {
  var proof = EndProof()
  let duration = clock.measure {
    if what == "pairs" {
      proof.everyPair(part: first, of: second ?? 1)
    } else {
      proof.sample(first, seed: UInt64(second ?? 1))
    }
  }
  for finding in proof.findings { print("  \(finding)") }
  print(
    "\(what): \(proof.trials) trials, \(proof.schedules) orders, \(proof.answers) answers, "
      + "\(proof.findings.count) findings, \(duration)")
  exit(proof.trials > 0 && proof.findings.isEmpty ? 0 : 1)
}
if what == "resets" {
  let load = EndLoad(seed: UInt64(second ?? 1))
  let duration = await clock.measure { await load.run(first) }
  for finding in load.findings { print("  \(finding)") }
  print(
    "\(what): \(load.models) models, \(load.answers) answers, \(load.refusals) refusals, "
      + "\(load.threads) threads, \(load.findings.count) findings, \(duration)")
  exit(load.findings.isEmpty && load.answers > 0 ? 0 : 1)
}
var proof = Proof()
let duration = try clock.measure {
  switch what {
  case "every": proof.every(first, part: second ?? 0, of: third ?? 1)
  case "random": proof.random(first, seed: UInt64(second ?? 1))
  case "threads": proof.threads(first, seed: UInt64(second ?? 1))
  case "scopes": try proof.scopes(first, seed: UInt64(second ?? 1))
  default:
    print(
      "usage: CreationProof every COUNT [PART OF] | pairs [PART OF] | faults"
        + " | (random|threads|scopes|ends|resets) COUNT [SEED]")
  }
}
for finding in proof.findings { print("  \(finding)") }
print(
  "\(what): \(proof.webs) webs, \(proof.schedules) orders, \(proof.findings.count) findings, \(duration)"
)
exit(proof.webs > 0 && proof.findings.isEmpty ? 0 : 1)
