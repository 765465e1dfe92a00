/** Random sequences of calls, made in a copy and then on the disk: what the two answer, without what is another thing each time. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject, JsonValue, Random } from '../../src/base/index.js'
import { type Outcome, outcomeText } from '../../src/call/index.js'
import { copyServers } from '../../src/copy/index.js'
import { connectEntry } from '../../src/launch/index.js'
import { difference, entryOf, look, type TrialServer } from './held-against-reality.js'
import type { Calls } from './random-calls.js'

export interface Sequence {
  /** The shell script that makes what is there at first. */
  readonly script: string
  /** `FOLDER` stands for the folder. */
  readonly calls: readonly (readonly [tool: string, args: JsonObject])[]
}

export interface Compared {
  /** Names of all tools that the server lists. */
  readonly tools: readonly string[]
  /** Calls that answered otherwise. */
  readonly differ: readonly string[]
  /** In which way each call was answered: `move_file error: ENOENT`, `git_tag create result`. */
  readonly kinds: readonly string[]
  /** What became another one on the disk while the calls were made in the copy. */
  readonly disturbed: readonly string[]
}

export function drawSequence({ prepare, call }: Calls, random: Random, length: number): Sequence {
  const script = prepare(random)
  return { script, calls: Array.from({ length }, () => call(random)) }
}

export async function compareSequence(server: TrialServer, sequence: Sequence): Promise<Compared> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'understudy-sequence-')))
  const folder = join(place, 'data')
  try {
    mkdirSync(folder)
    execFileSync('sh', ['-ec', sequence.script], { cwd: folder, stdio: 'pipe' })
    const told = (text: string): string => text.replaceAll('FOLDER', folder)
    const entry = entryOf('s', server, told)
    const calls = sequence.calls.map(([tool, args]) => ({
      tool,
      args: JSON.parse(told(JSON.stringify(args))) as JsonObject,
    }))
    const before = look(place)
    const { tools, said: copied } = await inCopy()
    const disturbed = difference(before, look(place))
    const real = await onDisk()
    const kinds = calls.map(({ tool, args }, i) => kindOf(tool, args, real[i] ?? ''))
    const differ = calls.flatMap(({ tool, args }, i) =>
      copied[i] === real[i]
        ? []
        : [`${i + 1} ${tool} ${JSON.stringify(args)}\n  in a copy: ${copied[i]}\n  really: ${real[i]}`],
    )
    return { tools, differ, kinds, disturbed }

    async function inCopy(): Promise<{
      readonly tools: readonly string[]
      readonly said: readonly string[]
    }> {
      await using copies = await copyServers([entry], {
        baseDir: folder,
        session: () => SESSION,
        copy: { timeoutMs: PATIENCE_MS },
      })
      await using world = await copies.open()
      if (!world.servers.has('s')) throw new Error(JSON.stringify(copies.notCopied))
      const said: string[] = []
      for (const [i, { tool, args }] of calls.entries()) {
        const { outcome, broke } = await world.call({ n: i + 1, server: 's', tool, arguments: args })
        said.push(outcome === undefined ? `broke: ${broke}` : comparable(tool, outcome))
      }
      return { tools: copies.tools.flatMap(({ tools }) => tools.map(({ name }) => name)), said }
    }

    async function onDisk(): Promise<readonly string[]> {
      const session = await connectEntry(entry, SESSION)
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

/** A busy machine is no difference. */
const PATIENCE_MS = 600_000
const SESSION = { clientInfo: { name: 'test', version: '1' }, timeoutMs: PATIENCE_MS }

/** A tool, what it was asked to do where one has several acts, and `result`, or which kind of error, without what the call named. */
function kindOf(tool: string, args: JsonObject, answer: string): string {
  const act = typeof args.mode === 'string' ? `${tool} ${args.mode}` : tool
  if (answer.startsWith('result')) return `${act} result`
  const code = /\b(?:E[A-Z]{3,}|-32\d{3})\b/.exec(answer)?.[0]
  const words = withoutNames(answer.slice(answer.indexOf(': ') + 2), args)
    .replace(/"[^"]*"|'[^']*'|\S*\/\S*/g, '…')
    .replace(/\d+/g, 'N')
    .replace(/\s+/g, ' ')
  return `${act} error: ${code ?? words.slice(0, 90)}`
}

function withoutNames(answer: string, value: JsonValue): string {
  if (typeof value === 'string') return value.length < 2 ? answer : answer.replaceAll(value, '…')
  if (typeof value !== 'object' || value === null) return answer
  return Object.values(value).reduce<string>(withoutNames, answer)
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
