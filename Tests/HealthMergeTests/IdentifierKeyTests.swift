import HealthMerge
import HealthModel
import Testing

/// The keys by which a merge knows records again are those that sharing hides.
@Suite struct IdentifierKeyTests {
  @Test(arguments: StrongID.Namespace.allCases)
  func `an identifier of a merge is one for sharing`(namespace: StrongID.Namespace) {
    for key in namespace.metadataKeys {
      let role = Catalogue.standard.metadataRole(of: "\(key)")
      #expect(role == .identifier, "\(key)")
    }
  }

  @Test func `keys about the measurement stay`() {
    for key in ["HKTimeZone", "HKWasUserEntered", "healthconv.assumedTimeZone", "HKLapLength"] {
      let role = Catalogue.standard.metadataRole(of: key)
      #expect(role == .known, "\(key)")
    }
  }
}
