import ByteKit

/// A quantity or category sample as a plain value.
public struct Sample: Sendable, Equatable {
  /// The value of a sample.
  public enum Value: Sendable, Equatable {
    /// A number in the sample's unit, exact.
    case quantity(ExactDecimal)
    /// A number of more than 19 digits, as its text.
    case longQuantity(String)
    /// The short name of a category's case, or text nobody knows.
    case category(String)
  }

  /// The short name of the type, such as `BodyMass`.
  public var type: String
  /// When it begins.
  public var startDate: Timestamp
  /// When it ends; nil where none was written.
  public var endDate: Timestamp?
  /// The value; nil where none was written.
  public var value: Value?
  /// The unit of a number.
  public var unit: String?
  /// Who wrote it, with what, and when.
  public var origin: Origin
  /// Heart beats of a heart rate variability sample, in order.
  public var beats: [Beat] = []

  /// A sample of a type at a time.
  public init(
    type: String,
    startDate: Timestamp,
    endDate: Timestamp? = nil,
    value: Value? = nil,
    unit: String? = nil,
    origin: Origin = Origin()
  ) {
    self.type = type
    self.startDate = startDate
    self.endDate = endDate
    self.value = value
    self.unit = unit
    self.origin = origin
  }

  /// The number as the nearest double; nil for category values.
  public var doubleValue: Double? {
    switch value {
    case .quantity(let decimal): decimal.doubleValue
    case .longQuantity(let text): Double(text)
    case .category, nil: nil
    }
  }
}

/// One heart beat of a variability sample.
public struct Beat: Sendable, Equatable {
  /// Beats per minute at this beat.
  public var bpm: String
  /// The clock text the export wrote.
  public var time: String

  /// A beat.
  public init(bpm: String, time: String) {
    self.bpm = bpm
    self.time = time
  }
}

/// Who wrote a record, with what, and when.
public struct Origin: Sendable, Equatable {
  /// The name of the app or device.
  public var sourceName: String?
  /// Its version.
  public var sourceVersion: String?
  /// The parts of the device: name, manufacturer, model, hardware, software.
  public var device: [String: String] = [:]
  /// When the record was written.
  public var creationDate: Timestamp?
  /// The record's identifier.
  public var uuid: String?
  /// What the writer attached; a key given several values has them all.
  public var metadata: [String: [String]] = [:]

  /// Nothing known.
  public init() {}
}
