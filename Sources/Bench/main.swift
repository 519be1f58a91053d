import ByteKit
import CSVCodec
import Foundation
import HealthConvert
import HealthFormats
import HealthUnits
import JSONCodec
import XMLCodec

// Benchmarks: each case prints its best and median of several runs. Input is made from a seed.
//
//     swift run -c release Bench [NAME...] [--records N]

var arguments = Array(CommandLine.arguments.dropFirst())
var recordCount = 200_000
if let flag = arguments.firstIndex(of: "--records"), flag + 1 < arguments.count {
  recordCount = Int(arguments[flag + 1]) ?? recordCount
  arguments.removeSubrange(flag...flag + 1)
}
let corpus = try Corpus(records: recordCount)
defer { corpus.remove() }

for bench in Case.all(corpus) where arguments.isEmpty || arguments.contains(bench.name) {
  try bench.run()
}
