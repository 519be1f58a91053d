# Functions for .ci/run. A step that fails ends the run: nothing here is called where `set -e` would not hold.

step_names=()
step_times=()
current_step=

# step NAME COMMAND...: runs a command, says how long it took.
step() {
  current_step=$1
  shift
  printf '\n=== %s\n' "$current_step"
  local begin=$SECONDS
  "$@"
  local seconds=$((SECONDS - begin))
  step_names+=("$current_step")
  step_times+=("$seconds")
  printf -- '--- %s: %d s\n' "$current_step" "$seconds"
  current_step=
}

# Says what was done, also when the run ends early.
summary() {
  local status=$?
  local i
  printf '\n=== summary\n'
  for i in "${!step_names[@]}"; do printf '%5d s  %s\n' "${step_times[i]}" "${step_names[i]}"; done
  printf '%5d s  in all\n' "$SECONDS"
  if [[ $status -eq 0 ]]; then
    printf 'everything passed\n'
  else
    printf 'FAILED with status %d in: %s\n' "$status" "${current_step:-the preparation}"
  fi
}

fail() {
  printf 'run: %s\n' "$*" >&2
  exit 1
}

# readme_block MARK: the lines of README.md's code block that a comment of this name stands before.
readme_block() {
  awk -v mark="<!-- $1 -->" '
    !inside && $0 == mark { next_is_fence = 1; next }
    next_is_fence { if ($0 !~ /^```/) exit 1; next_is_fence = 0; inside = 1; next }
    inside && /^```/ { exit }
    inside { print }
  ' README.md
}

# readme_command MARK: runs that block exactly as it is written.
readme_command() {
  local command
  command=$(readme_block "$1")
  [[ -n $command ]] || fail "README.md has no command marked <!-- $1 -->"
  printf '%s\n' "$command"
  bash -c "$command"
}
