import LibFuzzer
import LifetimeKit

// The arguments are those of libFuzzer; `.ci/fuzz` passes them.
var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
let status = LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
  run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
print(summary)
