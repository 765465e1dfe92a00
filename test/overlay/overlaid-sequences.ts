/** Random sequences of calls, made really, and what an overlay says of each before it is made: from what was recorded first, and what was written. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  canonicalJson,
  isSameJson,
  type JsonObject,
  type JsonValue,
  type Random,
} from '../../src/base/index.js'
import { type Answer, type Outcome, outcomeValue } from '../../src/call/index.js'
import { knownTools } from '../../src/dryrun/overlays.js'
import { replaceAt } from '../../src/dryrun/places.js'
import { createEffects, mayChangeAnswer } from '../../src/effects/index.js'
import { connectEntry } from '../../src/launch/index.js'
import { createOverlay, modelSource } from '../../src/overlay/index.js'
import { createRegistry } from '../../src/registry/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { entryOf, type TrialServer } from '../dryrun/held-against-reality.js'

type Call = readonly [tool: string, args: JsonObject]

export interface WrittenWorld {
  readonly server: TrialServer
  /** A shell script that makes what is there at first, in the folder. */
  readonly prepare: string
  /** Links may lead from one path to another: what takes for granted that none does may be wrong. */
  readonly hasLinks: boolean
  /** Reads of which some are recorded before anything is written. */
  readonly reads: readonly Call[]
  call(random: Random): Call
  /** What the recording has in place of what was said. Default: the same. */
  recordedAs?(said: Outcome): Outcome
}

export interface Laid {
  /** What was called certain and was not so. */
  readonly wrong: readonly string[]
  /** How often what was said of each tool, and by whom. */
  readonly said: ReadonlyMap<string, number>
}

export async function laySequence(world: WrittenWorld, random: Random, length: number): Promise<Laid> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'understudy-overlay-')))
  const folder = join(place, 'data')
  mkdirSync(folder)
  execFileSync('sh', ['-ec', world.prepare], { cwd: folder, stdio: 'pipe' })
  const told = (text: string): string => text.replaceAll('FOLDER', folder)
  const session = await connectEntry(entryOf('s', world.server, told), {
    clientInfo: { name: 'test', version: '1' },
  })
  try {
    const registry = createRegistry(
      [{ server: 's', tools: await session.listTools() }],
      createSchemaCompiler(),
    )
    const known = knownTools(registry)
    const effects = createEffects([{ claim: () => ({ effect: 'write' }) }, modelSource(known)])
    const recorded = new Map<string, Outcome>()
    const plainly = ([tool, args]: Call): Call => [tool, JSON.parse(told(JSON.stringify(args))) as JsonObject]
    for (const read of world.reads) {
      const [tool, args] = plainly(read)
      if (random.pick([true, false])) continue
      const said = await session.callTool(tool, args)
      recorded.set(canonicalJson([tool, args]), world.recordedAs?.(said) ?? said)
    }
    const overlay = createOverlay(known, ({ tool, arguments: args = {} }) =>
      Promise.resolve(recorded.get(canonicalJson([tool, args]))),
    )
    const wrong: string[] = []
    const said = new Map<string, number>()
    const made: { readonly server: string; readonly tool: string; readonly arguments: JsonObject }[] = []
    for (let n = 1; n <= length; n++) {
      const [tool, args] = plainly(world.call(random))
      const call = { n, server: 's', tool, arguments: args }
      let sayer = ''
      await overlay.observer.answer(call, async () => {
        const below = recorded.get(canonicalJson([tool, args]))
        const answer = await overlay.answerer.answer(call, () => Promise.resolve(belowOf(below)))
        const real = await session.callTool(tool, args)
        const isUntouched = made.every(
          (each) => !mayChangeAnswer(effects.footprintOf(each), effects.footprintOf(call)),
        )
        const isSaid = answer.provenance.source === 'overlay' || (below !== undefined && isUntouched)
        const isSure = answer.provenance.supposes === undefined || !world.hasLinks
        if (isSaid && isSure && !isTrue(answer, real))
          wrong.push(
            `call ${n} ${tool} ${JSON.stringify(args)}\n  said: ${JSON.stringify(answer)}\n  really: ${JSON.stringify(real)}\n  after ${JSON.stringify(made.slice(-4))}`,
          )
        sayer = isSaid ? `${answer.provenance.source} ${answer.outcome.kind}` : 'nobody'
        // What the server itself refused was not done: both write whole files, or nothing.
        return { outcome: real, provenance: { source: real.kind === 'result' ? 'copy' : 'overlay' } }
      })
      const isWrite =
        effects.footprintOf(call).writes.length > 0 && known.get('s')?.get(tool)?.footprint.writes
      if (isWrite) made.push(call)
      said.set(`${tool} ${sayer}`, (said.get(`${tool} ${sayer}`) ?? 0) + 1)
    }
    return { wrong, said }
  } finally {
    await session.close()
    rmSync(place, { recursive: true, force: true })
  }
}

function belowOf(recorded: Outcome | undefined): Answer {
  return recorded === undefined
    ? { outcome: { kind: 'result', content: [] }, provenance: { source: 'unknown' }, unknown: true }
    : { outcome: recorded, provenance: { source: 'recording' } }
}

/** Errors by their kind: their texts have paths in them as the server has resolved them. That a write succeeds is only likely. */
function isTrue({ outcome, provenance, isPossible }: Answer, real: Outcome): boolean {
  if (provenance.isAssumed === true && real.kind !== 'result') return true
  if (outcome.kind !== 'result' || real.kind !== 'result') return outcome.kind === real.kind
  const [value, really] = [timeless(outcomeValue(outcome)), timeless(outcomeValue(real))]
  if (isPossible !== undefined) return isPossible(really)
  const blank = (each: JsonValue): JsonValue =>
    (provenance.inventedAt ?? []).reduce((whole, pointer) => replaceAt(whole, pointer, undefined), each)
  return isSameJson(blank(value), blank(really))
}

/** When a file was last read is another thing after each read, whoever made it. */
function timeless(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value).replace(/accessed: [^\\]*/g, 'accessed: then')) as JsonValue
}
