import TestSupport
import Testing

/// Looks for temporary files that a conversion left behind.
enum Leftovers {
  static func check(
    _ scratch: Scratch,
    allowed: [String],
    at place: SourceLocation = #_sourceLocation
  ) {
    let left = scratch.names.filter { !allowed.contains($0) }
    #expect(left.isEmpty, "left behind", sourceLocation: place)
  }
}
