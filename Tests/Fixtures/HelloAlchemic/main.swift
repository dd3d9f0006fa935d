import Alchemic

// All that a program needs. No code refers to `Greeter`, which discovery finds.

try Alchemic.start()
let host = Host()
print(host.greeting.text)
