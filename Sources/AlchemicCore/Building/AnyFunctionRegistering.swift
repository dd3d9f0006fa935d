public import AlchemicRuntime

/// The form of `ModelBuilder.register` for functions of any number of arguments, for code that does
/// not know the number.
///
/// It is in the extension of a protocol from which ``FunctionRegistering`` inherits, so that the
/// compiler prefers the forms there.
public protocol AnyFunctionRegistering {}

extension AnyFunctionRegistering {
  /// Declares a product that a function of any number of arguments creates.
  @inlinable
  public func register<each Argument, Product>(
    _ make: __shared sending @escaping (repeat each Argument) throws -> Product,
    _ options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) where Self == ModelBuilder {
    self.addAny(nil, options, make, in: fileID, at: line)
  }

  /// Declares a product that a closure of any number of arguments creates, with options before it.
  @inlinable
  public func register<each Argument, Product>(
    _ option: FactoryOption, _ more: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line, make: __shared sending @escaping (repeat each Argument) throws -> Product
  ) where Self == ModelBuilder {
    self.addAny(option, more, make, in: fileID, at: line)
  }

  @inlinable @inline(__always)
  func addAny<each Argument, Product>(
    _ option: FactoryOption?, _ more: [FactoryOption]?,
    _ make: __shared sending @escaping (repeat each Argument) throws -> Product,
    in fileID: StaticString, at line: UInt
  ) where Self == ModelBuilder {
    self.add(
      option, more, of: Product.self, from: repeat (each Argument).self, in: fileID, at: line
    ) { arguments, memory in
      try arguments.create()
      memory.initialize(to: try make(repeat arguments.take((each Argument).self)))
    }
  }
}

// Here, because a closure after the call also matches the parameter of this form. The compiler then
// prefers the form without arguments.
extension AnyFunctionRegistering {
  /// Declares an object that exists already, for example a fake in a test.
  ///
  /// ```swift
  /// let fake = FakeRates()
  /// try Alchemic.start { $0.register(.primary, object: fake as any RateSource) }
  /// ```
  ///
  /// The object need not be Sendable, nor need an object of `AcSet`. By contract, every thread that
  /// requests it may use it.
  ///
  /// - Parameters:
  ///   - options: Options of the factory, for example its lifetime or its name.
  ///   - object: The product, also in every model that the same function declares.
  public func register<Product>(
    _ options: FactoryOption..., object: @autoclosure () -> Product,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Self == ModelBuilder {
    let object = UnsafeTransfer(object())
    self.add(nil, options, of: Product.self, in: fileID, at: line) { _, memory in
      memory.initialize(to: object.value)
    }
  }
}
