import Foundation

/// Finds the shared conformance data through the environment variable HEALTHCONV_SHARED.
public enum Shared {
  /// The folder named by HEALTHCONV_SHARED, when it is set and exists.
  public static let root: String? = {
    guard let path = ProcessInfo.processInfo.environment["HEALTHCONV_SHARED"],
      FileManager.default.fileExists(atPath: path)
    else { return nil }
    return path
  }()

  /// Whether tests over the shared data can run.
  public static var isAvailable: Bool { root != nil }

  /// The absolute path of a file under the shared folder.
  public static func path(_ relative: String) -> String { (root ?? "") + "/" + relative }
}

/// Finds the fixtures of this repository from the place of this source file.
public enum Fixtures {
  /// The absolute path of the folder `Fixtures`.
  public static let root: String = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures").path

  /// The absolute path of a fixture.
  public static func path(_ relative: String) -> String { root + "/" + relative }

  /// The sorted names of the files in a fixture folder.
  public static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []).sorted()
  }
}

/// A small seeded generator, so that a failing random test can be run again.
public struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  /// Starts the sequence of one seed.
  public init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// The seed of this run: HEALTHCONV_SEED or a random one; printed, so that a failure can be
/// repeated.
public func testSeed(_ name: String = #function) -> UInt64 {
  let given = ProcessInfo.processInfo.environment["HEALTHCONV_SEED"].flatMap { UInt64($0) }
  let seed = given ?? UInt64.random(in: 0...UInt64.max)
  print("seed of \(name): HEALTHCONV_SEED=\(seed)")
  return seed
}

/// The bytes of a file.
public func readBytes(_ path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}
