#!/usr/bin/env python3
"""Checks unit conversions against exact fractions.

    oracle_units.py --make 2000 [SEED] >cases.tsv      value TAB from TAB to, one case a line
    healthconv units convert <cases.tsv | oracle_units.py

Lines to check are "value TAB from TAB to TAB result". The factors come from facts/units.json under
$HEALTHCONV_SHARED, the arithmetic from fractions.Fraction. A result is right when it is the double
nearest to the exact value, printed with the fewest digits that read back as that double, or when it
is the exact value itself. Exits with 1 and names every wrong line, or with nothing to check.
"""
import json
import os
import random
import sys
from fractions import Fraction


def load_units():
    path = os.path.join(os.environ["HEALTHCONV_SHARED"], "facts", "units.json")
    units = {}
    with open(path, encoding="utf-8") as file:
        for unit in json.load(file)["units"]:
            # The percent sign means two things, and levels have no factor.
            if "factor" not in unit or unit["id"] == "%":
                continue
            offset = unit.get("offset", {"num": 0, "den": 1})
            units[unit["id"]] = (
                "K" if unit["dimension"] == "temperature" else unit["dimension"],
                Fraction(int(unit["factor"]["num"]), int(unit["factor"]["den"])),
                Fraction(int(offset["num"]), int(offset["den"])),
            )
    return units


def exact(units, value, source, target):
    _, factor, offset = units[source]
    _, target_factor, target_offset = units[target]
    return (Fraction(value) + offset) * factor / target_factor - target_offset


def make(units, count, seed):
    rng = random.Random(seed)
    pairs = [(a, b) for a in units for b in units if a != b and units[a][0] == units[b][0]]
    for _ in range(count):
        digits = rng.randint(1, 25)
        number = str(rng.randrange(10 ** digits))
        places = rng.randint(0, len(number))
        text = number[: len(number) - places] or "0"
        if places:
            text += "." + number[len(number) - places:]
        source, target = rng.choice(pairs)
        print(f"{rng.choice(['', '', '-'])}{text}\t{source}\t{target}")


def check(units, lines):
    checked = wrong = 0
    for number, line in enumerate(lines, 1):
        value, source, target, result = line.rstrip("\n").split("\t")
        product = exact(units, value, source, target)
        # Division of two integers is correctly rounded in Python, and repr is the shortest text.
        nearest = product.numerator / product.denominator
        checked += 1
        digits = len(result.lstrip("-").split("e")[0].replace(".", "").strip("0"))
        shortest = len(repr(abs(nearest)).split("e")[0].replace(".", "").strip("0"))
        kept = Fraction(result) == product  # exact is always right: an equal unit keeps all digits
        if not kept and (float(result) != nearest or digits > shortest):
            wrong += 1
            print(f"line {number}: {value} {source} is {nearest!r} {target}, not {result}")
    print(f"{checked} conversions checked, {wrong} wrong")
    return 1 if wrong or not checked else 0


def main(arguments):
    units = load_units()
    if arguments[:1] == ["--make"]:
        make(units, int(arguments[1]), int(arguments[2]) if len(arguments) > 2 else 1)
        return 0
    return check(units, sys.stdin)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
