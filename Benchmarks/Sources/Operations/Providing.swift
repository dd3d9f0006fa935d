import AlchemicInject
import CMeasure
import Measure

final class Ticket {
  let number: Int
  init(number: Int) { self.number = number }
}

final class Noted {
  let note: Ticket
  let number: Int
  let other: OneOther
  init(note: Ticket, number: Int, other: OneOther) {
    (self.note, self.number, self.other) = (note, number, other)
  }
}

extension HotModel {
  static func registerProvided(_ model: ModelBuilder) {
    model.register(Ticket.init(number:), AcArgument())
    model.register(
      Noted.init(note:number:other:), AcArgument(), AcArgument(), AcClass(OneOther.self))
  }

  /// P12.
  static var providing: [Operation] {
    let ticket: Provider<Ticket, Int>
    let noted: Provider<Noted, Ticket, Int>
    let alone: Provider<Alone>
    let service: Provider<any Service>
    do {
      (ticket, noted) = (try AcGet(), try AcGet())
      (alone, service) = (try AcGet(), try AcGet())
    } catch { fatalError("\(error)") }
    let plain = Plain.shared
    let note = Ticket(number: 1)
    let other = OneOther()
    return [
      Operation(
        "P12", "call of a provider with an argument, against init with it", limit: 3,
        cost: { callTicket(ticket, $0) }, floor: makeTicket),
      Operation(
        "P12/several", "call of a provider with two arguments, of an object with a singleton",
        limit: 3,
        cost: { callNoted(noted, note, $0) }, floor: { makeNoted(note, other, $0) }),
      Operation(
        "P12/template", "call of a provider of a template, against init", limit: 3,
        cost: { callAlone(alone, $0) }, floor: makeAlone),
      Operation(
        "P12/singleton", "call of a provider by protocol, against a function that returns it",
        limit: 2.5,
        cost: { callService(service, $0) }, floor: { getReturnedService(plain, $0) }),
    ]
  }
}

@inline(never) private func callTicket(_ make: Provider<Ticket, Int>, _ count: Int) {
  var sum = 0
  do {
    for number in 0..<count { sum &+= try make(number).number }
  } catch { fatalError("\(error)") }
  measure_use(sum)
}

@inline(never) private func ticket(_ number: Int) -> Ticket { Ticket(number: number) }

@inline(never) private func makeTicket(_ count: Int) {
  var sum = 0
  for number in 0..<count { sum &+= ticket(number).number }
  measure_use(sum)
}

@inline(never) private func callNoted(
  _ make: Provider<Noted, Ticket, Int>, _ note: Ticket, _ count: Int
) {
  var sum = 0
  do {
    for number in 0..<count { sum &+= try make(note, number).number }
  } catch { fatalError("\(error)") }
  measure_use(sum)
}

@inline(never) private func noted(_ note: Ticket, _ number: Int, _ other: OneOther) -> Noted {
  Noted(note: note, number: number, other: other)
}

@inline(never) private func makeNoted(_ note: Ticket, _ other: OneOther, _ count: Int) {
  var sum = 0
  for number in 0..<count { sum &+= noted(note, number, other).number }
  measure_use(sum)
}

@inline(never) private func callAlone(_ make: Provider<Alone>, _ count: Int) {
  var sum = 0
  do {
    for _ in 0..<count { sum &+= try make().number }
  } catch { fatalError("\(error)") }
  measure_use(sum)
}

@inline(never) private func callService(_ service: Provider<any Service>, _ count: Int) {
  var sum = 0
  do {
    for _ in 0..<count { sum &+= try service().value() }
  } catch { fatalError("\(error)") }
  measure_use(sum)
}

@inline(never) private func returnedService(_ plain: Plain) -> any Service { plain.service }

@inline(never) private func getReturnedService(_ plain: Plain, _ count: Int) {
  var sum = 0
  for _ in 0..<count { sum &+= returnedService(plain).value() }
  measure_use(sum)
}
