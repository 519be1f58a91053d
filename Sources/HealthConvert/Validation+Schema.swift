import CSVCodec
import Foundation
import HealthFormats
import HealthModel
import HealthValidation
import JSONCodec
import JSONSchema
import TableSchema

/// A schema of one's own: what files must be, whatever they hold.
public enum CustomSchema: Sendable {
  /// JSON Schema 2020-12, for JSON documents and lines of JSON.
  case json(Schema)
  /// Frictionless Table Schema, for tables.
  case table(TableSchema)

  /// Reads a schema file, and the other files on this machine that it refers to.
  ///
  /// A JSON object with a list of `fields` is a Table Schema. Nothing is ever fetched.
  public init(path: String, assertsFormats: Bool) throws(ConversionError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ConversionError("file.read", path: path, "cannot read the schema")
    }
    let bytes = [UInt8](data)
    if (try? JSONValue.parse(bytes))?["fields"]?.elements != nil {
      do throws(TableSchemaError) {
        self = .table(try TableSchema(compiling: bytes))
      } catch {
        throw ConversionError("schema.\(error.code.rawValue)", path: path, error.description)
      }
      return
    }
    let base = URL(fileURLWithPath: path).absoluteString
    let registry = SchemaRegistry { uri in
      guard let url = URL(string: uri), url.isFileURL else { return nil }
      return FileManager.default.contents(atPath: url.path).map { [UInt8]($0) }
    }
    do throws(SchemaError) {
      self = .json(
        try Schema(
          compiling: bytes,
          baseURI: base,
          registry: registry,
          options: SchemaOptions(assertsFormats: assertsFormats)
        )
      )
    } catch {
      throw ConversionError("schema.\(error.code.rawValue)", path: path, error.description)
    }
  }
}

extension Validation {
  /// Checks one input against a schema instead of the rules about records.
  func validate(
    _ input: OpenedInput,
    against schema: CustomSchema,
    _ run: ValidationRun
  ) throws(ConversionError) {
    var validated = ValidatedInput(path: input.path)
    validated.entry = input.entry
    validated.format = input.format
    run.begin(validated, locator: nil, exportDate: nil)
    let raw = RawRun(input, reading)
    switch (schema, input.format) {
    case (.json(let schema), .ndjson):
      let bytes = try raw.run(progress: progress) { JSONSchemaConsumer(run, schema) }
      run.end(bytes: bytes)
    case (.json(let schema), .json):
      let text = try raw.text()
      try run.check(document: text, against: schema)
      run.end(bytes: text.count)
    case (.table(let schema), .csv):
      guard let header = raw.header() else {
        throw ConversionError("csv.no-header", path: input.path, "there is no header row")
      }
      let check = TableCheck(
        schema,
        header: header,
        raw.prefix,
        dialect: header.dialect,
        run,
        path: input.path
      )
      let bytes = try raw.run(from: header.end, progress: progress) {
        TableSchemaConsumer(run, check)
      }
      run.end(bytes: bytes)
    case (.json, _), (.table, _):
      throw ConversionError(
        "schema.wrong-kind",
        path: input.path,
        "the schema is not one for \(input.format.title)",
        advice: "JSON Schema is for JSON and NDJSON, Table Schema for CSV"
      )
    }
  }
}
