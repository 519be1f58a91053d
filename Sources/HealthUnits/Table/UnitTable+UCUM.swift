/// A code of UCUM that has no row of its own: what it means, in HealthKit's notation.
package struct UCUMCode: Sendable {
  package let code: String
  package let meaning: String
  /// Whether it takes prefixes.
  package let isMetric: Bool

  init(_ code: String, _ meaning: String, isMetric: Bool = false) {
    self.code = code
    self.meaning = meaning
    self.isMetric = isMetric
  }
}

/// Codes of UCUM that are not understood, and why.
package struct UCUMOutOfScope: Sendable {
  package let reason: String
  package let codes: [String]

  init(_ reason: String, _ codes: String...) {
    self.reason = reason
    self.codes = codes.flatMap { $0.split(separator: " ").map(String.init) }
  }
}

extension UnitTable {
  /// Codes that are read beside those of the rows.
  ///
  /// Written are the codes of rows alone, so `N` comes back as `kg.m/s2`.
  package static let ucumCodes: [UCUMCode] = [
    UCUMCode("l", "L", isMetric: true),
    UCUMCode("cal", "cal", isMetric: true),
    UCUMCode("kcal", "kcal"),
    UCUMCode("m[Hg]", "10^3·mmHg", isMetric: true),
    UCUMCode("m[H2O]", "10^2·cmAq", isMetric: true),
    UCUMCode("[in_i'H2O]", "254·cmAq/100"),
    UCUMCode("[iU]", "IU", isMetric: true),
    UCUMCode("mho", "S", isMetric: true),
    UCUMCode("st", "m3", isMetric: true),
    UCUMCode("[g]", "980665·m/10^5·s^2", isMetric: true),
    UCUMCode("[lbf_av]", "lb·980665·m/10^5·s^2"),
    UCUMCode("gf", "g·980665·m/10^5·s^2", isMetric: true),
    // The SI and its neighbours.
    UCUMCode("N", "kg·m/s^2", isMetric: true),
    UCUMCode("C", "ampere·s", isMetric: true),
    UCUMCode("F", "ampere·s/V", isMetric: true),
    UCUMCode("Ohm", "V/ampere", isMetric: true),
    UCUMCode("Wb", "V·s", isMetric: true),
    UCUMCode("T", "V·s/m^2", isMetric: true),
    UCUMCode("H", "V·s/ampere", isMetric: true),
    UCUMCode("Bq", "1/s", isMetric: true),
    UCUMCode("Gy", "J/kg", isMetric: true),
    UCUMCode("Sv", "J/kg", isMetric: true),
    UCUMCode("dyn", "g·cm/s^2", isMetric: true),
    UCUMCode("erg", "g·cm^2/s^2", isMetric: true),
    UCUMCode("RAD", "J/100·kg", isMetric: true),
    UCUMCode("REM", "J/100·kg", isMetric: true),
    UCUMCode("Ci", "37·10^9/s", isMetric: true),
    UCUMCode("G", "V·s/10^4·m^2", isMetric: true),
    UCUMCode("P", "dPa·s", isMetric: true),
    UCUMCode("St", "cm^2/s", isMetric: true),
    UCUMCode("eV", "1602176634·J/10^28", isMetric: true),
    UCUMCode("u", "166053906660·g/10^30·10^5", isMetric: true),
    UCUMCode("[e]", "1602176634·ampere·s/10^28", isMetric: true),
    UCUMCode("[c]", "299792458·m/s", isMetric: true),
    UCUMCode("[ly]", "9460730472580800·m", isMetric: true),
    UCUMCode("[mu_0]", "4·[pi]·kg·m/10^7·s^2·ampere^2", isMetric: true),
    UCUMCode("[eps_0]", "8854187817·ampere·s/10^21·V·m", isMetric: true),
    UCUMCode("Ao", "m/10^10"),
    UCUMCode("ar", "100·m^2", isMetric: true),
    UCUMCode("b", "m^2/10^28"),
    // Years and months as UCUM averages them; as words they are refused.
    UCUMCode("a", "a_julian"),
    UCUMCode("a_g", "3652425·d/10^4"),
    UCUMCode("a_t", "36524219·d/10^5"),
    UCUMCode("mo", "a_julian/12"),
    UCUMCode("mo_j", "a_julian/12"),
    UCUMCode("mo_g", "3652425·d/12·10^4"),
    UCUMCode("mo_s", "2953059·d/10^5"),
    // Lengths, areas and volumes of the trades.
    UCUMCode("[sin_i]", "in^2"),
    UCUMCode("[sft_i]", "ft^2"),
    UCUMCode("[syd_i]", "yd^2"),
    UCUMCode("[cin_i]", "in^3"),
    UCUMCode("[cft_i]", "ft^3"),
    UCUMCode("[cyd_i]", "yd^3"),
    UCUMCode("[fth_i]", "6·ft"),
    UCUMCode("[hd_i]", "4·in"),
    UCUMCode("[mil_i]", "in/10^3"),
    UCUMCode("[in_us]", "ft_us_survey/12"),
    UCUMCode("[yd_us]", "3·ft_us_survey"),
    UCUMCode("[rd_us]", "33·ft_us_survey/2"),
    UCUMCode("[ch_us]", "66·ft_us_survey"),
    UCUMCode("[fur_us]", "660·ft_us_survey"),
    UCUMCode("[mi_us]", "5280·ft_us_survey"),
    UCUMCode("[smi_us]", "5280^2·ft_us_survey^2"),
    UCUMCode("[acr_us]", "43560·ft_us_survey^2"),
    UCUMCode("[Ch]", "mm/3"),
    UCUMCode("[gil_us]", "pt_us/4"),
    UCUMCode("[fdr_us]", "fl_oz_us/8"),
    UCUMCode("[min_us]", "fl_oz_us/480"),
    UCUMCode("[bbl_us]", "42·gal_us"),
    UCUMCode("[foz_m]", "30·mL"),
    UCUMCode("[tbs_m]", "15·mL"),
    UCUMCode("[tsp_m]", "5·mL"),
    UCUMCode("[qt_br]", "2·pt_imp"),
    UCUMCode("[gil_br]", "5·fl_oz_imp"),
    UCUMCode("[fdr_br]", "fl_oz_imp/8"),
    UCUMCode("[min_br]", "fl_oz_imp/480"),
    UCUMCode("[drp]", "mL/20"),
    // Masses.
    UCUMCode("[dr_av]", "oz/16"),
    UCUMCode("[scwt_av]", "100·lb"),
    UCUMCode("[lcwt_av]", "112·lb"),
    UCUMCode("[ston_av]", "2000·lb"),
    UCUMCode("[lton_av]", "2240·lb"),
    UCUMCode("[pwt_tr]", "24·grain"),
    UCUMCode("[oz_tr]", "480·grain"),
    UCUMCode("[lb_tr]", "5760·grain"),
    UCUMCode("[sc_ap]", "20·grain"),
    UCUMCode("[dr_ap]", "60·grain"),
    UCUMCode("[oz_ap]", "480·grain"),
    UCUMCode("[lb_ap]", "5760·grain"),
    UCUMCode("[oz_m]", "28·g"),
    UCUMCode("[car_m]", "g/5"),
    // Heat, clinics and laboratories.
    UCUMCode("[degR]", "5·K/9"),
    UCUMCode("cal_[15]", "41858·J/10^4", isMetric: true),
    UCUMCode("cal_[20]", "41819·J/10^4", isMetric: true),
    UCUMCode("cal_m", "419002·J/10^5", isMetric: true),
    UCUMCode("[Btu]", "105435·J/100"),
    UCUMCode("[Btu_th]", "105435·J/100"),
    UCUMCode("[Btu_IT]", "105505585262·J/10^8"),
    UCUMCode("[PRU]", "mmHg·s/mL"),
    UCUMCode("[wood'U]", "mmHg·min/L"),
    UCUMCode("[MET]", "35·mL/10·min·kg"),
    UCUMCode("g%", "g/dL", isMetric: true),
    UCUMCode("[S]", "s/10^13"),
    UCUMCode("[HPF]", "1"),
    UCUMCode("[LPF]", "100"),
    UCUMCode("[hnsf'U]", "1"),
    UCUMCode("[NTU]", "1"),
    UCUMCode("[FNU]", "1"),
    UCUMCode("[ppb]", "1/10^9"),
    UCUMCode("[pptr]", "1/10^12"),
    UCUMCode("kat", "mol/s", isMetric: true),
    UCUMCode("U", "mcmol/min", isMetric: true),
  ]

  /// What of UCUM is not understood: every other unit of its table is.
  package static let ucumOutOfScope: [UCUMOutOfScope] = [
    UCUMOutOfScope(
      "a level or ratio on a logarithmic scale, whose reference no type of sample uses",
      "B Np B[SPL] B[V] B[mV] B[uV] B[10.nV] B[W] B[kW] [pH] bit_s [hp'_X] [hp'_C] [hp'_M] [hp'_Q]"
    ),
    UCUMOutOfScope(
      "a function of an angle or a root, which no rational factor describes",
      "%[slope] [m/s2/Hz^(1/2)] [degRe] gon ' '' circ sph [cml_i] Oe Gb Lmb"
    ),
    UCUMOutOfScope(
      "photometry, of which only candela and lux occur in health data",
      "sr lm sb ph"
    ),
    UCUMOutOfScope("a measured constant of nature", "[h] [k] [m_e] [m_p] [G] AU pc"),
    UCUMOutOfScope("a unit of the CGS system or of textiles", "Ky Gal Bi Mx R att tex [den]"),
    UCUMOutOfScope(
      "a unit of land surveyors or of a British yard that is not used any more",
      "[lk_us] [rch_us] [rlk_us] [fth_us] [srd_us] [sct] [twp] [mil_us]",
      "[in_br] [ft_br] [rd_br] [ch_br] [lk_br] [fth_br] [pc_br] [yd_br] [mi_br] [nmi_br] [kn_br]",
      "[acr_br] [cr_i] [bf_i] [crd_us] [smoot]"
    ),
    UCUMOutOfScope(
      "a dry measure or a unit of trade",
      "[bu_us] [gal_wi] [pk_us] [dqt_us] [dpt_us] [pk_br] [bu_br] [car_Au] [mesh_i]"
    ),
    UCUMOutOfScope(
      "a unit of typesetters",
      "[lne] [pnt] [pca] [pnt_pr] [pca_pr] [pied] [pouce] [ligne] [didot] [cicero]"
    ),
    UCUMOutOfScope(
      "a British thermal unit of a certain temperature",
      "[Btu_39] [Btu_59] [Btu_60] [Btu_m]"
    ),
    UCUMOutOfScope("a unit of information", "bit By Bd Ki Mi Gi Ti"),
  ]

  /// Arbitrary units of laboratories: each converts to itself alone.
  static let arbitrary: [UnitRow] = ArbitraryUnit.all.enumerated().map { index, unit in
    UnitRow(
      unit.code,
      Dimension(arbitrary: index),
      "1",
      ucum: unit.code,
      from: "defined by a procedure"
    )
  }
}

/// A unit of a laboratory that is defined by a procedure, so that nothing relates it to another.
struct ArbitraryUnit: Sendable {
  let code: String
  let words: String

  private init(_ code: String, _ words: String) {
    self.code = code
    self.words = words
  }

  /// All of them; the order gives each its place among the exponents of a dimension.
  static let all: [ArbitraryUnit] = [
    ArbitraryUnit("[arb'U]", "arbitrary units"),
    ArbitraryUnit("[USP'U]", "units of the US pharmacopoeia"),
    ArbitraryUnit("[GPL'U]", "GPL units of cardiolipin antibodies"),
    ArbitraryUnit("[MPL'U]", "MPL units of cardiolipin antibodies"),
    ArbitraryUnit("[APL'U]", "APL units of cardiolipin antibodies"),
    ArbitraryUnit("[beth'U]", "Bethesda units"),
    ArbitraryUnit("[anti'Xa'U]", "anti factor Xa units"),
    ArbitraryUnit("[todd'U]", "Todd units"),
    ArbitraryUnit("[dye'U]", "dye units of amylase"),
    ArbitraryUnit("[smgy'U]", "Somogyi units"),
    ArbitraryUnit("[bdsk'U]", "Bodansky units"),
    ArbitraryUnit("[ka'U]", "King-Armstrong units"),
    ArbitraryUnit("[knk'U]", "Kunkel units"),
    ArbitraryUnit("[mclg'U]", "MacLagan units"),
    ArbitraryUnit("[tb'U]", "tuberculin units"),
    ArbitraryUnit("[CCID_50]", "cell culture infectious doses"),
    ArbitraryUnit("[TCID_50]", "tissue culture infectious doses"),
    ArbitraryUnit("[EID_50]", "embryo infectious doses"),
    ArbitraryUnit("[PFU]", "plaque forming units"),
    ArbitraryUnit("[FFU]", "focus forming units"),
    ArbitraryUnit("[CFU]", "colony forming units"),
    ArbitraryUnit("[IR]", "indices of reactivity"),
    ArbitraryUnit("[BAU]", "bioequivalent allergen units"),
    ArbitraryUnit("[AU]", "allergen units"),
    ArbitraryUnit("[Amb'a'1'U]", "allergen units of ragweed"),
    ArbitraryUnit("[PNU]", "protein nitrogen units"),
    ArbitraryUnit("[Lf]", "limits of flocculation"),
    ArbitraryUnit("[D'ag'U]", "D-antigen units"),
    ArbitraryUnit("[FEU]", "fibrinogen equivalent units"),
    ArbitraryUnit("[ELU]", "ELISA units"),
    ArbitraryUnit("[EU]", "Ehrlich units"),
    ArbitraryUnit("[hp_X]", "homeopathic decimal potencies"),
    ArbitraryUnit("[hp_C]", "homeopathic centesimal potencies"),
    ArbitraryUnit("[hp_M]", "homeopathic millesimal potencies"),
    ArbitraryUnit("[hp_Q]", "homeopathic quintamillesimal potencies"),
    ArbitraryUnit("[kp_X]", "homeopathic decimal potencies by Korsakov"),
    ArbitraryUnit("[kp_C]", "homeopathic centesimal potencies by Korsakov"),
    ArbitraryUnit("[kp_M]", "homeopathic millesimal potencies by Korsakov"),
    ArbitraryUnit("[kp_Q]", "homeopathic quintamillesimal potencies by Korsakov"),
  ]
}
