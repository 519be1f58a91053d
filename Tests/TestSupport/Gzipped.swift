import GzipCodec

/// The bytes as members of gzip, as the program writes them.
public func gzipped(_ bytes: [UInt8]) -> [UInt8] {
  var encoder = BGZFEncoder()
  var out: [UInt8] = []
  var start = 0
  while start < bytes.count {
    let end = min(bytes.count, start + BGZF.maximumDataSize)
    encoder.encode(bytes.span.extracting(start..<end), to: &out)
    start = end
  }
  return out + BGZF.endMarker
}
