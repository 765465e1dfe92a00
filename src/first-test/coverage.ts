/** The table of tools against what is tested of them. */
import { printable } from '../base/index.js'
import { formatTable } from '../report/index.js'
import type { CallTest } from './test-file.js'

export interface CoverageRow {
  readonly tool: string
  /** A call that succeeds. */
  readonly valid_call: boolean
  /** A call that its schema does not take, and that it refuses. */
  readonly invalid_call: boolean
  /** A call that its schema takes, and that it says no to. */
  readonly error: boolean
  /** Progress, or another notification. */
  readonly notification: boolean
  readonly both_eras: boolean
}

export function coverageOf(
  tools: readonly string[],
  calls: readonly CallTest[],
  hasBothEras: boolean,
): readonly CoverageRow[] {
  return tools.map((tool) => {
    const own = calls.filter(({ call }) => call.tool === tool)
    const valid = own.filter(({ call }) => call.kind === 'valid')
    const matchers = own.flatMap(({ claims }) => claims.map(({ matcher }) => matcher))
    return {
      tool,
      valid_call: valid.some(succeeds),
      invalid_call: own.some(({ call }) => call.kind === 'invalid'),
      error: valid.some((each) => !succeeds(each)),
      notification: matchers.includes('toHaveProgressed') || matchers.includes('toHaveNotified'),
      both_eras: hasBothEras && own.length > 0,
    }
  })
}

function succeeds({ claims: [first] }: CallTest): boolean {
  return first?.matcher === 'toSucceed'
}

/** Columns for a terminal. */
export function coverageLines(rows: readonly CoverageRow[]): readonly string[] {
  return formatTable(['tool', ...COLUMNS.map(({ title }) => title)], rows.map(cellsOf))
}

function cellsOf(row: CoverageRow): readonly string[] {
  return [row.tool, ...COLUMNS.map(({ key }) => (row[key] ? '✓' : '–'))]
}

/** A document for the project. */
export function coverageDocument(
  { server, file }: { readonly server: string; readonly file: string },
  rows: readonly CoverageRow[],
): string {
  const titles = ['tool', ...COLUMNS.map(({ title }) => title)]
  const table = [
    `| ${titles.join(' | ')} |`,
    `|${titles.map((_, at) => (at === 0 ? '---' : ':-:')).join('|')}|`,
    ...rows.map((row) => `| ${[codeSpan(row.tool), ...cellsOf(row).slice(1)].join(' | ')} |`),
  ]
  return `# What is tested of ${codeSpan(server)}\n\nIn ${codeSpan(file)}: ✓ is tested, – is not.\n\n${table.join('\n')}\n`
}

/** Foreign text as code that ends neither itself nor the cell. */
function codeSpan(text: string): string {
  return `\`${printable(text, { oneLine: true }).replaceAll('`', "'").replaceAll('|', '\\|')}\``
}

const COLUMNS = [
  { key: 'valid_call', title: 'valid call' },
  { key: 'invalid_call', title: 'invalid call' },
  { key: 'error', title: 'error' },
  { key: 'notification', title: 'notification' },
  { key: 'both_eras', title: 'both eras' },
] as const
