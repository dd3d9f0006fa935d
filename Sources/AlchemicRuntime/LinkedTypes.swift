/// Returns the types that conform to a protocol, in all linked modules. By such a type, a part of
/// the library enters a program that does not name it.
///
/// - Complexity: O(*n*) in the conformances of the program.
package func linkedTypes<Part>(conformingTo part: Any.Type, as _: Part.Type) -> [Part] {
  let descriptor = ContextDescriptor(ofProtocol: part)
  var types: [Part] = []
  forEachConformanceRecord { record in
    guard record.protocolDescriptor == descriptor, let type = record.typeDescriptor else { return }
    types.append(record.type(of: type, as: Part.self))
  }
  return types
}
