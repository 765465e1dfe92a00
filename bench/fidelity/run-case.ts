/** Runs both plans of a case for real, which proves their labels, then rehearses them in every way and judges. */
import type { JsonValue } from '../../dist/base/index.js'
import { copyServers, type PreparedCopies } from '../../dist/copy/index.js'
import { createGateway, type Gateway } from '../../dist/gateway/index.js'
import {
  createRegistry,
  createSchemaCompiler,
  type RehearseOptions,
  type Report,
  rehearse,
  type Stub,
  stub,
  type ToolRegistry,
  type TypeStripper,
} from '../../dist/index.js'
import { argumentsOf, openMemoryStore, outcomeOf, type RecordingStore } from '../../dist/recording/index.js'
import type { Sandbox } from '../../dist/sandbox/index.js'
import { type FidelityCase, ROLES, type Role } from './fidelity-case.js'
import { isProved, type Judged, judgeFaulty, judgeSound, type RealRun, type Rehearsed } from './judge.js'
import type { ScratchWorld } from './scratch-world.js'
import { entriesOf } from './servers.js'

/** `copies`: servers in a copy; `recorded`: without any, reads recorded; `stubbed`: as that, and writes answered by stubs. */
export const WAYS = ['copies', 'recorded', 'stubbed'] as const
export type Way = (typeof WAYS)[number]

export interface CaseResult {
  readonly case: FidelityCase
  /** Labels that no real run proved: the case itself is wrong. */
  readonly unproved: readonly Role[]
  readonly judged: readonly { readonly way: Way; readonly judged: Judged; readonly report: Rehearsed }[]
  readonly real: Readonly<Record<Role, RealRun>>
}

/** What all cases of one lane share. */
export interface Lane extends AsyncDisposable {
  readonly world: ScratchWorld
  readonly sandbox: Sandbox
  readonly stripper: TypeStripper
  /** The real servers; those that remember nothing serve one case after the other. */
  live(servers: readonly string[]): Promise<Gateway>
  /** Ends servers that remember, so that the next run finds fresh ones. */
  forget(servers: readonly string[]): Promise<void>
}

/** A race is proved by the first run that shows it: a server that has run for long may be quicker than the way between two calls. */
const REAL_RUNS_AT_MOST = 50

export async function runCase(of: FidelityCase, lane: Lane): Promise<CaseResult> {
  const sound = await runReally(of, 'sound', lane)
  let faulty = await runReally(of, 'faulty', lane)
  for (let n = 1; n < REAL_RUNS_AT_MOST && !isProved('faulty', faulty, sound); n++)
    faulty = await runReally(of, 'faulty', lane)
  const real = { sound, faulty }
  const unproved = ROLES.filter((role) => !isProved(role, real[role], sound))
  return { case: of, unproved, real, judged: unproved.length > 0 ? [] : await judgeAll(of, real, lane) }
}

async function runReally(of: FidelityCase, role: Role, lane: Lane): Promise<RealRun> {
  lane.world.fill(of)
  const gateway = await lane.live(of.servers)
  const plan = lane.world.told(of[role])
  const { ended, ended_because, result, calls } = await (of.kind === 'workflow'
    ? gateway.executeDag(plan)
    : gateway.executeCode(plan))
  // What nobody waited for may still write.
  await lane.forget(of.servers)
  return { ended, because: ended_because ?? '', result, calls, world: lane.world.texts() }
}

async function judgeAll(
  of: FidelityCase,
  real: CaseResult['real'],
  lane: Lane,
): Promise<CaseResult['judged']> {
  lane.world.fill(of)
  const entries = entriesOf(of.servers, lane.world.folder)
  await using copies = await copyServers(entries, { baseDir: lane.world.folder })
  const [notCopied] = copies.notCopied
  if (notCopied !== undefined)
    throw new Error(`Cannot rehearse ${of.id}: ${notCopied.server} is not copied: ${notCopied.why}`)
  const tools = createRegistry(copies.tools, createSchemaCompiler())
  const writes = writesOf(copies)
  await using store = openMemoryStore()
  await recordReads(of, real.sound, { writes, store, lane })
  const stubs = stubsOf(real.sound, writes)
  const optionsOf: Readonly<Record<Way, Partial<RehearseOptions>>> = {
    copies: { copies },
    recorded: { store },
    stubbed: { store, stubs },
  }
  const stubbed = new Set(stubs.map(({ tool }) => tool))
  const judged: CaseResult['judged'][number][] = []
  for (const way of WAYS) {
    const rehearseRole = (role: Role): Promise<Report> =>
      rehearseIn(of[role], { ...optionsOf[way], fileName: FILE_NAMES[of.kind] }, { tools, lane })
    const sound = await rehearseRole('sound')
    const faulty = await rehearseRole('faulty')
    const trusted = way === 'stubbed' ? stubbed : new Set<string>()
    judged.push(
      { way, judged: judgeSound(sound, real.sound, writes), report: sound },
      { way, judged: judgeFaulty(faulty, real.faulty, sound, trusted), report: faulty },
    )
  }
  return judged
}

/** The ending decides how a plan is read. */
const FILE_NAMES: Readonly<Record<FidelityCase['kind'], string>> = {
  program: 'plan.ts',
  workflow: 'plan.yaml',
}

function rehearseIn(
  plan: string,
  options: Partial<RehearseOptions>,
  { tools, lane }: { readonly tools: ToolRegistry; readonly lane: Lane },
): Promise<Report> {
  const { sandbox, stripper, world } = lane
  return rehearse(world.told(plan), { ...options, tools, sandbox, stripper })
}

/** Tools that do not say that they only read. */
function writesOf({ tools }: PreparedCopies): ReadonlySet<string> {
  return new Set(
    tools.flatMap(({ server, tools: listed }) =>
      listed
        .filter(({ annotations }) => annotations?.readOnlyHint !== true)
        .map(({ name }) => `${server}:${name}`),
    ),
  )
}

/**
 * What the sound program reads, asked in the world as it is before: so would a person record it. A failure there of what the real run was
 * answered is left out: nobody records that.
 */
async function recordReads(
  { servers }: FidelityCase,
  { calls }: RealRun,
  { writes, store, lane }: { writes: ReadonlySet<string>; store: RecordingStore; lane: Lane },
): Promise<void> {
  const reads = new Map(
    calls
      .filter(({ tool }) => !writes.has(tool))
      .map((call) => [JSON.stringify([call.tool, call.arguments ?? {}]), call]),
  )
  if (reads.size === 0) return
  await using taken = openMemoryStore()
  {
    const config = entriesOf(servers, lane.world.folder)
    await using recording = await createGateway({ config, store: taken, mode: 'record' })
    for (const { tool, arguments: args } of reads.values()) await recording.callTool(tool, args ?? {})
  }
  for await (const each of taken.list()) {
    const really = reads.get(JSON.stringify([`${each.server}:${each.tool?.name}`, argumentsOf(each) ?? {}]))
    const kind = outcomeOf(each)?.kind ?? 'result'
    if (kind === 'result' || really?.outcome !== 'result') await store.append([each])
  }
}

/** What each writing tool said in the sound run, one after the other, and what it said last ever after: so would a person stub it. */
function stubsOf({ calls }: RealRun, writes: ReadonlySet<string>): readonly Stub[] {
  const said = new Map<string, JsonValue[]>()
  for (const { tool, outcome, value } of calls)
    if (writes.has(tool) && outcome === 'result') said.set(tool, [...(said.get(tool) ?? []), value])
  return [...said].flatMap(([tool, results]) => [
    stub(
      tool,
      results.map((result) => ({ result })),
    ),
    stub(tool, { result: results.at(-1) ?? null }),
  ])
}
