#!/usr/bin/env bash
# Runs healthconv validate with the inputs of the action, which come as variables INPUT_*.
set -euo pipefail

options=(--format github --fail-on "${INPUT_FAIL_ON:-error}" --no-progress)
[[ -z ${INPUT_CONFIG:-} ]] || options+=(--config "$INPUT_CONFIG")
[[ -z ${INPUT_BASELINE:-} ]] || options+=(--baseline "$INPUT_BASELINE")
[[ -z ${INPUT_REDACT:-} ]] || options+=(--redact "$INPUT_REDACT")
[[ -z ${INPUT_SARIF:-} ]] || options+=(--report "sarif=$INPUT_SARIF")
[[ -z ${INPUT_JUNIT:-} ]] || options+=(--report "junit=$INPUT_JUNIT")
while IFS= read -r line; do
  [[ -z $line ]] || options+=("$line")
done <<< "${INPUT_ARGUMENTS:-}"

# A line is one pattern: blanks belong to it. What matches nothing is passed on, to be reported as missing.
shopt -s globstar 2>/dev/null || true  # the bash of macOS is too old for it
files=()
while IFS= read -r line; do
  line=${line#"${line%%[![:space:]]*}"}
  line=${line%"${line##*[![:space:]]}"}
  [[ -n $line ]] || continue
  IFS=
  # shellcheck disable=SC2206  # to be expanded, but not to be split
  files+=($line)
  unset IFS
done <<< "${INPUT_FILES:-}"
if [[ ${#files[@]} -eq 0 ]]; then
  printf '::error title=healthconv::The input files is empty; give files or patterns, one a line.\n'
  exit 64
fi

status=0
"$HEALTHCONV" validate "${options[@]}" -- "${files[@]}" || status=$?
{
  printf 'status=%s\n' "$status"
  [[ ! -e ${INPUT_SARIF:-} ]] || printf 'sarif=%s\n' "$INPUT_SARIF"
  [[ ! -e ${INPUT_JUNIT:-} ]] || printf 'junit=%s\n' "$INPUT_JUNIT"
} >> "$GITHUB_OUTPUT"
exit "$status"
