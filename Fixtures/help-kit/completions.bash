# Completion of pack for bash.

_pack_files() {  # -f for files, -d for folders
  local name
  compopt -o filenames 2>/dev/null
  while IFS= read -r name; do
    COMPREPLY+=("$name")
  done < <(compgen "$1" -- "$cur")
}

_pack() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
  local path=pack ended= word i
  local words=()
  COMPREPLY=()
  # bash cuts --flag=value into three words.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ ${COMP_WORDS[i]} == -- ]] && ended=1
    case $path/${COMP_WORDS[i]} in
      pack/convert | pack/scale | pack/scale/convert | pack/scale/list | pack/help) path+=/${COMP_WORDS[i]} ;;
    esac
  done
  # After -- no word is a flag: then $ended$prev matches none.
  case $path in
    pack)
      words=(convert scale help --help --version)
      ;;
    pack/convert)
      case $ended$prev in
        -o | --output) _pack_files -f ;;
        --to) words+=(csv json lines) ;;
        --folder) _pack_files -d ;;
        -n | --name) words+=(one 'two words' 'it'\''s') ;;
        --filter | --since | -j | --threads | --level) ;;
        *)
          if [[ -z $ended && $cur == -* ]]; then
            words=(--output --to --force --folder --all --name --filter --since --threads --level --quiet --progress --no-progress --no-color --help --version)
          else
            _pack_files -f
          fi
          ;;
      esac
      ;;
    pack/scale)
      words=(convert list help --help --version)
      ;;
    pack/scale/convert)
      if [[ -z $ended && $cur == -* ]]; then
        words=(--exact --help --version)
      else
        words+=(foot mile)
      fi
      ;;
    pack/scale/list)
      if [[ -z $ended && $cur == -* ]]; then
        words=(--help --version)
      fi
      ;;
    pack/help) words=(convert scale) ;;
  esac
  for word in "${words[@]}"; do
    if [[ $word == "$cur"* ]]; then
      printf -v word %q "$word"
      COMPREPLY+=("$word")
    fi
  done
}

complete -F _pack pack
