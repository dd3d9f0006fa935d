import AlchemicInject

// What a program needs: nobody mentions `Greeter`, it is found.

try Alchemic.start()
let host = Host()
print(host.greeting.text)
