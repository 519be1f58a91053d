#!/usr/bin/env bash
# Converts random values between every two units of a dimension, there and back, against exact fractions.
#
#   check_units.sh BINARY [COUNT] [SEED]
#
# Needs HEALTHCONV_SHARED. The seed is printed, so that a failure can be repeated.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
python3 "$here/oracle_units.py" "$@"
