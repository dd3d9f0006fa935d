import AlchemicInject
import ShopLibrary

try Alchemic.start()
let till: any Till = try AcGet()
print(till.text)
