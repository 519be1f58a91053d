#!/usr/bin/env bash
# Converts random values between every two units of a dimension and checks each with exact fractions.
#
#   check_units.sh BINARY [COUNT] [SEED]
#
# Needs HEALTHCONV_SHARED. The seed is printed, so that a failure can be repeated.
set -euo pipefail

binary=$1
count=${2:-100000}
seed=${3:-$RANDOM}
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

echo "check_units: $count conversions, seed $seed"
python3 "$here/oracle_units.py" --make "$count" "$seed" >"$scratch/cases.tsv"
"$binary" units convert <"$scratch/cases.tsv" >"$scratch/results.tsv"
# A line that could not be converted is missing in the results, and the checker would not miss it.
cut -f 1-3 "$scratch/results.tsv" | cmp - "$scratch/cases.tsv"
python3 "$here/oracle_units.py" <"$scratch/results.tsv"
