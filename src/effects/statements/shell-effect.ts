/** What a line for a POSIX shell does, as far as it is made of plain commands that are known, with options that are known. */
import { ownMember } from '../../base/index.js'
import type { Effect } from '../../call/index.js'
import { worstEffect } from './worst-effect.js'

/**
 * `unknown` for whatever a shell would expand, substitute, assign, or redirect elsewhere than to nowhere, and for every command and option
 * that is not listed here: most programs have some way to write. That a name means the program of that name is taken for granted.
 */
export function shellEffect(line: string): Effect {
  const commands = commandsIn(line.trim())
  return commands === undefined ? 'unknown' : worstEffect(commands.map(commandEffect))
}

interface Word {
  readonly text: string
  /** It begins with a pattern: a file whose name is an option may stand in its place. */
  readonly isExpanded: boolean
}

/** Undefined for a line that is more than plain commands in a row. */
function commandsIn(line: string): readonly (readonly Word[])[] | undefined {
  const token = new RegExp(`[ \\t]*(?:(${SEPARATOR})|(?:${TO_NOWHERE})(?=$|[ \\t;|&])|(${WORD}))`, 'y')
  const commands: Word[][] = [[]]
  while (token.lastIndex < line.length) {
    const found = token.exec(line)
    if (found === null) return undefined
    const [, separator, word] = found
    if (separator !== undefined) commands.push([])
    else if (word !== undefined)
      commands.at(-1)?.push({ text: word.replaceAll(/['"]/g, ''), isExpanded: /^[*?]/.test(word) })
  }
  // A line may end with a semicolon.
  if (line.endsWith(';')) commands.pop()
  return commands
}

const SEPARATOR = '&&|\\|\\||;|\\|'
const TO_NOWHERE = '[12]?>[ \\t]*/dev/null|2>&1'
const WORD = `(?:[\\w./:@%+=,*?-]|'[^'\\n\\r]*'|"[^"\\n\\r$\`\\\\!]*")+`

function commandEffect([first, ...args]: readonly Word[]): Effect {
  const program = first === undefined || first.isExpanded ? '' : first.text
  if (REMOVES.has(program)) return 'destructive'
  if (READS_WHATEVER.has(program)) return 'read'
  const known = ownMember(READS_WITH, program)
  const isKnown = known !== undefined && args.every(({ text, isExpanded }) => !isExpanded && known.test(text))
  if (!isKnown) return 'unknown'
  return program !== 'git' || GIT_READS.has(args[0]?.text ?? '') ? 'read' : 'unknown'
}

const REMOVES: ReadonlySet<string> = new Set(['rm', 'rmdir', 'unlink', 'shred', 'truncate'])

/** None of their options writes, or runs another program. */
const READS_WHATEVER: ReadonlySet<string> = new Set([
  ...['cat', 'head', 'tail', 'nl', 'wc', 'cut', 'tr', 'cmp', 'diff', 'grep', 'egrep', 'fgrep'],
  ...['ls', 'stat', 'du', 'df', 'basename', 'dirname', 'realpath', 'readlink', 'pwd', 'whoami'],
  ...['echo', 'true', 'false', 'test'],
])

/** What each argument looks like: what is no option, or one that writes nothing. */
const READS_WITH: Readonly<Record<string, RegExp>> = {
  date: /^\+.*$/,
  sort: withOptions('-[bdfghinMRrsuV]+'),
  find: withOptions(
    '-(?:name|iname|path|ipath|type|maxdepth|mindepth|size|mtime|mmin|newer|empty|not|o|a|print|print0|prune|[0-9]+)',
  ),
  git: withOptions(
    '-[0-9n]+|--(?:oneline|stat|short|porcelain|name-only|name-status|cached|staged|all|graph|decorate|no-color|abbrev-ref|show-toplevel)',
  ),
}

/** Most commands of git write. */
const GIT_READS: ReadonlySet<string> = new Set([
  ...['status', 'log', 'diff', 'show', 'rev-parse', 'ls-files', 'blame', 'describe', 'shortlog'],
])

function withOptions(options: string): RegExp {
  return new RegExp(`^(?:${options}|(?!-).*)$`)
}
