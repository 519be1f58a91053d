extension Dimension {
  /// Counts and fractions, which have no base quantity.
  public static let count = Dimension()
  /// Mass; SI unit kg.
  public static let mass = Dimension((.mass, 1))
  /// Length; SI unit m.
  public static let length = Dimension((.length, 1))
  /// Time; SI unit s.
  public static let time = Dimension((.time, 1))
  /// A point on a temperature scale; SI unit K.
  public static let temperature = Dimension((.temperature, 1))
  /// The difference of two temperatures; unit K.
  public static let temperatureDifference = Dimension((.temperatureDifference, 1))
  /// Amount of substance; SI unit mol.
  public static let amount = Dimension((.amount, 1))
  /// Area; SI unit m².
  public static let area = Dimension((.length, 2))
  /// Volume; SI unit m³.
  public static let volume = Dimension((.length, 3))
  /// Speed; SI unit m/s.
  public static let speed = Dimension((.length, 1), (.time, -1))
  /// Time per distance, the reciprocal of speed; SI unit s/m.
  public static let pace = Dimension((.length, -1), (.time, 1))
  /// Acceleration; SI unit m/s².
  public static let acceleration = Dimension((.length, 1), (.time, -2))
  /// Force; SI unit kg·m/s².
  public static let force = Dimension((.mass, 1), (.length, 1), (.time, -2))
  /// Pressure; SI unit Pa.
  public static let pressure = Dimension((.mass, 1), (.length, -1), (.time, -2))
  /// Energy; SI unit J.
  public static let energy = Dimension((.mass, 1), (.length, 2), (.time, -2))
  /// Power; SI unit W.
  public static let power = Dimension((.mass, 1), (.length, 2), (.time, -3))
  /// Power for each kilogram; SI unit W/kg.
  public static let powerPerMass = Dimension((.length, 2), (.time, -3))
  /// Counts for each unit of time; SI unit 1/s.
  public static let rate = Dimension((.time, -1))
  /// Cycles for each unit of time; SI unit Hz.
  public static let frequency = Dimension((.cycles, 1), (.time, -1))
  /// Electric conductance; SI unit S.
  public static let conductance = Dimension((.mass, -1), (.length, -2), (.time, 3), (.current, 2))
  /// Voltage; SI unit V.
  public static let voltage = Dimension((.mass, 1), (.length, 2), (.time, -3), (.current, -1))
  /// Illuminance; SI unit lx.
  public static let illuminance = Dimension((.luminousIntensity, 1), (.length, -2))
  /// The power of a lens; SI unit 1/m.
  public static let opticalPower = Dimension((.length, -1))
  /// Prism dioptres.
  public static let prism = Dimension((.prism, 1))
  /// Angle; SI unit rad.
  public static let angle = Dimension((.angle, 1))
  /// International units of some substance.
  public static let internationalUnits = Dimension((.internationalUnits, 1))
  /// International units for each volume.
  public static let internationalUnitConcentration = Dimension(
    (.internationalUnits, 1),
    (.length, -3)
  )
  /// Apple's effort score.
  public static let effortScore = Dimension((.effortScore, 1))
  /// Sound pressure level, a logarithm.
  public static let soundPressureLevel = Dimension((.soundPressureLevel, 1))
  /// Hearing level, a logarithm over a reference that depends on the frequency.
  public static let hearingLevel = Dimension((.hearingLevel, 1))
  /// Chemical equivalents.
  public static let equivalents = Dimension((.equivalents, 1))
  /// Cycles and turns, because HealthKit keeps Hz and count/s apart.
  public static let cycles = Dimension((.cycles, 1))
  /// Luminous intensity; SI unit cd.
  public static let luminousIntensity = Dimension((.luminousIntensity, 1))
  /// Osmotically active particles; unit osm.
  public static let osmoles = Dimension((.osmoles, 1))
  /// Electric current; SI unit A.
  public static let current = Dimension((.current, 1))
  /// Electric charge; SI unit A·s.
  public static let charge = Dimension((.current, 1), (.time, 1))
  /// Electric resistance; SI unit V/A.
  public static let resistance = Dimension((.mass, 1), (.length, 2), (.time, -3), (.current, -2))
  /// Electric capacitance; SI unit A·s/V.
  public static let capacitance = Dimension(
    (.mass, -1),
    (.length, -2),
    (.time, 4),
    (.current, 2)
  )
  /// Magnetic flux; SI unit V·s.
  public static let magneticFlux = Dimension((.mass, 1), (.length, 2), (.time, -2), (.current, -1))
  /// Magnetic flux density; SI unit V·s/m².
  public static let magneticFluxDensity = Dimension((.mass, 1), (.time, -2), (.current, -1))
  /// Electric inductance; SI unit V·s/A.
  public static let inductance = Dimension((.mass, 1), (.length, 2), (.time, -2), (.current, -2))
  /// Energy that each mass takes up, as of radiation; SI unit J/kg.
  public static let absorbedDose = Dimension((.length, 2), (.time, -2))
  /// Amount of substance for each time, as enzymes turn it over; SI unit mol/s.
  public static let catalyticActivity = Dimension((.amount, 1), (.time, -1))
  /// Amount of substance turned over in each time and volume; SI unit mol/(s·m³).
  public static let catalyticConcentration = Dimension((.amount, 1), (.time, -1), (.length, -3))
  /// Osmotically active particles for each mass; unit osm/kg.
  public static let osmolality = Dimension((.osmoles, 1), (.mass, -1))
  /// Particles or cells for each volume; SI unit 1/m³.
  public static let numberConcentration = Dimension((.length, -3))
  /// Mass for each volume; SI unit kg/m³.
  public static let massConcentration = Dimension((.mass, 1), (.length, -3))
  /// Amount of substance for each volume; SI unit mol/m³.
  public static let amountConcentration = Dimension((.amount, 1), (.length, -3))
  /// Volume for each unit of time; SI unit m³/s.
  public static let volumeFlow = Dimension((.length, 3), (.time, -1))
  /// Volume of oxygen for each time and mass; SI unit m³/(s·kg).
  public static let oxygenUptake = Dimension((.length, 3), (.time, -1), (.mass, -1))
  /// Mass for each area, as in the body mass index; SI unit kg/m².
  public static let massPerArea = Dimension((.mass, 1), (.length, -2))

  /// The dimensions that have a name: that name in words, and the unit of factor 1.
  ///
  /// An empty unit is composed of the units of the bases, as in "kg/m^3".
  public static let named: [(dimension: Dimension, name: String, siSymbol: String)] = [
    (.count, "count or fraction", "1"), (.mass, "mass", ""), (.length, "length", ""),
    (.time, "time", ""), (.temperature, "temperature", ""),
    (.temperatureDifference, "temperature difference", ""), (.amount, "amount of substance", ""),
    (.area, "area", "m2"), (.volume, "volume", "m3"), (.speed, "speed", ""), (.pace, "pace", ""),
    (.acceleration, "acceleration", ""), (.force, "force", ""), (.pressure, "pressure", "Pa"),
    (.energy, "energy", "J"), (.power, "power", "W"), (.powerPerMass, "power per mass", "W/kg"),
    (.rate, "rate", "count/s"), (.frequency, "frequency", "Hz"),
    (.conductance, "conductance", "S"), (.voltage, "voltage", "V"),
    (.illuminance, "illuminance", "lx"), (.opticalPower, "optical power", "D"),
    (.prism, "prism", ""), (.angle, "angle", ""), (.internationalUnits, "international units", ""),
    (.internationalUnitConcentration, "concentration in international units", ""),
    (.effortScore, "effort score", ""), (.soundPressureLevel, "sound pressure level", ""),
    (.hearingLevel, "hearing level", ""), (.equivalents, "equivalents", ""),
    (.massConcentration, "mass concentration", ""),
    (.amountConcentration, "amount concentration", ""), (.volumeFlow, "volume flow", ""),
    (.oxygenUptake, "oxygen uptake", ""), (.massPerArea, "mass per area", "kg/m2"),
    (.cycles, "cycles", ""), (.luminousIntensity, "luminous intensity", ""),
    (.osmoles, "osmoles", ""), (.current, "electric current", ""),
    (.charge, "electric charge", "ampere·s"), (.resistance, "resistance", "V/ampere"),
    (.capacitance, "capacitance", "ampere·s/V"), (.magneticFlux, "magnetic flux", "V·s"),
    (.magneticFluxDensity, "magnetic flux density", "V·s/m2"),
    (.inductance, "inductance", "V·s/ampere"), (.absorbedDose, "absorbed dose", "J/kg"),
    (.catalyticActivity, "catalytic activity", ""),
    (.catalyticConcentration, "catalytic concentration", ""),
    (.osmolality, "osmolality", ""), (.numberConcentration, "number concentration", "1/m^3"),
  ]

  /// The unit in which a factor to the SI counts: "kg", "Pa", "m/s".
  public var siSymbol: String {
    for entry in Self.named where entry.dimension == self && !entry.siSymbol.isEmpty {
      return entry.siSymbol
    }
    return UnitPart.symbol(
      Base.allCases.map { UnitPart(symbol: $0.siSymbol, power: exponent(of: $0)) }
        + arbitraryPowers.map { UnitPart(symbol: $0.unit.code, power: $0.exponent) }
    )
  }

  /// The dimension whose name in words this is, in any case; blanks may be left out.
  public init?(named name: String) {
    func plain(_ text: String) -> String {
      text.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "^" || $0 == "/" }
    }
    let wanted = plain(name)
    guard let entry = Self.named.first(where: { plain($0.name) == wanted }) else { return nil }
    self = entry.dimension
  }
}

extension Dimension: CustomStringConvertible {
  /// The name in words, such as "mass"; without a name the product, such as "mass^2/time".
  public var description: String {
    for entry in Self.named where entry.dimension == self { return entry.name }
    var above: [String] = []
    var below: [String] = []
    let powers =
      Base.allCases.map { ($0.words, exponent(of: $0)) }
      + arbitraryPowers.map { ($0.unit.words, $0.exponent) }
    for (words, exponent) in powers where exponent != 0 {
      let size = exponent.magnitude
      let power = words + (size == 1 ? "" : "^\(size)")
      if exponent > 0 { above.append(power) } else { below.append(power) }
    }
    let numerator = above.isEmpty ? "1" : above.joined(separator: "·")
    return below.isEmpty ? numerator : numerator + "/" + below.joined(separator: "·")
  }
}

extension Dimension.Base {
  /// The name of the base quantity in words.
  var words: String {
    switch self {
    case .length: "length"
    case .mass: "mass"
    case .time: "time"
    case .temperature: "temperature"
    case .current: "current"
    case .amount: "amount"
    case .luminousIntensity: "luminous intensity"
    case .cycles: "cycles"
    case .angle: "angle"
    case .prism: "prism"
    case .internationalUnits: "international units"
    case .effortScore: "effort score"
    case .soundPressureLevel: "sound pressure level"
    case .hearingLevel: "hearing level"
    case .equivalents: "equivalents"
    case .temperatureDifference: "temperature difference"
    case .osmoles: "osmoles"
    }
  }

  /// The unit of the base quantity.
  var siSymbol: String {
    switch self {
    case .length: "m"
    case .mass: "kg"
    case .time: "s"
    case .temperature: "K"
    case .current: "ampere"
    case .amount: "mol"
    case .luminousIntensity: "candela"
    case .cycles: "cycle"
    case .angle: "rad"
    case .prism: "pD"
    case .internationalUnits: "IU"
    case .effortScore: "appleEffortScore"
    case .soundPressureLevel: "dBASPL"
    case .hearingLevel: "dBHL"
    case .equivalents: "Eq"
    case .temperatureDifference: "delta_degC"
    case .osmoles: "osm"
    }
  }
}
