// The standard library's `append` is copied into every caller, 80 to 140 bytes each time. For the
// elements that are appended most often, it is compiled once.

extension [Int] {
  @inline(never)
  mutating func append(_ number: Int) { append(contentsOf: CollectionOfOne(number)) }
}
