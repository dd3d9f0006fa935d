import AlchemicRuntime

/// Creates the arguments of a function: in order, and each with its own arguments first.
///
/// If an argument is the product of a template with arguments, that template is a level of a stack,
/// not a nested call. With calls, ten templates that are made of each other would be forty nested
/// ones, and a processor predicts fewer returns. The stack has a fixed size. A template for which
/// there is no room creates its arguments by a call, and so with a stack of its own.
struct TemplateStack {
  /// The arguments of one function.
  private struct Arguments {
    let first: UnsafeMutablePointer<ResolvedArgument>
    /// The next one to create. The function takes all at once.
    var next: UnsafeMutablePointer<ResolvedArgument>
    let end: UnsafeMutablePointer<ResolvedArgument>
    let memory: ValueAddress
  }

  /// A template whose product is an argument.
  private struct Level {
    var contents: CreationPath.Frame.Contents
    let conversion: Borrowed<ProductConversion>
    var arguments: Arguments
    /// The memory of the product.
    let product: ValueAddress
    let below: UnsafeMutablePointer<Level>?
  }

  private let model: Borrowed<Model>
  private var top: UnsafeMutablePointer<Level>?
  /// The room that is left.
  private var room: Range<UnsafeMutableRawPointer>

  /// The size of a stack, in bytes. The standard library allocates no more on the thread's own.
  private static var byteCount: Int { 1024 }

  /// Creates arguments of a function, all of which the model supplies.
  ///
  /// - Parameters:
  ///   - first: The first one, in the list of the model.
  ///   - memory: The memory of all arguments of the function.
  ///   - model: The model, which the caller retains.
  /// - Throws: ``AlchemicError``. Then none of the arguments exists.
  @inline(never) @_optimize(speed)
  static func create(
    _ count: Int, from first: UnsafeMutablePointer<ResolvedArgument>, at memory: ValueAddress,
    in model: Borrowed<Model>
  ) throws {
    var arguments = Arguments(first: first, next: first, end: first + count, memory: memory)
    do {
      // Most functions need no stack, and nested calls would add up its size.
      while arguments.next != arguments.end {
        let address = memory + arguments.next.pointee.offset
        let resolver = arguments.next.pointee.knownResolver
        if let resolver, resolver.with({ $0.copyCached(to: address) }) {
          arguments.next += 1
          continue
        }
        let conversion = resolver?.with({ $0.conversion })
        if conversion?.with({ $0.levelArguments }) != nil, mayPush {
          return try run(&arguments, in: model)
        }
        try arguments.next.createUncached(by: resolver, conversion, in: model, at: address)
        arguments.next += 1
      }
    } catch {
      first.destroyValues(arguments.next - first, in: memory)
      throw error
    }
  }

  /// Creates arguments with a stack.
  @inline(never) @_optimize(speed)
  private static func run(_ arguments: inout Arguments, in model: Borrowed<Model>) throws {
    try withUnsafeTemporaryAllocation(
      byteCount: byteCount, alignment: ArgumentList.alignment
    ) { room in
      let start = room.baseAddress.unsafelyUnwrapped
      var stack = TemplateStack(model: model, top: nil, room: start..<start + byteCount)
      do {
        try withUnsafeMutablePointer(to: &arguments) { bottom in
          var current = bottom
          while true {
            if let level = try stack.createdOrBegun(current) {
              current = level.pointer(to: \.arguments).unsafelyUnwrapped
            } else if let level = stack.top {
              try stack.pop(level)
              current = stack.top?.pointer(to: \.arguments) ?? bottom
              current.pointee.next += 1
            } else {
              break
            }
          }
        }
      } catch { throw stack.unwound(after: error) }
    }
  }

  /// Creates arguments. Returns the level that it begins for one of them; nil if all exist.
  @inline(__always)
  private mutating func createdOrBegun(
    _ arguments: UnsafeMutablePointer<Arguments>
  ) throws -> UnsafeMutablePointer<Level>? {
    let end = arguments.pointee.end
    let memory = arguments.pointee.memory
    var element = arguments.pointee.next
    while element != end {
      let address = memory + element.pointee.offset
      let resolver = element.pointee.knownResolver
      if let resolver, resolver.with({ $0.copyCached(to: address) }) {
        element += 1
        continue
      }
      // An error destroys the arguments before the next one.
      arguments.pointee.next = element
      let conversion = resolver?.with({ $0.conversion })
      if let conversion, let level = try push(conversion, at: address) { return level }
      try element.createUncached(by: resolver, conversion, in: model, at: address)
      element += 1
    }
    arguments.pointee.next = end
    return nil
  }

  /// Begins the creation of a template's product. Returns its level; nil if it cannot have one.
  @inline(__always)
  private mutating func push(
    _ conversion: Borrowed<ProductConversion>, at memory: ValueAddress
  ) throws -> UnsafeMutablePointer<Level>? {
    guard let list = conversion.with(\.levelArguments), Self.mayPush else { return nil }
    let start = (room.lowerBound + MemoryLayout<Level>.size)
      .alignedUp(toMultipleOf: ArgumentList.alignment)
    let end = (start + list.with(\.byteCount)).alignedUp(toMultipleOf: ArgumentList.alignment)
    if end > room.upperBound { return nil }
    let first = list.with(\.first)
    let level = room.lowerBound.bindMemory(to: Level.self, capacity: 1)
    level.initialize(
      to: Level(
        contents: CreationPath.Frame.Contents(.template(conversion.with(\.factory)), for: nil),
        conversion: conversion,
        arguments: Arguments(
          first: first, next: first, end: first + list.with(\.countOfFunction),
          memory: ValueAddress(start)), product: memory, below: top))
    try CreationPath.enter(Self.frame(of: level))
    top = level
    room = end..<room.upperBound
    return level
  }

  /// Whether nobody observes creations, and none on this thread may be an endless one.
  @inline(__always)
  private static var mayPush: Bool { !HotWord.observers.isSet && CreationPath.isOrdinary }

  /// Calls the function of the highest level, and ends the creation.
  @inline(__always)
  private mutating func pop(_ level: UnsafeMutablePointer<Level>) throws {
    let memory = level.pointee.product
    try level.pointee.conversion.with { conversion in
      try conversion.factory.with { factory in
        var cursor = ArgumentCursor(
          of: conversion.factory, in: model.assumed(), createdAt: level.pointee.arguments.memory)
        defer {
          // A function takes all arguments, or throws before it takes the first one.
          if cursor.hasTaken { level.pointee.arguments.next = level.pointee.arguments.first }
        }
        do { try factory.make(&cursor, memory) } catch { throw factory.wrapped(error) }
        try model.with { try factory.complete(memory, in: $0) }
      }
      CreationPath.leave(Self.frame(of: level))
      conversion.finish(at: memory)
    }
    room = UnsafeMutableRawPointer(level)..<room.upperBound
    top = level.pointee.below
  }

  /// Ends all levels after an error, innermost first.
  @inline(never)
  private func unwound(after error: any Error) -> any Error {
    var error = error
    var next = top
    while let level = next {
      error = level.pointee.conversion.with(\.factory).with { $0.wrapped(error) }
      let arguments = level.pointee.arguments
      arguments.first.destroyValues(arguments.next - arguments.first, in: arguments.memory)
      CreationPath.leave(Self.frame(of: level))
      next = level.pointee.below
    }
    return error
  }

  @inline(__always)
  private static func frame(of level: UnsafeMutablePointer<Level>) -> CreationPath.Frame {
    CreationPath.Frame(level.pointer(to: \.contents).unsafelyUnwrapped)
  }
}
