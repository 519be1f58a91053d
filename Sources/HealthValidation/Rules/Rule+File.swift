import HealthModel

/// Rules about the file and its container.
extension Rule {
  static let file: [Rule] = [
    Rule(
      .fileUnreadable,
      .error,
      "The file cannot be opened or read",
      why: "Nothing in it was checked, so no verdict on it is possible.",
      advice:
        "Check the path and its permissions, and fetch the file again if the medium is damaged."
    ),
    Rule(
      .fileEmpty,
      .warning,
      "The file holds nothing",
      why: "A failed upload or an export that was cut short looks exactly like this.",
      advice: "Export it again, or take it off the list if it is meant to be empty."
    ),
    Rule(
      .fileUnknownFormat,
      .error,
      "The format is not recognised",
      why:
        "Formats are told by content and never by name, and this content is none that can be "
        + "read.",
      advice:
        "Look at its first bytes, and name the format with --from if it is one of those that "
        + "healthconv reads."
    ),
    Rule(
      .fileExtensionMismatch,
      .note,
      "The name says another format than the content",
      why: "Programs that go by the name will read it wrongly or not at all.",
      advice:
        "Rename the file, or write it anew under a fitting name with healthconv convert INPUT "
        + "-o NAME."
    ),
    Rule(
      .fileUnsafePath,
      .warning,
      "An entry of the archive leads outside it",
      why: "Tools that unpack it may overwrite files elsewhere, and no honest export has one.",
      advice: "Find out who made the archive before anybody unpacks it."
    ),
    Rule(
      .gzipCorrupt,
      .error,
      "The compressed data is damaged",
      why:
        "A checksum, a length or the deflate stream is wrong, so what was read up to there "
        + "cannot be trusted.",
      advice: "Fetch the file again, and compare its checksum with the sender's."
    ),
    Rule(
      .gzipTruncated,
      .error,
      "The compressed data ends too early",
      why: "The end of the file is missing, and with it every record that stood there.",
      advice: "Fetch the file again, since a transfer that broke off leaves such a file."
    ),
    Rule(
      .gzipTrailingData,
      .warning,
      "Bytes follow the last gzip member",
      why: "Most tools skip such bytes without a word, so records in them would never be seen.",
      advice:
        "Write the file anew with healthconv convert INPUT -o OUTPUT.gz, after a look at what "
        + "the bytes are."
    ),
    Rule(
      .gzipRatio,
      .warning,
      "The data is packed beyond all measure",
      why: "A ratio above 200 to 1 is unusual for health data and is how archive bombs look.",
      advice:
        "Make sure that the file comes from a source you trust, or set a limit with --max-size."
    ),
  ]
}
