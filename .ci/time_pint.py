#!/usr/bin/env python3
"""Times Python's pint on the million values of `Bench`.

    python3 -m venv VENV && VENV/bin/pip install pint==0.26     (needs Python 3.12 or later)
    VENV/bin/python .ci/time_pint.py

Prints nanoseconds a value, the best of three runs, for a quantity that is made and converted and for the
registry's own conversion of a bare number, which is pint's fastest way without numpy. Compare with

    swift run -c release Bench lb-to-kg lb-to-kg-foundation degF-to-degC degF-to-degC-foundation
"""
import platform
import time

import pint

VALUES = [index * 7_919 % 9_999_999 / 10_000 for index in range(1_000_000)]


def best(body):
    times = []
    for _ in range(3):
        start = time.perf_counter()
        body()
        times.append(time.perf_counter() - start)
    return min(times) / len(VALUES) * 1e9


def main():
    registry = pint.UnitRegistry()
    print(f"pint {pint.__version__}, Python {platform.python_version()}")
    for source, target in [("lb", "kg"), ("kg", "lb"), ("degF", "degC"), ("kcal", "J")]:
        first, second = registry.Unit(source), registry.Unit(target)

        def quantities():
            for value in VALUES:
                registry.Quantity(value, first).to(second).magnitude

        def numbers():
            for value in VALUES:
                registry.convert(value, first, second)

        print(f"{source}-to-{target}: {best(quantities):8.0f} ns each, bare numbers {best(numbers):8.0f} ns each")


if __name__ == "__main__":
    main()
