"""Makes exports of random samples: every quantity type in every unit that measures it, numbers of any form."""
import random
from xml.sax.saxutils import quoteattr

LETTERS = "aZ09 _-,;:.'\"<>&/\\|=\t\n\u00a0é’…日😀\u2028"


def number(rng):
    """A decimal of up to 25 digits, plain or with an exponent, with or without zeros that say nothing."""
    digits = "".join(rng.choice("0123456789") for _ in range(rng.choice((1, 2, 4, 9, 15, 16, 17, 19, 25))))
    places = rng.randint(0, len(digits))
    text = digits[: len(digits) - places] or "0"
    if places:
        text += "." + digits[len(digits) - places :]
    if rng.random() < 0.2:
        text += rng.choice("eE") + rng.choice(("", "+", "-")) + str(rng.randint(0, 20))
    return rng.choice(("", "", "", "-", "+")) + text


def text(rng):
    return "".join(rng.choice(LETTERS) for _ in range(rng.randint(1, 12)))


def time(rng, offset):
    day = f"{rng.randint(1990, 2035)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
    return f"{day} {rng.randint(0, 23):02}:{rng.randint(0, 59):02}:{rng.randint(0, 59):02} {offset}"


def device(rng):
    address = f"<<HKDevice: 0x{rng.randrange(1 << 40):x}>"
    return f"{address}, name:Watch, hardware:Watch{rng.randint(1, 7)},{rng.randint(1, 12)}, software:1.2>"


def record(rng, identifier, unit):
    offset = f"{rng.choice('+-')}{rng.randint(0, 13):02}{rng.choice(('00', '30', '45'))}"
    attributes = {
        "type": identifier,
        "sourceName": text(rng),
        "sourceVersion": text(rng) if rng.random() < 0.5 else None,
        "device": device(rng) if rng.random() < 0.3 else None,
        "unit": unit,
        "creationDate": time(rng, offset) if rng.random() < 0.8 else None,
        "startDate": time(rng, offset),
        "endDate": time(rng, offset),
        "value": number(rng),
    }
    written = "".join(f" {k}={attribute(v)}" for k, v in attributes.items() if v is not None)
    pairs = [(text(rng), text(rng)) for _ in range(rng.choice((0, 0, 1, 3)))]
    if pairs and rng.random() < 0.3:
        pairs.append((pairs[0][0], text(rng)))
    if not pairs:
        return f" <Record{written}/>\n"
    entries = "".join(
        f"  <MetadataEntry key={attribute(k)} value={attribute(v)}/>\n" for k, v in pairs
    )
    return f" <Record{written}>\n{entries} </Record>\n"


def attribute(value):
    """A quoted value; white space as references, which a parser keeps."""
    return quoteattr(value, {"\n": "&#10;", "\t": "&#9;"})


def export(facts, count, seed):
    """The bytes of an export."""
    rng = random.Random(seed)
    choices = [
        (identifier, unit)
        for identifier, short in facts.short.items()
        if short in facts.quantities
        for unit in facts.units_of(facts.canonical[short])
    ]
    rows = "".join(record(rng, *rng.choice(choices)) for _ in range(count))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_US">\n'
        f' <ExportDate value="2026-01-01 00:00:00 +0000"/>\n{rows}</HealthData>\n'
    ).encode()
