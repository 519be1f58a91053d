#!/usr/bin/env bash
# Finds healthconv, or builds it from the repository this action lies in, and tells the next step where it is.
set -euo pipefail

root=$(cd "$(dirname "$0")/../../.." && pwd)
if [[ -n ${INPUT_HEALTHCONV:-} ]]; then
  program=$INPUT_HEALTHCONV
elif ! program=$(command -v healthconv); then
  if ! command -v swift >/dev/null; then
    printf '::error title=healthconv::%s\n' \
      'There is neither healthconv nor Swift here; install one of them or give the input healthconv.'
    exit 2
  fi
  if [[ $(uname) == Linux && ! -e /usr/include/zlib.h ]]; then
    sudo apt-get update -q
    sudo apt-get install -qy --no-install-recommends libz-dev
  fi
  swift build --package-path "$root" -c release --static-swift-stdlib --product healthconv
  program=$root/.build/release/healthconv
fi
"$program" --version
printf 'healthconv=%s\n' "$program" >> "$GITHUB_OUTPUT"
