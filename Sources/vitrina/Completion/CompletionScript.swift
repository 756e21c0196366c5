/// The startup scripts of shells; each script runs the program for every completion.
enum CompletionScript {
    static func text(for shell: Completion.Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// The script for bash, which splits words at = and :; it passes the whole line and removes the known prefix.
    private static let bash = #"""
        # Completion of vitrina for bash; the program itself is asked.
        _vitrina() {
            local IFS=$'\n' line="${COMP_LINE:0:COMP_POINT}" answer word
            answer=$("${COMP_WORDS[0]:-vitrina}" ---complete bash "$line" 2>/dev/null) || return 0
            COMPREPLY=()
            case "$answer" in
            :files*)
                compopt -o filenames 2>/dev/null
                COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))
                return 0
                ;;
            :directories*)
                compopt -o filenames 2>/dev/null
                COMPREPLY=($(compgen -d -- "${COMP_WORDS[COMP_CWORD]}"))
                return 0
                ;;
            esac
            local typed="${line##*[[:space:]]}" cut=""
            case "$COMP_WORDBREAKS" in *=*) [[ "$typed" == *=* ]] && cut="${typed%=*}=" ;; esac
            while read -r word; do
                [[ -z "$word" ]] && continue
                [[ "$word" == *= ]] && compopt -o nospace 2>/dev/null
                COMPREPLY+=("${word#"$cut"}")
            done <<< "$answer"
        }
        complete -F _vitrina vitrina
        """#

    private static let zsh = #"""
        #compdef vitrina
        # Completion of vitrina for zsh; the program itself is asked.
        _vitrina() {
            local -a lines plain open
            local line value title
            lines=("${(@f)$("${words[1]}" ---complete zsh "${(@)words[1,CURRENT]}" 2>/dev/null)}")
            case "$lines[1]" in
                :files*) _files; return ;;
                :directories*) _files -/; return ;;
            esac
            for line in "${lines[@]}"; do
                [[ -z "$line" ]] && continue
                value="${line%%$'\t'*}"
                title="${line#*$'\t'}"
                [[ "$line" == *$'\t'* ]] || title=""
                value="${value//:/\\:}"
                if [[ "$value" == *= ]]; then open+=("$value:$title"); else plain+=("$value${title:+:$title}"); fi
            done
            (( $#plain )) && _describe -V vitrina plain
            (( $#open )) && _describe -V vitrina open -S ''
        }
        if [[ "$funcstack[1]" == _vitrina ]]; then _vitrina "$@"; else compdef _vitrina vitrina; fi
        """#

    private static let fish = #"""
        # Completion of vitrina for fish; the program itself is asked.
        function __vitrina_complete
            set -l words (commandline -opc) (commandline -ct)
            set -l lines ($words[1] ---complete fish $words 2>/dev/null)
            switch "$lines[1]"
                case ':files*'
                    __fish_complete_path (commandline -ct)
                case ':directories*'
                    __fish_complete_directories (commandline -ct)
                case '*'
                    printf '%s\n' $lines
            end
        end
        complete -c vitrina -f -a '(__vitrina_complete)'
        """#
}
