"""What the checks know about types and units, read from the shared facts and from nothing in Sources."""
import json
import os
import re
from fractions import Fraction

SHARED = os.environ.get("HEALTHCONV_SHARED", "")

# The catalogue's proposals name a few units in words or in UCUM's order.
RESPELLED = {
    "1 (fraction 0..1)": "1",
    "kcal/(kg.hr)": "kcal/hr·kg",
    "mL/(kg.min)": "mL/min·kg",
}


def load(name):
    with open(os.path.join(SHARED, "facts", name), encoding="utf-8") as file:
        return json.load(file)


class Facts:
    def __init__(self):
        quantities = load("quantity-types.json")["types"]
        categories = load("category-types.json")["types"]
        others = load("other-types.json")
        self.short = {t["identifier"]: t["short"] for t in quantities + categories}
        for correlation in others["correlations"]:
            identifier = correlation["identifier"]
            self.short[identifier] = identifier.removeprefix("HKCorrelationTypeIdentifier")
        self.activity = {
            t["identifier"]: t["name"] for t in load("workout-activity-types.json")["types"]
        }
        self.event = {
            e["identifier"]: e["identifier"].removeprefix("HKWorkoutEventType")
            for e in others["workout_events"]
        }
        self.quantities = {t["short"] for t in quantities}
        self.canonical = {
            t["short"]: RESPELLED.get(t["canonical_unit_proposal"], t["canonical_unit_proposal"])
            for t in quantities
        }
        self.values = {}
        for category in categories:
            prefix = category["value_enum"]
            self.values[category["short"]] = {
                v["name"]: v["name"].removeprefix(prefix) for v in category["values"]
            }
        self.characteristics = {}
        for fact in others["characteristics"]:
            name = fact["attribute"].removeprefix("HKCharacteristicTypeIdentifier")
            values = {
                v["name"]: v["name"].removeprefix(fact["enum"]) for v in fact.get("values", [])
            }
            if name == "FitzpatrickSkinType":  # "TypeII": a bare "II" would be no name
                values = {k: v if v == "NotSet" else "Type" + v for k, v in values.items()}
            self.characteristics[fact["attribute"]] = (name[0].lower() + name[1:], values)
        self.factors = {"1": (Fraction(1), Fraction(0))}
        self.dimensions = {"1": "fraction", "%": "fraction"}
        for unit in load("units.json")["units"]:
            if "factor" not in unit:
                continue
            offset = unit.get("offset", {"num": 0, "den": 1})
            factor = (
                Fraction(int(unit["factor"]["num"]), int(unit["factor"]["den"])),
                Fraction(int(offset["num"]), int(offset["den"])),
            )
            self.factors[unit["id"]] = factor
            self.dimensions[unit["id"]] = unit["dimension"]
            for alias in unit["aliases_case_sensitive"] + unit["aliases_case_insensitive"]:
                self.factors.setdefault(alias, factor)
        # An export's percent sign marks a fraction: 0.97 means 97 %.
        self.factors["%"] = self.factors["1"]

    def units_of(self, canonical):
        """The units that measure the same, the canonical one among them."""
        wanted = self.dimensions.get(canonical)
        return [unit for unit, dimension in self.dimensions.items() if dimension == wanted]

    def convert(self, value, source, target):
        """The exact value in another unit, a Fraction."""
        factor, offset = self.factors[source]
        target_factor, target_offset = self.factors[target]
        return (value + offset) * factor / target_factor - target_offset


def layout(negative, digits, exponent):
    """RFC 8785's text of 0.DIGITS times ten to the exponent."""
    sign = "-" if negative else ""
    if 0 < exponent <= 21:
        whole = digits[:exponent].ljust(exponent, "0")
        part = digits[exponent:]
        return sign + whole + ("." + part if part else "")
    if -6 < exponent <= 0:
        return sign + "0." + "0" * -exponent + digits
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    return f"{sign}{mantissa}e{'+' if exponent > 0 else '-'}{abs(exponent - 1)}"


NUMBER = re.compile(r"([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?\Z")


def decimal_text(text):
    """A written number without the zeros that say nothing, every digit kept."""
    sign, whole, part, power = NUMBER.match(text).groups()
    digits = whole + (part or "")
    exponent = len(whole) + int(power or 0)
    kept = digits.lstrip("0")
    exponent -= len(digits) - len(kept)
    kept = kept.rstrip("0")
    return layout(sign == "-", kept, exponent) if kept else "0"


def number_text(value):
    """The shortest text of the double nearest to an exact value."""
    # Python's division of two integers is correctly rounded, and its repr is the shortest text.
    return decimal_text(repr(value.numerator / value.denominator))
