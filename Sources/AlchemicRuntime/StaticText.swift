/// Returns a text of the program itself, for functions that require a `StaticString`.
///
/// `StaticString` is a frozen type of the standard library: the address, the number of bytes, and
/// flags, of which none says that the text is an address and need not be ASCII. No public
/// initializer takes an address.
///
/// - Parameter address: The address of a literal's text, which ends with a zero byte.
package func staticText(at address: UnsafePointer<UInt8>) -> StaticString {
  var count = 0
  while address[count] != 0 { count += 1 }
  return unsafeBitCast((address, count, UInt8(0)), to: StaticString.self)
}
