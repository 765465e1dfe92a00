/** Rehearses a program on what was recorded of a library, runs it for real in every state that says the same, and holds the two together. */
import { defined, isSameJson, type JsonObject, type JsonValue, type Random } from '../../../src/base/index.js'
import { type Answer, type ToolCall, toolRef } from '../../../src/call/index.js'
import { type Report, rehearse, type Verdict } from '../../../src/dryrun/index.js'
import { executeProgram, type ProgramRun } from '../../../src/execution/index.js'
import { type Program, prepareProgram } from '../../../src/program/index.js'
import { createRegistry } from '../../../src/registry/index.js'
import type { Sandbox } from '../../../src/sandbox/index.js'
import { createSchemaCompiler } from '../../../src/schema/index.js'
import { type RecordedCall, recordedCalls } from '../recorded-world.js'
import {
  ask,
  IDS,
  type Library,
  NAMES,
  READS,
  randomDoc,
  randomLibrary,
  randomPerson,
  SERVERS,
} from './library.js'

const REGISTRY = createRegistry(SERVERS, createSchemaCompiler())
const NOW = Date.parse('2026-01-02T03:04:05.000Z')

export interface HeldProgram {
  readonly verdict: Verdict
  /** In what way the verdict is wrong; absent where reality never was against it. */
  readonly wrong?: string
  /** Whether it completes in all states, with the same calls. */
  readonly isSound: boolean
}

interface RealCall {
  readonly ref: string
  readonly args: JsonObject
  readonly failed: boolean
  readonly refused: boolean
}

interface RealRun {
  readonly run: ProgramRun
  readonly calls: readonly RealCall[]
}

/** Undefined for most programs that do not complete: one is like the other. `random` draws the state and what is known of it. */
export async function holdProgram(
  text: string,
  random: Random,
  sandbox: Sandbox,
): Promise<HeldProgram | undefined> {
  const first = randomLibrary(random)
  const program = await prepared(text)
  const inFirst = await runForReal(program, structuredClone(first), random, sandbox)
  if (inFirst.run.ended !== 'completed' && random.next() < 0.8) return undefined
  const recorded = recordingsOf(first, inFirst, random)
  const store = await recordedCalls(REGISTRY, recorded)
  const report = await rehearse(text, {
    ...{ tools: REGISTRY, store, sandbox, fileName: 'plan.ts', now: NOW, budgets: { calls: 200 } },
  })
  const runs: RealRun[] = [inFirst]
  for (const state of statesLike(first, recorded, random))
    runs.push(await runForReal(program, state, random, sandbox))
  const isSound = runs.every(
    (real) => real.run.ended === 'completed' && isSameJson(sent(real), sent(inFirst)),
  )
  const wrong = runs.map((real) => wrongIn(report, real, text)).find((each) => each !== undefined)
  return { verdict: report.verdict, isSound, ...defined({ wrong }) }
}

async function prepared(text: string): Promise<Program> {
  const preparation = await prepareProgram(text, { fileName: 'plan.ts' })
  if (preparation.kind === 'invalid') throw new Error(`${preparation.findings[0]?.message}\n${text}`)
  return preparation.program
}

/** At another time, with other chance, and with calls that take as long as they like. */
async function runForReal(
  program: Program,
  state: Library,
  random: Random,
  sandbox: Sandbox,
): Promise<RealRun> {
  const calls: RealCall[] = []
  const run = await executeProgram(program, {
    sandbox,
    world: {
      kind: 'virtual',
      seed: random.integer(2, 1e9),
      startMs: NOW + random.integer(1, 40) * 3_700_001,
    },
    params: {},
    budgets: { calls: 200 },
    call: (call) => Promise.resolve(answered(call, state, random, calls)),
  })
  return { run, calls }
}

function answered(call: ToolCall, state: Library, random: Random, calls: RealCall[]): Answer {
  const ref = toolRef(call)
  const args = call.arguments ?? {}
  const lookup = REGISTRY.find(call.server, call.tool)
  const input = lookup.kind === 'found' ? lookup.tool.input : undefined
  const issues = input?.kind === 'compiled' ? input.schema.check(args) : []
  const refused = lookup.kind === 'missing' || issues.length > 0
  const outcome = refused
    ? ({ kind: 'tool-error', content: [{ type: 'text', text: 'Invalid arguments' }] } as const)
    : ask(state, ref, args)
  calls.push({ ref, args, failed: outcome.kind !== 'result', refused })
  const ms = random.pick([1, 5, 20, 300])
  return { outcome, provenance: { source: 'live' }, durations: { p50: ms, p90: ms, samples: 1 } }
}

/** Some of what the program read, some that others read, and what writes answered once. */
function recordingsOf(first: Library, { calls }: RealRun, random: Random): readonly RecordedCall[] {
  const share = random.pick([1, 1, 0.7, 0.3])
  const read = calls.filter(({ ref, refused }) => READS.has(ref) && !refused && random.next() < share)
  const others = random.pick([[], [], OTHER_CALLS.slice(0, 6), OTHER_CALLS])
  const byQuestion = new Map<string, RecordedCall>()
  const copy = structuredClone(first)
  for (const { ref, args } of [...read, ...others]) {
    const [server = '', tool = ''] = ref.split(':')
    const isRead = READS.has(ref)
    const outcome = ask(isRead ? first : copy, ref, args)
    if (outcome.kind === 'rpc-error') continue
    const [block] = outcome.content
    const says = block?.type === 'text' ? block.text : ''
    byQuestion.set(`${ref} ${JSON.stringify(args)}`, {
      ...{ server, tool, arguments: args, says, effect: isRead ? 'read' : 'write' },
      ...(outcome.structured === undefined ? {} : { structured: outcome.structured }),
      ...(outcome.kind === 'tool-error' ? { isError: true } : {}),
    })
  }
  return [...byQuestion.values()]
}

const OTHER_CALLS: readonly Pick<RealCall, 'ref' | 'args'>[] = [
  ...IDS.map((id) => ({ ref: 'docs:read', args: { id } })),
  ...['a', 'x', 'd1', 'zz', 'hot', 'gold', '1', '20', 'ref', 'e', 'Report'].map((query) => ({
    ref: 'docs:search',
    args: { query },
  })),
  ...IDS.map((id, i) => ({ ref: 'docs:append', args: { id, text: 'x'.repeat(i) } })),
  { ref: 'docs:move', args: { from: 'd1', to: 'd9' } },
]

/** Others that say the same to all that was recorded. */
function statesLike(first: Library, recorded: readonly RecordedCall[], random: Random): readonly Library[] {
  const found: Library[] = []
  for (let tries = 0; tries < 60 && found.length < 5; tries++) {
    const state = structuredClone(first)
    for (let changes = random.integer(1, 4); changes > 0; changes--) change(state, random)
    if (recorded.every((each) => saysSo(state, each))) found.push(state)
  }
  return found
}

function saysSo(
  state: Library,
  { server, tool, arguments: args, says, isError, effect }: RecordedCall,
): boolean {
  if (effect === 'write') return true
  const outcome = ask(structuredClone(state), `${server}:${tool}`, args)
  if (outcome.kind === 'rpc-error') return false
  const [block] = outcome.content
  return (
    block?.type === 'text' && block.text === says && (outcome.kind === 'tool-error') === (isError === true)
  )
}

function change(state: Library, random: Random): void {
  const id = random.pick(IDS)
  const name = random.pick(NAMES)
  const at = state.docs.findIndex((doc) => doc.id === id)
  const doc = randomDoc(random, id)
  switch (random.integer(0, 5)) {
    case 0:
      state.docs = state.docs.filter((each) => each.id !== id)
      return
    case 1:
    case 2:
      if (at < 0) state.docs.push(doc)
      else state.docs[at] = doc
      return
    case 3:
      state.people = state.people.filter((each) => each.name !== name)
      return
    case 4:
      state.people = [...state.people.filter((each) => each.name !== name), randomPerson(random, name)]
      return
    default:
      state.sent += random.integer(1, 90)
      state.counters[random.pick(['a', 'b'])] = random.integer(-3, 900)
  }
}

function wrongIn(report: Report, real: RealRun, text: string): string | undefined {
  const { run, calls } = real
  if (report.verdict === 'fail') return wrongFail(report, real)
  if (report.verdict !== 'pass') return undefined
  if (breaksAssumption(report, calls)) return undefined
  if (run.ended !== 'completed')
    return `pass, and really ${run.ended}: ${run.error?.name} ${run.error?.message}`
  if (calls.some(({ refused }) => refused)) return 'pass, and really arguments are refused'
  const told = report.calls.map((call) => {
    const masked = Object.keys(call.arguments_from ?? {})
    return { ref: call.tool as string, args: call.arguments ?? {}, masked }
  })
  const rest = [...calls]
  for (const { ref, args, masked } of told) {
    const at = rest.findIndex(
      (each) => each.ref === ref && isSameJson(mask(each.args, masked), mask(args, masked)),
    )
    if (at < 0) return `pass, and really not called: ${ref} ${JSON.stringify(args)}`
    rest.splice(at, 1)
  }
  const [other] = rest
  if (other !== undefined) return `pass, and really called: ${other.ref} ${JSON.stringify(other.args)}`
  const isKnown = report.assumptions === undefined && report.exploration === undefined
  if (isKnown && !LOOKS.test(text) && !isSameJson(report.simulated_result, run.result))
    return `pass, and the result is really ${JSON.stringify(run.result)}`
  return undefined
}

const LOOKS = /\b(?:Date|random|performance)\b/

/** The n-th call of a tool stands for the n-th. */
function breaksAssumption(report: Report, calls: readonly RealCall[]): boolean {
  return (report.assumptions ?? []).some(({ call, tool, text }) => {
    const before = report.calls.filter((each) => each.tool === tool && each.n < call).length
    const real = calls.filter(({ ref }) => ref === tool)[before]
    return text.includes('succeeds') && real?.failed === true
  })
}

function mask(args: JsonObject, pointers: readonly string[]): JsonValue {
  return pointers.includes('')
    ? 'masked'
    : (Object.fromEntries(
        Object.entries(args).map(([key, value]) => [
          key,
          pointers.some((each) => each === `/${key}` || each.startsWith(`/${key}/`)) ? 'masked' : value,
        ]),
      ) as JsonObject)
}

function wrongFail(report: Report, { run, calls }: RealRun): string | undefined {
  const { validation } = report
  const errors = validation.findings.filter(({ severity, certain }) => severity === 'error' && certain)
  const isOfCalls =
    validation.type_errors.some(({ certain }) => certain) || validation.missing_tools.length > 0
  if (run.ended !== 'completed') return undefined
  if (
    errors.some(({ code }) => code === 'TEXT_BROKEN') &&
    /undefined|NaN|\[object|Invalid Date/.test(JSON.stringify(calls))
  )
    return undefined
  if (isOfCalls)
    return calls.some(({ refused }) => refused)
      ? undefined
      : 'fail for wrong arguments, and really none is refused'
  return `fail (${errors.map(({ code }) => code).join()}), and really completes`
}

function sent({ calls }: RealRun): JsonValue {
  return calls.map(({ ref, args }) => [ref, args])
}
