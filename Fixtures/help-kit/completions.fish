# Completion of pack for fish.

function __pack_at -d 'whether this command is being typed'
    set -l path pack
    for word in (commandline -opc)[2..-1]
        switch $path/$word
            case pack/convert pack/scale pack/scale/convert pack/scale/list pack/help
                set path $path/$word
        end
    end
    test $path = $argv[1]
end

complete -c pack -f

complete -c pack -n '__pack_at pack' -a convert -d 'Convert packs between formats'
complete -c pack -n '__pack_at pack' -a scale -d 'Work with scales'
complete -c pack -n '__pack_at pack' -a help -d 'explain a command'
complete -c pack -n '__pack_at pack' -s h -l help -d 'show help'
complete -c pack -n '__pack_at pack' -l version -d 'show the version'

complete -c pack -n '__pack_at pack/convert' -F
complete -c pack -n '__pack_at pack/convert' -s o -l output -r -F -d 'write to FILE'
complete -c pack -n '__pack_at pack/convert' -l to -x -a 'csv json lines' -d 'the format to write'
complete -c pack -n '__pack_at pack/convert' -s f -l force -d 'replace FILE when it exists'
complete -c pack -n '__pack_at pack/convert' -l folder -x -a '(__fish_complete_directories)' -d 'put what is left over into FOLDER'
complete -c pack -n '__pack_at pack/convert' -s a -l all -d 'take all'
complete -c pack -n '__pack_at pack/convert' -s n -l name -x -a 'one \'two words\' \'it\\\'s\'' -d 'take what is called NAME'
complete -c pack -n '__pack_at pack/convert' -l filter -x -d 'take what contains TEXT'
complete -c pack -n '__pack_at pack/convert' -l since -x -d 'take nothing older'
complete -c pack -n '__pack_at pack/convert' -s j -l threads -x -d 'use N threads'
complete -c pack -n '__pack_at pack/convert' -l level -x -d 'how hard to try'
complete -c pack -n '__pack_at pack/convert' -s q -l quiet -d 'say nothing'
complete -c pack -n '__pack_at pack/convert' -l progress -d 'show how far the job is'
complete -c pack -n '__pack_at pack/convert' -l no-progress -d 'show how far the job is'
complete -c pack -n '__pack_at pack/convert' -l no-color -d 'use no colour'
complete -c pack -n '__pack_at pack/convert' -s h -l help -d 'show help'
complete -c pack -n '__pack_at pack/convert' -l version -d 'show the version'

complete -c pack -n '__pack_at pack/scale' -a convert -d 'Convert one number: from one scale to another'
complete -c pack -n '__pack_at pack/scale' -a list -d 'List the scales'
complete -c pack -n '__pack_at pack/scale' -a help -d 'explain a command'
complete -c pack -n '__pack_at pack/scale' -s h -l help -d 'show help'
complete -c pack -n '__pack_at pack/scale' -l version -d 'show the version'

complete -c pack -n '__pack_at pack/scale/convert' -a 'foot mile'
complete -c pack -n '__pack_at pack/scale/convert' -s e -l exact -d 'round nothing'
complete -c pack -n '__pack_at pack/scale/convert' -s h -l help -d 'show help'
complete -c pack -n '__pack_at pack/scale/convert' -l version -d 'show the version'

complete -c pack -n '__pack_at pack/scale/list' -s h -l help -d 'show help'
complete -c pack -n '__pack_at pack/scale/list' -l version -d 'show the version'

complete -c pack -n '__pack_at pack/help' -a 'convert scale'
