#compdef pack
# Completion of pack for zsh.

_pack() {
  local curcontext=$curcontext state line
  local -a commands
  _arguments -C -s -S \
    '(- *)'{-h,--help}'[show help]' \
    '(- *)--version[show the version]' \
    '1:command:->command' \
    '*::argument:->argument'
  case $state in
    command)
      commands=(
        'convert:Convert packs between formats'
        'scale:Work with scales'
        'help:explain a command'
      )
      _describe command commands
      ;;
    argument)
      case $line[1] in
        convert) _pack_convert ;;
        scale) _pack_scale ;;
        help) _arguments '1:command:(convert scale)' ;;
      esac
      ;;
  esac
}

_pack_convert() {
  _arguments -s -S \
    '(-o --output)-o+[write to FILE]:FILE:_files' \
    '(-o --output)--output=[write to FILE]:FILE:_files' \
    '(--to)--to=[the format to write]:FORMAT:(csv json lines)' \
    '(-f --force)-f[replace FILE when it exists]' \
    '(-f --force)--force[replace FILE when it exists]' \
    '(--folder)--folder=[put what is left over into FOLDER]:FOLDER:_files -/' \
    '(-a --all)-a[take all]' \
    '(-a --all)--all[take all]' \
    '*-n+[take what is called NAME]:NAME:(one two\ words it\'\''s)' \
    '*--name=[take what is called NAME]:NAME:(one two\ words it\'\''s)' \
    '(--filter)--filter=[take what contains TEXT]:TEXT: ' \
    '(--since)--since=[take nothing older]:YEAR: ' \
    '(-j --threads)-j+[use N threads]:N: ' \
    '(-j --threads)--threads=[use N threads]:N: ' \
    '(--level)--level=[how hard to try]:LEVEL: ' \
    '(-q --quiet)-q[say nothing]' \
    '(-q --quiet)--quiet[say nothing]' \
    '(--progress --no-progress)--progress[show how far the job is]' \
    '(--progress --no-progress)--no-progress[show how far the job is]' \
    '(--no-color)--no-color[use no colour]' \
    '(- *)'{-h,--help}'[show help]' \
    '(- *)--version[show the version]' \
    '*:INPUT:_files'
}

_pack_scale() {
  local curcontext=$curcontext state line
  local -a commands
  _arguments -C -s -S \
    '(- *)'{-h,--help}'[show help]' \
    '(- *)--version[show the version]' \
    '1:command:->command' \
    '*::argument:->argument'
  case $state in
    command)
      commands=(
        'convert:Convert one number\: from one scale to another'
        'list:List the scales'
        'help:explain a command'
      )
      _describe command commands
      ;;
    argument)
      case $line[1] in
        convert) _pack_scale_convert ;;
        list) _pack_scale_list ;;
      esac
      ;;
  esac
}

_pack_scale_convert() {
  _arguments -s -S \
    '(-e --exact)-e[round nothing]' \
    '(-e --exact)--exact[round nothing]' \
    '(- *)'{-h,--help}'[show help]' \
    '(- *)--version[show the version]' \
    '1:VALUE: ' \
    '2:FROM:(foot mile)' \
    '3::TO: '
}

_pack_scale_list() {
  _arguments -s -S \
    '(- *)'{-h,--help}'[show help]' \
    '(- *)--version[show the version]'
}

# Called at once when zsh loads this file by itself, registered when it is sourced.
if [[ $funcstack[1] == _pack ]]; then
  _pack "$@"
else
  compdef _pack pack
fi
