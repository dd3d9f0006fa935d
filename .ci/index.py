"""Which declaration refers to which, from the index that the compiler writes with each debug build.

A reference is a place where the code names what a file declares (a type, a member, an operator, an initializer, a case, the type
that an extension extends), or where the compiler calls it, as in a loop. Code that `#if` leaves out is not in the index.
"""

import collections, ctypes, functools, glob, os, shutil, sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
STORE = ".build/debug/index/store"

# Of indexstore.h: roles, kinds, subkinds.
DECLARATION, DEFINITION, REFERENCE, IMPLICIT = 1 << 0, 1 << 1, 1 << 2, 1 << 8
CHILD_OF, BASE_OF, OVERRIDE_OF, CONTAINED_BY = 1 << 9, 1 << 10, 1 << 11, 1 << 16
KINDS = {5: "type", 6: "type", 7: "type", 8: "type", 9: "extension", 11: "alias", 12: "function", 13: "variable", 14: "field",
         15: "case", 16: "method", 17: "method", 18: "method", 19: "property", 20: "property", 21: "property", 22: "init"}
UNCOUNTED = {3, 4, 1013, *range(1000, 1004), *range(1014, 1019)}  # Accessors and generic parameters.
RECORD = 2  # A kind of what a unit depends on.

FUNCTIONS = """
  pointer store_create text out; text error_get_description pointer; pointer unit_reader_create pointer text out
  bool unit_reader_is_system_unit pointer; bool unit_reader_dependencies_apply_f pointer pointer visitor
  int unit_dependency_get_kind pointer; string unit_dependency_get_filepath pointer; string unit_dependency_get_name pointer
  pointer record_reader_create pointer text out; bool record_reader_occurrences_apply_f pointer pointer visitor
  pointer occurrence_get_symbol pointer; long occurrence_get_roles pointer; none occurrence_get_line_col pointer out out
  bool occurrence_relations_apply_f pointer pointer visitor; long symbol_relation_get_roles pointer
  pointer symbol_relation_get_symbol pointer; int symbol_get_kind pointer; int symbol_get_subkind pointer
  string symbol_get_name pointer; string symbol_get_usr pointer"""

# `parent`: the key of the type or extension around it. `implements`: whether it overrides, or implements a requirement.
Symbol = collections.namedtuple("Symbol", "name kind file line parent implements")
# `symbol`: the key of what is named. `container`: the key of the declaration around the place.
Reference = collections.namedtuple("Reference", "file line column symbol name container")


class String(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


class Library:
    """The functions of libIndexStore, without their prefix. They take the memory of this process until it ends."""
    TYPES = {"none": None, "pointer": ctypes.c_void_p, "text": ctypes.c_char_p, "out": ctypes.c_void_p, "bool": ctypes.c_bool,
             "int": ctypes.c_int, "long": ctypes.c_uint64, "string": String,
             "visitor": ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)}

    def __init__(self):
        swift = os.path.realpath(shutil.which("swift") or sys.exit("there is no `swift` in PATH"))
        found = glob.glob(os.path.join(os.path.dirname(swift), "../lib/libIndexStore.*"))
        library = ctypes.CDLL(found[0] if found else sys.exit(f"there is no libIndexStore beside {swift}"))
        for signature in FUNCTIONS.replace("\n", ";").split(";")[1:]:
            result, name, *arguments = signature.split()
            function = getattr(library, "indexstore_" + name)
            function.restype, function.argtypes = self.TYPES[result], [self.TYPES[argument] for argument in arguments]
            setattr(self, name, function)

    def visit(self, apply, subject, body):
        apply(subject, None, self.TYPES["visitor"](lambda _, element: body(element) or True))

    def checked(self, create, *arguments):
        error = ctypes.c_void_p()
        return create(*arguments, ctypes.byref(error)) or sys.exit(self.error_get_description(error).decode())


class Index:
    """The declarations in some folders of a package, and the references to them."""

    def __init__(self, folders, root=ROOT, store=None):
        store = store or os.path.join(root, STORE)
        if not os.path.isdir(store):
            sys.exit(f"{store} does not exist: run `swift build --build-tests`")
        self.lib, self.symbols, self.references = Library(), {}, []
        self.store = self.lib.checked(self.lib.store_create, store.encode())
        units = sorted(glob.glob(os.path.join(store, "v*/units/*")), key=os.path.getmtime)
        newest = {path: (unit, record) for unit in units for path, record in self.records(unit, root)
                  if path.split(os.sep)[0] in folders and os.path.exists(os.path.join(root, path))}
        for path, (unit, record) in sorted(newest.items()):
            if os.path.getmtime(os.path.join(root, path)) > os.path.getmtime(unit):
                sys.exit(f"{path} is newer than its index: run `swift build --build-tests`")
            self.read(path, record)
        targets = {key: self.declared(key) for key in {reference.symbol for reference in self.references}}
        self.references = [one._replace(symbol=targets[one.symbol]) for one in self.references if targets[one.symbol]]

    def records(self, unit, root):
        """The files of a unit, each with the name of its record."""
        found, lib = [], self.lib

        def dependency(element):
            if lib.unit_dependency_get_kind(element) == RECORD:
                # A link to a file is a file of its own, which another module compiles.
                folder, name = os.path.split(str(lib.unit_dependency_get_filepath(element)))
                path = os.path.join(os.path.realpath(folder), name)
                found.append((os.path.relpath(path, root), str(lib.unit_dependency_get_name(element))))
        reader = lib.checked(lib.unit_reader_create, self.store, os.path.basename(unit).encode())
        if not lib.unit_reader_is_system_unit(reader):
            lib.visit(lib.unit_reader_dependencies_apply_f, reader, dependency)
        return found

    def read(self, path, record):
        """Adds the declarations and the references of one file."""
        lib = self.lib
        reader = lib.checked(lib.record_reader_create, self.store, record.encode())
        line, column = ctypes.c_uint(), ctypes.c_uint()

        @functools.cache
        def describe(symbol):
            kind = KINDS.get(lib.symbol_get_kind(symbol)) if lib.symbol_get_subkind(symbol) not in UNCOUNTED else None
            return kind, str(lib.symbol_get_usr(symbol)), str(lib.symbol_get_name(symbol))

        def occurrence(element):
            kind, key, name = describe(lib.occurrence_get_symbol(element))
            if not kind:
                return
            roles, related = lib.occurrence_get_roles(element), []
            lib.visit(lib.occurrence_relations_apply_f, element, lambda relation: related.append(
                (lib.symbol_relation_get_roles(relation), describe(lib.symbol_relation_get_symbol(relation))[1])))
            lib.occurrence_get_line_col(element, ctypes.byref(line), ctypes.byref(column))

            def relative(role):
                return next((other for has, other in related if has & role), "")
            # In C, the header counts, if it declares the symbol.
            if roles & DECLARATION or roles & DEFINITION and key not in self.symbols:
                implements = bool(relative(OVERRIDE_OF)) or bool(roles & IMPLICIT)
                self.symbols[key] = Symbol(name, kind, path, line.value, relative(CHILD_OF), implements)
            elif roles & REFERENCE:
                container = relative(CONTAINED_BY | BASE_OF)
                self.references.append(Reference(path, line.value, column.value, key, name, container))
        lib.visit(lib.record_reader_occurrences_apply_f, reader, occurrence)

    def declared(self, key):
        """The key of a symbol; that of its type if the compiler wrote the symbol; None if another package declares it."""
        if key in self.symbols or not key.startswith("s:"):
            return key if key in self.symbols else None
        prefixes = (key[:end] for end in range(len(key) - 1, 2, -1))
        return next((one for one in prefixes if one in self.symbols and self.symbols[one].kind == "type"), None)

    def edges(self):
        """By file, by file to which it refers, by place: the name of the symbol. `A(b: 1)` is one reference, to A."""
        found = collections.defaultdict(lambda: collections.defaultdict(dict))
        for one in self.references:
            target = self.symbols[one.symbol]
            if target.file != one.file:
                places = found[one.file][target.file]
                if (one.line, one.column) not in places or target.kind == "type":
                    places[one.line, one.column] = one.name
        return found
