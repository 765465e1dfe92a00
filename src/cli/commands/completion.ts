/** `understudy completion`: scripts that teach a shell the commands and their options. */
import { Argument, type Command } from 'commander'
import type { CommandContext } from '../command-context.js'
import { parseChoice } from '../option-values.js'

const SHELLS = ['bash', 'zsh', 'fish'] as const

export function addCompletionCommand(program: Command, context: CommandContext): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .description('Prints a script that completes commands and options.')
    .addHelpText(
      'after',
      `
Examples:
  understudy completion bash > ~/.local/share/bash-completion/completions/understudy
  understudy completion zsh > "\${fpath[1]}/_understudy"
  understudy completion fish > ~/.config/fish/completions/understudy.fish`,
    )
    .action((shell: string) => {
      const commands = program.createHelp().visibleCommands(program).map(describeCommand)
      context.io.stdout(SCRIPTS[parseChoice(shell, SHELLS, 'the shell')](commands))
    })
}

interface CompletedCommand {
  readonly name: string
  readonly summary: string
  /** `--seed`, `-e` … */
  readonly flags: readonly string[]
  /** What its argument may be, where that is known. */
  readonly words: readonly string[]
}

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], (commands: readonly CompletedCommand[]) => string>> =
  {
    bash: bashScript,
    zsh: zshScript,
    fish: fishScript,
  }

function bashScript(commands: readonly CompletedCommand[]): string {
  return `_understudy() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [[ " \${COMP_WORDS[*]:0:COMP_CWORD} " == *" -- "* ]]; then
    words=""
  elif [ "$COMP_CWORD" -eq 1 ]; then
    words="${commands.map(({ name }) => name).join(' ')}"
  elif [[ "$word" == -* ]]; then
    case "\${COMP_WORDS[1]}" in
${commands.map(({ name, flags }) => `      ${name}) words="${flags.join(' ')}" ;;`).join('\n')}
    esac
  else
    case "\${COMP_WORDS[1]}" in
${withWords(commands)
  .map(({ name, words }) => `      ${name}) words="${words.join(' ')}" ;;`)
  .join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _understudy understudy
`
}

function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef understudy
_understudy() {
  if (( CURRENT == 2 )); then
    local -a commands=(${commands.map(({ name, summary }) => `'${name}:${summary}'`).join(' ')})
    _describe command commands
  elif [[ "$PREFIX" == -* ]]; then
    case "$words[2]" in
${commands.map(({ name, flags }) => `      ${name}) compadd -- ${flags.join(' ')} ;;`).join('\n')}
    esac
  else
    case "$words[2]" in
${withWords(commands)
  .map(({ name, words }) => `      ${name}) compadd -- ${words.join(' ')} ;;`)
  .join('\n')}
      *) _files ;;
    esac
  fi
}
_understudy "$@"
`
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(
    ({ name, summary }) => `complete -c understudy -n __fish_use_subcommand -f -a ${name} -d '${summary}'`,
  )
  const flags = commands.flatMap(({ name, flags }) =>
    flags.map(
      (flag) =>
        `complete -c understudy -n '__fish_seen_subcommand_from ${name}' ${flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`}`,
    ),
  )
  const words = withWords(commands).map(
    ({ name, words }) =>
      `complete -c understudy -n '__fish_seen_subcommand_from ${name}' -f -a '${words.join(' ')}'`,
  )
  return `${[...names, ...words, ...flags].join('\n')}\n`
}

function withWords(commands: readonly CompletedCommand[]): readonly CompletedCommand[] {
  return commands.filter(({ words }) => words.length > 0)
}

/** What is hidden from the help is not offered either. */
function describeCommand(command: Command): CompletedCommand {
  return {
    name: command.name(),
    summary: command.summary().replaceAll("'", ''),
    flags: command
      .createHelp()
      .visibleOptions(command)
      .flatMap(({ short, long }) => [short, long].filter((flag) => flag !== undefined && flag !== null)),
    words: command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  }
}
