/** What `understudy --help` prints. Written without the parser of arguments, which takes longer to load than all the rest of it. */
import { COMMANDS } from './command-list.js'

/** The commands and what they are for, in lines of at most `columns` cells; 80 where nobody knows how wide the screen is. */
export function overviewText(columns = 80): string {
  const options: readonly Row[] = [
    ['-V, --version', 'output the version number'],
    ['-h, --help', DISPLAYS_HELP],
  ]
  const commands: readonly Row[] = [
    ...COMMANDS.map(({ name, takes, summary }): Row => [takes === '' ? name : `${name} ${takes}`, summary]),
    ['help [command]', DISPLAYS_HELP],
  ]
  const termWidth = Math.max(...[...options, ...commands].map(([term]) => term.length))
  const listed = (rows: readonly Row[]): string =>
    rows.map((row) => `${rowText(row, termWidth, columns)}\n`).join('')
  return `Usage: understudy [options] [command]\n\n${WHAT_FOR}\n\nOptions:\n${listed(options)}\nCommands:\n${listed(commands)}\n${SERVERS}\n`
}

type Row = readonly [term: string, meaning: string]

const WHAT_FOR = 'Rehearse MCP tool calls before they touch anything.'
const DISPLAYS_HELP = 'display help for command'
const SERVERS = `A server is named by -- COMMAND, --url URL, --image REF or --config FILE, and a
recording or a list of tools stands in for it: --cassette FILE, --tools FILE.`
/** Where less than this is left for the meanings, the screen may break them where it likes. */
const LEAST_WIDTH = 40

function rowText([term, meaning]: Row, termWidth: number, columns: number): string {
  const left = columns - termWidth - 4
  const lines = left < LEAST_WIDTH ? [meaning] : (meaning.match(new RegExp(`.{1,${left}}(?= |$)`, 'g')) ?? [])
  const indent = `\n${' '.repeat(termWidth + 4)}`
  return `  ${term.padEnd(termWidth)}  ${lines.map((line) => line.trim()).join(indent)}`
}
