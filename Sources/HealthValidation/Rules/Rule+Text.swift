import HealthModel

/// Rules about the text: its encoding, and the grammars of CSV, JSON and XML.
extension Rule {
  static let text: [Rule] = [
    Rule(
      .textNotUTF8,
      .error,
      "The text is not valid UTF-8",
      why: "Names and notes would be changed by whoever reads them, each program in its own way.",
      advice:
        "Find out the true encoding and convert the file, for instance with iconv -f "
        + "WINDOWS-1252 -t UTF-8."
    ),
    Rule(
      .textBOMOrUTF16,
      .note,
      "The text begins with a byte order mark or is UTF-16",
      why: "Some programs take the mark for a part of the first name, and most expect UTF-8.",
      advice: "Write it as plain UTF-8 with healthconv convert INPUT -o OUTPUT."
    ),
    Rule(
      .textControl,
      .warning,
      "The text holds NUL or control characters",
      why:
        "They are usually what a crash or a full disk left behind, and other readers refuse "
        + "them.",
      advice: "Look at the records around them and export those again."
    ),
    Rule(
      .csvQuote,
      .error,
      "A quote in the table is not closed or stands where it may not",
      why: "Everything after it may be read into the wrong field.",
      advice:
        "Close the quote or double it inside the field, or read the file with --csv-escape "
        + "backslash if it was written so."
    ),
    Rule(
      .csvFieldCount,
      .error,
      "A row has another number of fields than the header",
      why: "No reader can tell which values belong to which columns.",
      advice:
        "Quote the fields that hold the delimiter, or name the delimiter with --delimiter if "
        + "it was taken for another."
    ),
    Rule(
      .csvEmptyField,
      .warning,
      "A row ends in a delimiter too many",
      why: "Strict readers count one field more than the header has and refuse the row.",
      advice: "Leave the last delimiter out where the file is written."
    ),
    Rule(
      .csvHeader,
      .error,
      "A column's name is missing, repeated, empty or padded",
      why: "Columns are found by their names, so such a column is read wrongly or not at all.",
      advice: "Give each column one name of its own, as healthconv schema csv lists them."
    ),
    Rule(
      .csvBlankRow,
      .note,
      "A blank line stands inside the table",
      why: "Some readers end the table there or make an empty record of it.",
      advice: "Remove the line."
    ),
    Rule(
      .jsonSyntax,
      .error,
      "The text is not JSON",
      why: "RFC 8259 knows no NaN, comments or trailing commas, and most readers stop here.",
      advice:
        "Mend it at this place, and let a JSON library write the file instead of "
        + "putting its text together by hand."
    ),
    Rule(
      .jsonDuplicateKey,
      .error,
      "An object has one key twice",
      why:
        "Some readers take the first value and others the last, so two people see two "
        + "different records.",
      advice: "Keep the value that is meant and remove the other."
    ),
    Rule(
      .jsonDepthOrSize,
      .error,
      "A record is nested too deep or is too large",
      why: "Readers with bounded memory refuse it, and no health record needs it.",
      advice: "Look for brackets that are never closed, and split what is really that large."
    ),
    Rule(
      .xmlSyntax,
      .error,
      "The text is not well-formed XML",
      why: "An element that cannot be read is a record that is lost.",
      advice: "Export the file again, or mend the element at this place."
    ),
    Rule(
      .xmlTruncated,
      .error,
      "The document ends inside an element",
      why: "The end of the export is missing, and with it the records that stood there.",
      advice: "Export and transfer the file again."
    ),
    Rule(
      .xmlOddity,
      .warning,
      "The XML breaks a rule that was tolerated",
      why: "Stricter readers refuse the whole file because of it.",
      advice:
        "Write a clean copy with healthconv convert INPUT -o OUTPUT, which keeps every record."
    ),
  ]
}
