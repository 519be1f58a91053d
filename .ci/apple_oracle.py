"""A second implementation of reading Apple's export: ElementTree, exact fractions, no care for speed.

It follows the shared design and takes every name and factor from the shared facts, none from Sources. What it
yields are the canonical records as lists of pairs, in the order of the columns.
"""
import re
from collections import Counter
from fractions import Fraction
from xml.etree import ElementTree

from facts import decimal_text, number_text
from tool import Number, Object

DEVICE_PARTS = {
    "name": "name",
    "manufacturer": "manufacturer",
    "model": "model",
    "hardware": "hardware",
    "firmware": "firmware",
    "software": "software",
    "localIdentifier": "localIdentifier",
    "UDI": "udi",
    "creation date": "creationDate",
}
LOCATION = (
    "latitude", "longitude", "altitude", "horizontalAccuracy", "verticalAccuracy", "course", "speed",
)  # fmt: skip
RINGS = (
    ("activeEnergyBurned", None), ("activeEnergyBurnedGoal", None),
    ("appleMoveTime", "min"), ("appleMoveTimeGoal", "min"),
    ("appleExerciseTime", "min"), ("appleExerciseTimeGoal", "min"),
    ("appleStandHours", None), ("appleStandHoursGoal", None),
)  # fmt: skip


class AppleOracle:
    def __init__(self, facts):
        self.facts = facts

    # Fields

    def time(self, text):
        """`2024-03-01 08:00:00 -0400` as RFC 3339."""
        day, clock, offset = text.split(" ")
        zone = "Z" if offset in ("+0000", "-0000") else f"{offset[:3]}:{offset[3:]}"
        return f"{day}T{clock}{zone}"

    def device(self, text):
        if not text.startswith("<<HKDevice:"):
            return Object([("name", text)])
        body = re.sub(r"\A<<HKDevice: 0x[0-9a-f]+>, |>\Z", "", text)
        names = "|".join(DEVICE_PARTS)
        parts = re.split(rf", (?=(?:{names}):)", body)
        pairs = (part.split(":", 1) for part in parts)
        return Object((DEVICE_PARTS[key], value) for key, value in pairs)

    def metadata(self, element):
        """Pairs in order; an equal pair counts once, one key with several values has them all."""
        values = {}
        for entry in element.findall("MetadataEntry"):
            known = values.setdefault(entry.get("key"), [])
            if entry.get("value") not in known:
                known.append(entry.get("value"))
        return Object((k, v[0] if len(v) == 1 else v) for k, v in values.items())

    def measured(self, text, unit, target):
        """A number in another unit; where the unit stays, all its digits stay."""
        if self.facts.factors.get(unit) == self.facts.factors.get(target):
            return Number(decimal_text(text))
        return Number(number_text(self.facts.convert(Fraction(text), unit, target)))

    def quantity(self, name, text, unit):
        """A value of a type in the type's unit, and that unit; no unit is guessed."""
        if not unit:
            return Number(decimal_text(text)), None
        target = self.facts.canonical.get(name, unit)
        if name == "BodyMassIndex" and unit == "count":
            unit = target
        return self.measured(text, unit, target), target

    # Records

    def sample(self, element):
        name = self.facts.short.get(element.get("type"), element.get("type"))
        value, unit = element.get("value"), element.get("unit")
        if value is not None and (name in self.facts.quantities or unit):
            value, unit = self.quantity(name, value, unit)
        elif value is not None:
            value = self.facts.values.get(name, {}).get(value, value)
        row = self.head(element, name)
        row += [("value", value), ("unit", unit)] + self.tail(element)
        beats = [
            Object([("bpm", Number(beat.get("bpm"))), ("time", beat.get("time"))])
            for beat in element.iter("InstantaneousBeatsPerMinute")
        ]
        return row + [("details", Object([("beats", beats)]) if beats else None)]

    def head(self, element, name):
        dates = [(key, element.get(key)) for key in ("startDate", "endDate")]
        return [("type", name)] + [(k, v and self.time(v)) for k, v in dates]

    def tail(self, element):
        device, created = element.get("device"), element.get("creationDate")
        return [
            ("sourceName", element.get("sourceName")),
            ("sourceVersion", element.get("sourceVersion")),
            ("device", device and self.device(device)),
            ("creationDate", created and self.time(created)),
            ("metadata", self.metadata(element) or None),
        ]

    def correlation(self, element):
        name = self.facts.short.get(element.get("type"), element.get("type"))
        members = [clean(self.sample(member)) for member in element.findall("Record")]
        details = Object([("members", members)]) if members else None
        return self.head(element, name) + self.tail(element) + [("details", details)]

    def workout(self, element):
        identifier = element.get("workoutActivityType")
        name = self.facts.activity.get(identifier, identifier)
        totals, left = self.totals(element)
        details = self.details(element)
        if left:
            details.append(("attributes", left))
        row = self.head(element, name) + totals + self.tail(element)
        return row + [("details", details or None)]

    def totals(self, element):
        """Duration, distance and energy: statistics hold, attributes stand in for missing ones."""
        totals, left = [self.duration(element)], Object()
        if element.get("duration") and not element.get("durationUnit"):
            left.append(("duration", element.get("duration")))
        for key, unit, wanted in (
            ("totalDistance", "m", lambda t: t.startswith("Distance")),
            ("totalEnergyBurned", "J", lambda t: t == "ActiveEnergyBurned"),
        ):
            written = self.attribute_total(element, key, unit)
            sums = [
                self.facts.convert(Fraction(s.get("sum")), s.get("unit"), unit)
                for s in element.findall("WorkoutStatistics")
                if s.get("sum") and s.get("unit") and wanted(self.facts.short.get(s.get("type"), ""))
            ]
            total = Number(number_text(sum(sums))) if sums else written
            if written is not None and written != total:
                left += [(key, element.get(key)), (key + "Unit", element.get(key + "Unit"))]
            totals.append((key, total))
        return totals, left

    def attribute_total(self, element, key, unit):
        written, written_unit = element.get(key), element.get(key + "Unit")
        if not written or not written_unit:
            return None
        return self.measured(written, written_unit, unit)

    def duration(self, element):
        return "duration", self.attribute_total(element, "duration", "s")

    def details(self, element):
        """What a workout or one of its activities holds."""
        lists = (
            ("statistics", "WorkoutStatistics", self.statistics),
            ("events", "WorkoutEvent", self.event),
            ("activities", "WorkoutActivity", self.activity),
            ("routes", "WorkoutRoute", self.route),
        )
        found = ((key, [clean(read(e)) for e in element.findall(name)]) for key, name, read in lists)
        return Object(pair for pair in found if pair[1])

    def statistics(self, element):
        name = self.facts.short.get(element.get("type"), element.get("type"))
        row, unit = self.head(element, name), element.get("unit")
        for key in ("sum", "average", "minimum", "maximum"):
            if element.get(key):
                value, unit = self.quantity(name, element.get(key), element.get("unit"))
                row.append((key, value))
        return row + [("unit", unit)]

    def event(self, element):
        return [
            ("type", self.facts.event.get(element.get("type"), element.get("type"))),
            ("date", self.time(element.get("date"))),
            self.duration(element),
            ("metadata", self.metadata(element) or None),
        ]

    def activity(self, element):
        identifier = element.get("workoutActivityType")
        return [
            ("uuid", element.get("uuid")),
            ("type", identifier and self.facts.activity.get(identifier, identifier)),
            *self.head(element, None)[1:],
            self.duration(element),
            ("metadata", self.metadata(element) or None),
            ("details", self.details(element) or None),
        ]

    def route(self, element):
        source, version, device, created, metadata = self.tail(element)
        file = element.find("FileReference")
        return [
            source, version, device, *self.head(element, None)[1:], created,
            ("file", file is not None and file.get("path") or None),
            ("locations", [self.location(e) for e in element.findall("Location")] or None),
            metadata,
        ]  # fmt: skip

    def location(self, element):
        """A point of a route of old, as written."""
        numbers = [(key, element.get(key)) for key in LOCATION]
        return clean(
            [("date", self.time(element.get("date")))]
            + [(key, text and Number(decimal_text(text))) for key, text in numbers]
        )

    def summary(self, element):
        details, left = Object(), Object()
        for key, unit in RINGS:
            text, target = element.get(key), unit and "s"
            if key.startswith("activeEnergy"):
                unit, target = element.get("activeEnergyBurnedUnit"), "J"
            if text and target == "J" and not unit:
                left.append((key, text))  # no unit is guessed
            elif text:
                details.append((key, self.measured(text, unit, target)))
        if left:
            details.append(("attributes", left))
        return [("startDate", element.get("dateComponents")), ("details", details)]

    def person(self, element):
        details = Object()
        children = [(child.tag, child.text) for child in element]
        for key, value in [*element.attrib.items(), *children]:
            name, values = self.facts.characteristics.get(key, (key, {}))
            if value:
                details.append((name, values.get(value, value)))
        return [("details", details or None)]

    def other(self, element):
        name = element.get("type") or element.tag
        row = self.head(element, self.facts.short.get(name, name)) + self.tail(element)
        return row + [("details", Object([("element", tree(element))]))]

    # Documents

    def records(self, data):
        """Every record of an export, the archive's own facts first, members without a twin last."""
        start = max(0, data.find(b"<HealthData"))
        root = ElementTree.fromstring(data[start:])
        version = re.search(rb"HealthKit Export Version: (\d+)", data[:start])
        exported = root.find("ExportDate")
        yield clean([
            ("record", "archive"), ("format", "healthconv"), ("version", Number("1")),
            ("exportDate", exported is not None and self.time(exported.get("value")) or None),
            ("locale", root.get("locale")),
            ("exportVersion", version and Number(version[1].decode())),
        ])  # fmt: skip
        readers = {
            "Record": ("sample", self.sample),
            "Correlation": ("correlation", self.correlation),
            "Workout": ("workout", self.workout),
            "ActivitySummary": ("activitySummary", self.summary),
            "Me": ("characteristics", self.person),
        }
        samples, members = Counter(), []
        for element in root:
            if element.tag == "ExportDate":
                continue
            kind, read = readers.get(element.tag, ("other", self.other))
            record = clean([("record", kind), *read(element)])
            if kind == "sample":
                samples[identity(record)] += 1
            if kind == "correlation":
                members += (record.get("details") or Object()).get("members") or []
            yield record
        for member in members:
            if samples[identity(member)] > 0:
                samples[identity(member)] -= 1
            else:
                yield Object([("record", "sample"), *member])


def identity(record):
    keys = ("type", "startDate", "endDate", "value", "unit", "sourceName")
    return tuple(record.get(key) for key in keys)


def clean(pairs):
    """An object without its absent members."""
    return Object((key, value) for key, value in pairs if value is not None and value != "")


def tree(element):
    """An element kept whole."""
    result = Object([("name", element.tag)])
    if element.attrib:
        result.append(("attributes", Object(element.attrib.items())))
    if (element.text or "").strip():
        result.append(("text", element.text))
    if len(element):
        result.append(("children", [tree(child) for child in element]))
    return result
