import Foundation
import TestSupport
import Testing

/// Every required problem has a run of its own or a test.
@Suite struct RequiredCaseTests {
  @Test(arguments: RequiredCases.all)
  func theProblemIsTested(_ id: String) throws {
    let isRun = CommandCase.all.contains {
      $0.name.replacing("/", with: "-").hasPrefix(id + "-")
    }
    let tests = RequiredCases.tests.filter { $0.0 == id }
    #expect(isRun || !tests.isEmpty)
    for (_, file, function) in tests {
      let source = try String(
        contentsOfFile: Fixtures.root + "/../Tests/" + file,
        encoding: .utf8
      )
      #expect(source.contains("func \(function)"))
    }
  }

  @Test func theListIsComplete() {
    #expect(RequiredCases.apple.count == 21)
    #expect(RequiredCases.format.count == 31)
    #expect(RequiredCases.tests.allSatisfy { RequiredCases.all.contains($0.0) })
  }
}
