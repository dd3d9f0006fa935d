import Alchemic
import HabitKit

try Alchemic.start(.strict)
let (tracker, store, clock): (Tracker, any HabitStore, any DayClock) =
  (try AcGet(), try AcGet(), try AcGet())
store.add(Habit("Read", of: "Ann", days: Set(clock.today - 12..<clock.today)))
store.add(Habit("Run", of: "Ann", days: [clock.today - 5, clock.today - 2]))
print(tracker.page + "\n")

try Session.logIn(as: "Ann")
print(tracker.page + "\n")

try AcSet(Cheers())
tracker.views[1].checkIn()
print(tracker.page + "\n")

try Session.logOut()
print(tracker.page)
