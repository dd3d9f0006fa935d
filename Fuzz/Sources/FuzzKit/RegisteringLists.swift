import Alchemic

// The functions that register take options one by one, and here they are a list.
extension ModelBuilder {
  func register<each Argument, Product>(
    with o: [FactoryOption], _ make: sending @escaping (repeat each Argument) throws -> Product
  ) {
    switch o.count {
    case 0: register(make)
    case 1: register(o[0], make: make)
    case 2: register(o[0], o[1], make: make)
    case 3: register(o[0], o[1], o[2], make: make)
    case 4: register(o[0], o[1], o[2], o[3], make: make)
    case 5: register(o[0], o[1], o[2], o[3], o[4], make: make)
    case 6: register(o[0], o[1], o[2], o[3], o[4], o[5], make: make)
    case 7: register(o[0], o[1], o[2], o[3], o[4], o[5], o[6], make: make)
    case 8: register(o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7], make: make)
    case 9: register(o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7], o[8], make: make)
    default: fatalError("more options than there are")
    }
  }

  func register<First, Product>(
    with o: [FactoryOption], _ source: ValueSource<First>,
    _ make: sending @escaping (First) throws -> Product
  ) {
    switch o.count {
    case 0: register(make, source)
    case 1: register(make, source, options: o[0])
    case 2: register(make, source, options: o[0], o[1])
    case 3: register(make, source, options: o[0], o[1], o[2])
    case 4: register(make, source, options: o[0], o[1], o[2], o[3])
    case 5: register(make, source, options: o[0], o[1], o[2], o[3], o[4])
    case 6: register(make, source, options: o[0], o[1], o[2], o[3], o[4], o[5])
    case 7: register(make, source, options: o[0], o[1], o[2], o[3], o[4], o[5], o[6])
    case 8: register(make, source, options: o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7])
    case 9: register(make, source, options: o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7], o[8])
    default: fatalError("more options than there are")
    }
  }

  func register<Product>(with o: [FactoryOption], type: Product.Type) {
    switch o.count {
    case 0: register(type)
    case 1: register(type, o[0])
    case 2: register(type, o[0], o[1])
    case 3: register(type, o[0], o[1], o[2])
    case 4: register(type, o[0], o[1], o[2], o[3])
    case 5: register(type, o[0], o[1], o[2], o[3], o[4])
    case 6: register(type, o[0], o[1], o[2], o[3], o[4], o[5])
    case 7: register(type, o[0], o[1], o[2], o[3], o[4], o[5], o[6])
    case 8: register(type, o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7])
    case 9: register(type, o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7], o[8])
    default: fatalError("more options than there are")
    }
  }
}
