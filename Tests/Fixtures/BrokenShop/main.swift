import AlchemicInject

// A program with one mistake of each common kind: it must end at its start, with one message that
// has them all, before anything is made.

do {
  try Alchemic.start()
  print("started")
} catch {
  print(error)
}
