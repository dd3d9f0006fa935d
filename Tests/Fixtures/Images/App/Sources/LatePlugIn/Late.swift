import AlchemicInject
import ShopLibrary

private final class LateRule: Rule, AlchemicCreatable {
  let name = "late rule"
  init() {}
}
