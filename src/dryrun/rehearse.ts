/** The rehearsal: run a plan for real against everything but the real thing. */
import { defined, type Finding, systemClock, UsageError, withoutUndefined } from '../base/index.js'
import { parseToolRef, type ToolRef } from '../call/index.js'
import type { ObservedEffects } from '../effects/index.js'
import { borrowSandbox } from '../execution/index.js'
import { isWorkflowName, planKindOf, redactReport, withoutWayBack } from '../plan/index.js'
import type { RecordingStore } from '../recording/index.js'
import { createRedactor, type Redactor } from '../recording/redaction/index.js'
import { createRegistry, type ToolRegistry } from '../registry/index.js'
import { createSchemaCompiler } from '../schema/index.js'
import { type CanVary, partsOf } from './compare-runs.js'
import type { RehearsalFacts, RehearsalSettings, RehearseOptions } from './options.js'
import { checkRuns, rehearseSeeds } from './rehearse-seeds.js'
import { orderedReceipt } from './rehearsed-receipt.js'
import type { Report } from './report.js'
import { learnedShapes } from './shapes/learned-shapes.js'
import { recordedAnswers } from './shapes/recorded-answers.js'
import { createStubbing } from './stubbing.js'
import { rememberingTypes } from './type-advice.js'
import { withVolatileFields } from './volatile-fields.js'

/**
 * Rehearses a program or a workflow and reports what would happen, what is provably wrong and what is only guessed.
 * Nothing that lasts is touched: no part of this can reach a server but through the copies, and those that it may ask, which it is given. What is wrong with the plan is in the report, never thrown.
 *
 * @param plan the text of the plan, or its bytes (UTF-8)
 * @throws UsageError for unusable options; SandboxError when no sandbox can be started; StoreError when the store fails;
 *   the signal's reason when aborted
 */
export async function rehearse(plan: string | Uint8Array, options: RehearseOptions): Promise<Report> {
  refuseMissingTools(options)
  const { fileName = 'program.ts', seed = 1, runs = 1, budget = DEFAULT_BUDGET } = options
  if (!Number.isSafeInteger(seed))
    throw new UsageError('USAGE', `Cannot rehearse with the seed ${seed}: it is not an integer`)
  checkRuns(runs)
  checkBudget(budget)
  const redactor = createRedactor({
    secrets: options.secrets ?? [],
    ...(options.store && { salt: options.store.salt }),
    ...(options.redaction && { rules: options.redaction }),
  })
  const stubbing = createStubbing(options)
  const registry = isRegistry(options.tools)
    ? options.tools
    : createRegistry(options.tools, createSchemaCompiler())
  const { store, principal = anonymous } = options
  const recorded = store ? recordedAnswers({ store, registry, principal }) : () => Promise.resolve([])
  const settings: RehearsalSettings = {
    ...options,
    recorded,
    ...{ fileName, seed, budget, principal, redactor },
    nowMs: parseNow(options.now),
    askStubs: stubbing.answerer,
    ...(store && { observed: await observedBefore(store, registry) }),
    ...(store && { learned: learnedShapes(recorded, redactor) }),
    params: withoutUndefined(options.params ?? {}),
    ...(options.typeChecker === undefined ? {} : { typeChecker: rememberingTypes(options.typeChecker) }),
  }
  const perform = inWorldOfItsOwn(await performanceOf(fileName, plan))
  const { receipt: order } = options
  let facts: RehearsalFacts | undefined
  // Of the first run alone: that is the one that is reported.
  const onFacts = (told: RehearsalFacts): void => {
    facts ??= told
  }
  const keepFacts = order === undefined ? {} : { onFacts }
  const finish = async (report: Report): Promise<Report> => {
    const told = withFindings(report, stubbing.findings(report, registry), redactor)
    if (order === undefined || facts === undefined) return told
    const receipt = await orderedReceipt(facts, told, order, redactor)
    if (receipt === undefined) return told
    order.onReceipt(receipt)
    const undo = { effects: receipt.effects.length, without: redactor.redact(withoutWayBack(receipt)) }
    return { ...told, receipt: receipt.id, undo }
  }
  if (runs === 1)
    return finish(redactReport(await perform(plan, registry, { ...settings, ...keepFacts }), redactor))

  await using place = isWorkflowName(fileName) ? undefined : await borrowSandbox(options.sandbox)
  // Faults are of the first, as all else that is told.
  const { onTrace: _, faults: __, ...untraced } = settings
  let isTraced = true
  const rehearseWith = async (each: number): Promise<Report> => {
    const one = isTraced ? { ...settings, ...keepFacts, steer: runs } : { ...untraced, seed: each }
    isTraced = false
    const report = await perform(
      plan,
      registry,
      place === undefined ? one : { ...one, sandbox: place.sandbox },
    )
    return redactReport(report, redactor)
  }
  const first = await rehearseSeeds(seedsFrom(seed, runs), rehearseWith, possibleVariety(registry))
  return finish(settings.copies === undefined ? first : withVolatileFields(first, await rehearseWith(seed)))
}

/** Asked of the contract that a tool has now: what was seen of another one says nothing. */
async function observedBefore(store: RecordingStore, registry: ToolRegistry): Promise<ObservedEffects> {
  const { keptEffects } = await import('../recording/index.js')
  const kept = await keptEffects(
    store,
    registry.servers.map(({ server }) => server),
  )
  return (ref) => {
    const name = parseToolRef(ref)
    const lookup = name && registry.find(name.server, name.tool)
    if (name === undefined || lookup?.kind !== 'found') return undefined
    return kept(name.server, name.tool, lookup.tool.fingerprint)
  }
}

function anonymous(): string {
  return 'anonymous'
}

/** Few programs need more, and most need none or a handful. */
const DEFAULT_BUDGET = 24

/**
 * Where the invented answers of a tool can differ.
 * By a sample: a place that is the same in all of it is taken for one that the schema fixes. Places that the sample does not have
 * can differ.
 */
function possibleVariety(registry: ToolRegistry): CanVary {
  const samples = new Map<ToolRef, readonly ReadonlyMap<string, string>[]>()
  return (tool, pointer) => {
    const sample = samples.get(tool) ?? sampleOf(tool, registry)
    samples.set(tool, sample)
    return sample.length === 0 || new Set(sample.map((parts) => parts.get(pointer))).size > 1
  }
}

const SAMPLES = 32

function sampleOf(tool: ToolRef, registry: ToolRegistry): readonly ReadonlyMap<string, string>[] {
  const ref = parseToolRef(tool)
  const lookup = ref === undefined ? undefined : registry.find(ref.server, ref.tool)
  const output = lookup?.kind === 'found' ? lookup.tool.output : undefined
  if (output?.kind !== 'compiled') return []
  return Array.from({ length: SAMPLES }, (_, i) => output.schema.generate({ seed: `variety ${i}` })).flatMap(
    (generated) => (generated.kind === 'value' ? [partsOf(generated.value)] : []),
  )
}

const MOST_BUDGET = 1_000

/** @throws UsageError USAGE for what is no whole number from 0 to 1,000 */
function checkBudget(budget: number): void {
  if (Number.isSafeInteger(budget) && budget >= 0 && budget <= MOST_BUDGET) return
  throw new UsageError('USAGE', `Cannot rehearse with a budget of ${budget} variants`, {
    hint: `a budget is a whole number from 0, for none, to ${MOST_BUDGET}`,
  })
}

/** For what changes no verdict, as all that is said of stubs. */
function withFindings(report: Report, found: readonly Finding[], redactor: Redactor): Report {
  if (found.length === 0) return report
  const { validation } = report
  const told = found.map((each) => ({ ...each, message: redactor.text(each.message) }))
  return { ...report, validation: { ...validation, findings: [...validation.findings, ...told] } }
}

/** Callers in JavaScript have no types. */
function refuseMissingTools(options: Partial<RehearseOptions> | undefined): void {
  const tools: unknown = options?.tools
  if (typeof tools === 'object' && tools !== null) return
  throw new UsageError('USAGE', 'Cannot rehearse without tools', {
    hint: "give those that servers list: rehearse(plan, { tools: [{ server: 'notes', tools: [...] }] })",
  })
}

function seedsFrom(seed: number, runs: number): readonly [number, ...number[]] {
  return [seed, ...Array.from({ length: runs - 1 }, (_, i) => seed + i + 1)]
}

/** Loads only the half that is needed: a program needs no reader of workflows, and the other way round. */
async function performanceOf(fileName: string, plan: string | Uint8Array): Promise<Performance> {
  switch (planKindOf(fileName, typeof plan === 'string' ? plan : Buffer.from(plan).toString('utf8'))) {
    case 'sequence':
      return (await import('./rehearse-sequence.js')).rehearseSequence
    case 'workflow':
      return (await import('./rehearse-workflow.js')).rehearseWorkflow
    case 'program':
      return (await import('./rehearse-program.js')).rehearseProgram
  }
}

type Performance = (
  plan: string | Uint8Array,
  registry: ToolRegistry,
  settings: RehearsalSettings,
) => Promise<Report>

/** Each rehearsal has a fresh copy of the world, where there are copies, and fresh stand-ins. */
function inWorldOfItsOwn(perform: Performance): Performance {
  return async (plan, registry, settings) => {
    // Servers that end have work to do, and a guest that starts meanwhile would do it for another time.
    using _starts = settings.copies && settings.sandbox?.holdStarts?.()
    await using contactable = await settings.contacts?.open(settings.signal)
    await using copied = await settings.copies?.open(settings.signal)
    return await perform(plan, registry, { ...settings, ...defined({ copied, contactable }) })
  }
}

function isRegistry(tools: RehearseOptions['tools']): tools is ToolRegistry {
  return 'find' in tools && typeof tools.find === 'function' && 'servers' in tools
}

function parseNow(now: string | number = systemClock.now()): number {
  const ms = typeof now === 'number' ? now : Date.parse(now)
  // The range of a JavaScript Date.
  if (Number.isFinite(ms) && Math.abs(ms) <= 8.64e15) return Math.trunc(ms)
  throw new UsageError(
    'USAGE',
    `Cannot rehearse at the time ${JSON.stringify(now)}: it is not a point in time`,
    {
      hint: 'write it as ISO 8601, such as 2026-01-31T12:00:00Z',
    },
  )
}
