#!/usr/bin/env python3
"""Checks unit conversions against exact fractions.

    oracle_units.py BINARY [COUNT] [SEED]

Makes COUNT random values with a unit each, converts them with `BINARY units convert --to UNIT` to another unit
of the same dimension, every pair of units in turn, and converts the results back. The factors come from
facts/units.json under $HEALTHCONV_SHARED, the arithmetic from fractions.Fraction.

A result is right when it is the double nearest to the exact value, printed with the fewest digits that read back
as that double, or when it is the exact value itself. The way back is right when its result, rounded to 15
significant digits, is the value that was written; so it is checked for values of at most 15 digits. The zeros of
temperature scales lie apart, so that a double near one zero says less near the other: the digits of a temperature
are counted from the hundreds, which leaves 12 places.

The seed is printed, so that a failure can be repeated. Exits with 1 and names every wrong line.
"""
import collections
import decimal
import json
import os
import random
import subprocess
import sys
from fractions import Fraction

FIFTEEN = decimal.Context(prec=15, rounding=decimal.ROUND_HALF_EVEN)


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


def written(rng, digits, places):
    """A decimal of so many digits, so many of them after the point."""
    number = str(rng.randrange(10 ** digits)).rjust(places + 1, "0")
    text = number[: len(number) - places] + ("." + number[len(number) - places:] if places else "")
    return rng.choice(["", "", "-"]) + text


def make(units, count, rng):
    """Cases (value, from, to, whether the way back must give the value again)."""
    pairs = [(a, b) for a in units for b in units if a != b and units[a][0] == units[b][0]]
    for index in range(count):
        source, target = pairs[index % len(pairs)]
        if index // len(pairs) % 2:
            digits = rng.randint(16, 25)
            yield written(rng, digits, rng.randint(0, digits)), source, target, False
        elif units[source][0] == "K":
            digits = rng.randint(1, 15)
            yield written(rng, digits, min(12, max(0, digits - rng.randint(0, 3)))), source, target, True
        else:
            digits = rng.randint(1, 15)
            yield written(rng, digits, rng.randint(0, digits + 4)), source, target, True


def convert(binary, lines, target):
    """The answers to lines VALUE UNIT, as pairs."""
    text = "".join(f"{value} {unit}\n" for value, unit in lines)
    result = subprocess.run(
        [binary, "units", "convert", "--to", target], input=text.encode(), capture_output=True
    )
    if result.returncode or result.stderr:
        sys.exit(f"--to {target}: exit status {result.returncode}\n{result.stderr.decode()[:2000]}")
    answers = [line.split(" ", 1) for line in result.stdout.decode().splitlines()]
    if len(answers) != len(lines):
        sys.exit(f"--to {target}: {len(lines)} lines, {len(answers)} answers")
    return answers


def is_right(product, result):
    # Division of two integers is correctly rounded in Python, and repr is the shortest text.
    nearest = product.numerator / product.denominator
    digits = len(result.lstrip("-").split("e")[0].replace(".", "").strip("0"))
    shortest = len(repr(abs(nearest)).split("e")[0].replace(".", "").strip("0"))
    # What is exact is always right: an equal unit keeps all digits.
    return Fraction(result) == product or (float(result) == nearest and digits <= shortest)


def fifteen_digits(text, is_temperature):
    value = decimal.Decimal(text)
    if is_temperature and abs(value) < 100:
        return value.quantize(decimal.Decimal("1e-12"), rounding=decimal.ROUND_HALF_EVEN)
    return FIFTEEN.create_decimal(value)


def main(binary, count=100_000, seed=None):
    seed = random.randrange(1 << 32) if seed is None else int(seed)
    print(f"oracle_units: {count} conversions, seed {seed}", flush=True)
    units = load_units()
    cases = list(make(units, int(count), random.Random(seed)))
    by_target = collections.defaultdict(list)
    for case in cases:
        by_target[case[2]].append(case)
    wrong = 0
    returns = collections.defaultdict(list)
    for target, group in by_target.items():
        answers = convert(binary, [(value, source) for value, source, _, _ in group], target)
        for (value, source, _, comes_back), (result, unit) in zip(group, answers):
            if not is_right(exact(units, value, source, target), result):
                wrong += 1
                print(f"{value} {source} is not {result} {target}")
            if comes_back:
                returns[source].append((value, result, unit))
    back = lost = 0
    for source, group in returns.items():
        answers = convert(binary, [(result, unit) for _, result, unit in group], source)
        for (value, result, unit), (again, _) in zip(group, answers):
            back += 1
            if fifteen_digits(again, units[source][0] == "K") != decimal.Decimal(value):
                lost += 1
                print(f"{value} {source} is {result} {unit}, which is {again} {source}")
    pairs = len({(source, target) for _, source, target, _ in cases})
    print(f"{len(cases)} conversions of {pairs} pairs checked, {wrong} wrong")
    print(f"{back} of them there and back, {lost} not what was written")
    return 1 if wrong or lost or not cases or not back else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
