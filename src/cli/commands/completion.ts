/** `understudy completion`: scripts that teach a shell the commands and their options. */
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.js'
import { parseChoice } from '../option-values.js'

const SHELLS = ['bash', 'zsh', 'fish'] as const

export function addCompletionCommand(program: Command, context: CommandContext): void {
  program
    .command('completion')
    .argument('<shell>', SHELLS.join(', '))
    .summary('print a completion script')
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
      const commands = program.commands.filter((command) => !isHidden(command)).map(describeCommand)
      context.io.stdout(SCRIPTS[parseChoice(shell, SHELLS, 'the shell')](commands))
    })
}

interface CompletedCommand {
  readonly name: string
  readonly summary: string
  /** `--seed`, `-e` … */
  readonly flags: readonly string[]
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
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${commands.map(({ name }) => name).join(' ')}"
  elif [[ "$word" == -* ]]; then
    case "\${COMP_WORDS[1]}" in
${commands.map(({ name, flags }) => `      ${name}) words="${flags.join(' ')}" ;;`).join('\n')}
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
    _files
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
  return `${[...names, ...flags].join('\n')}\n`
}

function describeCommand(command: Command): CompletedCommand {
  return {
    name: command.name(),
    summary: command.summary().replaceAll("'", ''),
    flags: command.options.flatMap(({ short, long }) =>
      [short, long].filter((flag) => flag !== undefined && flag !== null),
    ),
  }
}

/** Commander keeps what is hidden from its help to itself: a hidden command is one that its help leaves out. */
function isHidden(command: Command): boolean {
  return !(command.parent?.createHelp().visibleCommands(command.parent) ?? []).includes(command)
}
