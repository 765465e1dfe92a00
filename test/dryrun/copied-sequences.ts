/** Random sequences of calls, made in a copy and then on the disk: what the two answer, without what is another thing each time. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject, Random } from '../../src/base/index.js'
import { type Outcome, outcomeText } from '../../src/call/index.js'
import { copyServers } from '../../src/copy/index.js'
import { connectEntry } from '../../src/launch/index.js'
import { difference, entryOf, look } from './held-against-reality.js'
import type { Calls } from './random-calls.js'

export interface Compared {
  /** Calls that answered otherwise. */
  readonly differ: readonly string[]
  /** How often each tool answered in each way: `move_file error: ENOENT`. */
  readonly outcomes: ReadonlyMap<string, number>
  /** What became another one on the disk while the calls were made in the copy. */
  readonly disturbed: readonly string[]
}

export async function compareSequence(
  { server, prepare, call: draw }: Calls,
  random: Random,
  length: number,
): Promise<Compared> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'understudy-sequence-')))
  const folder = join(place, 'data')
  try {
    mkdirSync(folder)
    execFileSync('sh', ['-ec', prepare(random)], { cwd: folder, stdio: 'pipe' })
    const told = (text: string): string => text.replaceAll('FOLDER', folder)
    const entry = entryOf('s', server, told)
    const calls = Array.from({ length }, () => {
      const [tool, args] = draw(random)
      return { tool, args: JSON.parse(told(JSON.stringify(args))) as JsonObject }
    })
    const before = look(place)
    const copied = await inCopy()
    const disturbed = difference(before, look(place))
    const real = await onDisk()
    const outcomes = new Map<string, number>()
    for (const [i, { tool }] of calls.entries()) {
      const key = `${tool} ${kindOf(real[i] ?? '')}`
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1)
    }
    const differ = calls.flatMap(({ tool, args }, i) =>
      copied[i] === real[i]
        ? []
        : [`${i + 1} ${tool} ${JSON.stringify(args)}\n  in a copy: ${copied[i]}\n  really: ${real[i]}`],
    )
    return { differ, outcomes, disturbed }

    async function inCopy(): Promise<readonly string[]> {
      await using copies = await copyServers([entry], { baseDir: folder })
      await using world = await copies.open()
      if (!world.servers.has('s')) throw new Error(JSON.stringify(copies.notCopied))
      const said: string[] = []
      for (const [i, { tool, args }] of calls.entries()) {
        const { outcome, broke } = await world.call({ n: i + 1, server: 's', tool, arguments: args })
        said.push(outcome === undefined ? `broke: ${broke}` : comparable(tool, outcome))
      }
      return said
    }

    async function onDisk(): Promise<readonly string[]> {
      const session = await connectEntry(entry, { clientInfo: { name: 'test', version: '1' } })
      try {
        const said: string[] = []
        for (const { tool, args } of calls) said.push(comparable(tool, await session.callTool(tool, args)))
        return said
      } finally {
        await session.close()
      }
    }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** Of an answer: `result`, or of which kind an error is, without what its call named. */
export function kindOf(answer: string): string {
  if (answer.startsWith('result')) return 'result'
  const code = /\b(?:E[A-Z]{3,}|-32\d{3})\b/.exec(answer)?.[0]
  const words = answer
    .slice(answer.indexOf(': ') + 2)
    .replace(/"[^"]*"|'[^']*'|\S*\/\S*/g, '…')
    .replace(/\d+/g, 'N')
    .replace(/\s+/g, ' ')
  return `error: ${code ?? words.slice(0, 90)}`
}

/** Times, names of commits, durations; sizes of folders; the order of a listing, which is that of the file system for new files. */
function comparable(tool: string, outcome: Outcome): string {
  const text = outcomeText(outcome)
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(?:Z| ?[+-]\d\d:?\d\d)?/g, 'TIME')
    .replace(
      /\w{3} \w{3} +\d+ (?:\d{4} )?\d\d:\d\d:\d\d(?: \d{4})?(?: GMT[+-]\d{4} \([^)]*\)| [+-]\d{4})?/g,
      'TIME',
    )
    .replace(/\b1\d{9}(?:\d{3})?\b/g, 'TIME')
    .replace(/\b\d+(?:\.\d+)? ?m?s\b/g, 'TIME')
    .replace(/\b(?=[a-f\d]*\d)[a-f\d]{7,40}\b/g, 'HASH')
    .replace(/\b[\da-f]{8}-[\da-f-]{27}\b/g, 'ID')
    .replace(/\.[A-Za-z\d_-]{6,}\.tmp\b|\.[\da-f]+\.tmp\b/g, '.TMP')
  const sized = /isDirectory: true/.test(text) ? text.replace(/size: \d+/, 'size: SIZE') : text
  const listed = LISTINGS.has(tool)
    ? sized
        .replace(/(?:Combined size: .*|(\[FILE\] link\S*)\s.*)/g, '$1')
        .split('\n')
        .sort()
        .join('\n')
    : sized
  return `${outcome.kind}: ${listed}`
}

const LISTINGS = new Set([
  'list_directory',
  'list_directory_with_sizes',
  'search_files',
  'directory_tree',
  'read_multiple_files',
])
