@_exported public import Alchemic
