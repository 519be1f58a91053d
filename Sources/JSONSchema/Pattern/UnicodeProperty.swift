/// The properties that `\p{...}` of ECMA-262 §22.2.1 can name.
enum UnicodeProperty {
  /// The characters of a property or of a value of one; nil when there is no such name.
  static func set(_ name: String, value: String?) -> ScalarSet? {
    if let value {
      switch name {
      case "General_Category", "gc": return category(value)
      case "Script", "sc": return script("Script", value)
      case "Script_Extensions", "scx": return script("Script_Extensions", value)
      default: return nil
      }
    }
    return category(name) ?? binary(name)
  }

  private static func category(_ name: String) -> ScalarSet? {
    guard let members = categories[name] else { return nil }
    return ScalarSet(runs.filter { members.contains($0.category) }.map(\.range))
  }

  private static func binary(_ name: String) -> ScalarSet? {
    switch name {
    case "Any": return .all
    case "ASCII": return ScalarSet([0...0x7F])
    case "Assigned": return category("Unassigned")?.inverted
    default: break
    }
    guard let test = tests[name] else { return nil }
    return ScalarSet(
      (0...ScalarSet.last).compactMap { value in
        guard let scalar = Unicode.Scalar(value), test(scalar.properties) else { return nil }
        return value...value
      }
    )
  }

  /// The standard library knows scripts only through its own regular expressions.
  private static func script(_ property: String, _ value: String) -> ScalarSet? {
    let isName = value.utf8.allSatisfy { ScalarSet.words.contains(UInt32($0)) }
    guard isName, let regex = try? Regex("\\p{\(property)=\(value)}+") else { return nil }
    // Letters and marks have scripts; what is private, unassigned or half a pair has none.
    var text = String.UnicodeScalarView()
    for run in runs {
      switch run.category {
      case .unassigned, .privateUse, .surrogate: break
      default: text.append(contentsOf: run.range.compactMap { Unicode.Scalar($0) })
      }
    }
    let found = String(text).matches(of: regex.matchingSemantics(.unicodeScalar))
    return ScalarSet(
      found.flatMap { match in match.0.unicodeScalars.map { $0.value...$0.value } }
    )
  }

  /// All characters in runs of one category.
  private static let runs: [(range: ClosedRange<UInt32>, category: Unicode.GeneralCategory)] = {
    var runs: [(range: ClosedRange<UInt32>, category: Unicode.GeneralCategory)] = []
    var start: UInt32 = 0
    var category = Unicode.GeneralCategory.control
    for value in 1...(ScalarSet.last + 1) {
      let next = Unicode.Scalar(value)?.properties.generalCategory ?? .surrogate
      guard next != category || value > ScalarSet.last else { continue }
      runs.append((start...(value - 1), category))
      start = value
      category = next
    }
    return runs
  }()

  private typealias Category = Unicode.GeneralCategory

  /// Names and their aliases, as in PropertyValueAliases.txt of the Unicode Character Database.
  private static let categories: [String: Set<Unicode.GeneralCategory>] = {
    let single: [(Category, [String])] = [
      (.uppercaseLetter, ["Lu", "Uppercase_Letter"]),
      (.lowercaseLetter, ["Ll", "Lowercase_Letter"]),
      (.titlecaseLetter, ["Lt", "Titlecase_Letter"]),
      (.modifierLetter, ["Lm", "Modifier_Letter"]),
      (.otherLetter, ["Lo", "Other_Letter"]),
      (.nonspacingMark, ["Mn", "Nonspacing_Mark"]),
      (.spacingMark, ["Mc", "Spacing_Mark"]),
      (.enclosingMark, ["Me", "Enclosing_Mark"]),
      (.decimalNumber, ["Nd", "Decimal_Number", "digit"]),
      (.letterNumber, ["Nl", "Letter_Number"]),
      (.otherNumber, ["No", "Other_Number"]),
      (.connectorPunctuation, ["Pc", "Connector_Punctuation"]),
      (.dashPunctuation, ["Pd", "Dash_Punctuation"]),
      (.openPunctuation, ["Ps", "Open_Punctuation"]),
      (.closePunctuation, ["Pe", "Close_Punctuation"]),
      (.initialPunctuation, ["Pi", "Initial_Punctuation"]),
      (.finalPunctuation, ["Pf", "Final_Punctuation"]),
      (.otherPunctuation, ["Po", "Other_Punctuation"]),
      (.mathSymbol, ["Sm", "Math_Symbol"]),
      (.currencySymbol, ["Sc", "Currency_Symbol"]),
      (.modifierSymbol, ["Sk", "Modifier_Symbol"]),
      (.otherSymbol, ["So", "Other_Symbol"]),
      (.spaceSeparator, ["Zs", "Space_Separator"]),
      (.lineSeparator, ["Zl", "Line_Separator"]),
      (.paragraphSeparator, ["Zp", "Paragraph_Separator"]),
      (.control, ["Cc", "Control", "cntrl"]),
      (.format, ["Cf", "Format"]),
      (.surrogate, ["Cs", "Surrogate"]),
      (.privateUse, ["Co", "Private_Use"]),
      (.unassigned, ["Cn", "Unassigned"]),
    ]
    let groups: [(String, [String])] = [
      ("L", ["L", "Letter"]), ("M", ["M", "Mark", "Combining_Mark"]), ("N", ["N", "Number"]),
      ("P", ["P", "Punctuation", "punct"]), ("S", ["S", "Symbol"]), ("Z", ["Z", "Separator"]),
      ("C", ["C", "Other"]),
    ]
    var result: [String: Set<Category>] = [
      "LC": [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter],
      "Cased_Letter": [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter],
    ]
    for (category, names) in single {
      for name in names { result[name] = [category] }
      for (letter, groupNames) in groups where names[0].hasPrefix(letter) {
        for name in groupNames { result[name, default: []].insert(category) }
      }
    }
    return result
  }()

  /// The binary properties of ECMA-262 table 67 that the standard library knows.
  private static let tests: [String: @Sendable (Unicode.Scalar.Properties) -> Bool] = {
    let rows: [([String], @Sendable (Unicode.Scalar.Properties) -> Bool)] = [
      (["Alphabetic", "Alpha"], { $0.isAlphabetic }),
      (["ASCII_Hex_Digit", "AHex"], { $0.isASCIIHexDigit }),
      (["Bidi_Control", "Bidi_C"], { $0.isBidiControl }),
      (["Bidi_Mirrored", "Bidi_M"], { $0.isBidiMirrored }),
      (["Case_Ignorable", "CI"], { $0.isCaseIgnorable }),
      (["Cased"], { $0.isCased }),
      (["Changes_When_Lowercased", "CWL"], { $0.changesWhenLowercased }),
      (["Changes_When_Uppercased", "CWU"], { $0.changesWhenUppercased }),
      (["Dash"], { $0.isDash }),
      (["Default_Ignorable_Code_Point", "DI"], { $0.isDefaultIgnorableCodePoint }),
      (["Deprecated", "Dep"], { $0.isDeprecated }),
      (["Diacritic", "Dia"], { $0.isDiacritic }),
      (["Emoji"], { $0.isEmoji }),
      (["Emoji_Modifier", "EMod"], { $0.isEmojiModifier }),
      (["Emoji_Modifier_Base", "EBase"], { $0.isEmojiModifierBase }),
      (["Emoji_Presentation", "EPres"], { $0.isEmojiPresentation }),
      (["Extender", "Ext"], { $0.isExtender }),
      (["Hex_Digit", "Hex"], { $0.isHexDigit }),
      (["ID_Continue", "IDC"], { $0.isIDContinue }),
      (["ID_Start", "IDS"], { $0.isIDStart }),
      (["Ideographic", "Ideo"], { $0.isIdeographic }),
      (["Join_Control", "Join_C"], { $0.isJoinControl }),
      (["Lowercase", "Lower"], { $0.isLowercase }),
      (["Math"], { $0.isMath }),
      (["Noncharacter_Code_Point", "NChar"], { $0.isNoncharacterCodePoint }),
      (["Pattern_Syntax", "Pat_Syn"], { $0.isPatternSyntax }),
      (["Pattern_White_Space", "Pat_WS"], { $0.isPatternWhitespace }),
      (["Quotation_Mark", "QMark"], { $0.isQuotationMark }),
      (["Radical"], { $0.isRadical }),
      (["Sentence_Terminal", "STerm"], { $0.isSentenceTerminal }),
      (["Soft_Dotted", "SD"], { $0.isSoftDotted }),
      (["Terminal_Punctuation", "Term"], { $0.isTerminalPunctuation }),
      (["Unified_Ideograph", "UIdeo"], { $0.isUnifiedIdeograph }),
      (["Uppercase", "Upper"], { $0.isUppercase }),
      (["Variation_Selector", "VS"], { $0.isVariationSelector }),
      (["White_Space", "space"], { $0.isWhitespace }),
      (["XID_Continue", "XIDC"], { $0.isXIDContinue }),
      (["XID_Start", "XIDS"], { $0.isXIDStart }),
    ]
    var result: [String: @Sendable (Unicode.Scalar.Properties) -> Bool] = [:]
    for (names, test) in rows { for name in names { result[name] = test } }
    return result
  }()
}
