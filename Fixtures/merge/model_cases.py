"""Random archives and what the executable models say of them, one JSON object a line.

    python3 model_cases.py MODELS_FOLDER SEED COUNT

The models print checks of their own when they are run; only their definitions are used here.
"""
import json, os, random, sys

folder, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


def load(name):
    lines = open(os.path.join(folder, name)).read().splitlines()
    kept, skipping = [], False
    for line in lines:
        if line.startswith("check(") or line.startswith('for name, f in ('):
            skipping = line.startswith("for ")
            continue
        if skipping and line.startswith("    "):
            continue
        skipping = False
        kept.append(line)
    space = {"__name__": "model"}
    exec(compile("\n".join(kept), name, "exec"), space)
    return space


group, merge = load("group_model.py"), load("merge_model.py")
random_source = random.Random(seed)


def group_record(used):
    """Whole numbers, whose length is their number of digits; one record an id in an archive."""
    start = random_source.randint(0, 3)
    name = random_source.choice([None, None, None, "x", "y"])
    source = random_source.choice(["phone", "app"])
    if (source, name) in used:
        name = None
    if name:
        used.add((source, name))
    return (random_source.choice(["Food", "Weight"]), source, start, start + random_source.randint(0, 1),
            random_source.choice([703, 7030682, 5, 9]), name, random_source.randint(1, 2) if name else 0)


def group_case():
    archives = []
    for _ in range(3):
        used = set()
        archives.append([group_record(used) for _ in range(random_source.randint(0, 6))])
    joined = {}, {}
    for records in archives:
        joined = group["joinC"](joined, group["read"](records))
    return {"model": "group", "archives": archives, "expected": sorted(group["write"](joined), key=str)}


def overlap_case(limited):
    merge["rnd"] = random_source
    records = merge["flat"](merge["archive"]([merge["rec"]() for _ in range(random_source.randint(0, 9))]))
    pieces = merge["guard"](records) if limited else merge["trim"](records)
    plain = [[r.source, r.start, r.end, str(r.value), r.version, [list(x) for x in r.extra]] for r in records]
    order = {r: i for i, r in enumerate(sorted(set(records), key=merge["order"]))}
    return {"model": "overlap", "limit": merge["LIMIT"] if limited else None, "records": plain,
            "ranks": [order[r] for r in records],
            "expected": sorted([p.start, p.end, order[p.orig], str(merge["val"](p))] for p in pieces)}


def policy_case(name):
    merge["rnd"] = random_source
    records = merge["flat"](merge["archive"]([merge["rec"]() for _ in range(random_source.randint(0, 7))]))
    kept = merge[name](records)
    order = {r: i for i, r in enumerate(sorted(set(records), key=merge["order"]))}
    return {"model": name, "records": [[r.source, r.start, r.end, str(r.value)] for r in records],
            "ranks": [order[r] for r in records], "expected": sorted(order[r] for r in kept)}


for number in range(count):
    make = [group_case, lambda: overlap_case(False), lambda: overlap_case(True),
            lambda: policy_case("drop"), lambda: policy_case("maxsource")][number % 5]
    print(json.dumps(make()))
