/** Explores one kind of input to one tool: fast-check draws and shrinks. Loads fast-check: import it only where that happens. */
import { asyncProperty, check, type RunDetails } from 'fast-check'
import { defined, firstLine, UnderstudyError, UsageError } from '../base/index.js'
import { InputArbitrary } from './input-arbitrary.js'
import type { Defect, Judgement, ProbedTool } from './judge-call.js'
import { type Observation, observeCall } from './observe-call.js'
import type { InputPlan } from './plan-inputs.js'
import type { ProbeCaller } from './probe-caller.js'
import type { ProbeFinding } from './probe-finding.js'
import type { ProbeInput } from './probe-input.js'

export interface Exploration {
  readonly tool: ProbedTool
  readonly plan: InputPlan
  readonly caller: ProbeCaller
  /** Of fast-check: 32 bits. */
  readonly seed: number
  /** Keys of defects that are told already; what is found is added. */
  readonly known: Set<string>
  /** How many inputs at least. */
  readonly runs: number
  /** Leads to one input, which alone is tried. */
  readonly path?: string
  readonly signal?: AbortSignal
}

export interface Explored {
  readonly findings: readonly ProbeFinding[]
  readonly counts: Readonly<Record<Judgement['verdict'], number>>
  readonly notes: readonly string[]
  /** Whether it ended because the server is gone. */
  readonly isServerLost: boolean
  /** Why it ended early. */
  readonly stopped?: string
}

/**
 * A caller that fails ends the exploration, and what was found until then stays.
 * @throws UsageError USAGE for a path that leads nowhere
 */
export async function explore(exploration: Exploration): Promise<Explored> {
  const { path } = exploration
  const observer = createObserver(exploration)
  const tally: Tally = {
    counts: { passed: 0, failed: 0, 'could-not-tell': 0 },
    findings: [],
    notes: new Set(),
  }
  if (path !== undefined) await repeat(path, exploration, observer, tally)
  else await findAll(exploration, observer, tally)
  const { stopped, broken, isServerLost } = observer.ending
  if (broken !== undefined) throw broken.error
  const { findings, counts, notes } = tally
  return { findings, counts, notes: [...notes], isServerLost, ...defined({ stopped }) }
}

interface Tally {
  readonly counts: Record<Judgement['verdict'], number>
  readonly findings: ProbeFinding[]
  readonly notes: Set<string>
}

function count({ verdict, notes }: Observation, tally: Tally): void {
  tally.counts[verdict]++
  for (const note of notes) tally.notes.add(note)
}

/** Why an exploration is over. */
interface Ending {
  stopped: string | undefined
  /** What no server can be blamed for. */
  broken: { readonly error: unknown } | undefined
  isServerLost: boolean
}

type Observer = ReturnType<typeof createObserver>

/** Makes one call after the other, until there is a reason to stop. */
function createObserver({ tool, caller, known, signal }: Exploration) {
  const ending: Ending = { stopped: undefined, broken: undefined, isServerLost: false }
  let slowCalls = 0
  let restarts = 0

  /** A tool that dies of valid arguments dies of others for the same reason. */
  function isKnown(key: string): boolean {
    return known.has(key) || (key.startsWith('crash ') && known.has('crash '))
  }

  function tire({ isSlow, wasGone }: Observation): void {
    if (isSlow && ++slowCalls === MAX_SLOW_CALLS)
      ending.stopped = `${MAX_SLOW_CALLS} calls took longer than the limit, though the server lived`
    if (wasGone && ++restarts === MAX_RESTARTS)
      ending.stopped ??= `the server had to be started again ${MAX_RESTARTS} times`
  }

  return {
    ending,
    isKnown,
    /** Undefined once it is over. `target` is looked for though it is known; `isAlone`: by a server that nothing else was asked of. */
    async observe(input: ProbeInput, target?: Defect, isAlone = false): Promise<Observation | undefined> {
      if (signal?.aborted) ending.stopped ??= 'the probe was ended'
      if (ending.stopped !== undefined) return undefined
      try {
        if (isAlone) await caller.renew?.()
        const observation = await observeCall(
          caller,
          tool,
          input,
          (key) => key === target?.key || isKnown(key),
        )
        tire(observation)
        return observation
      } catch (error) {
        // Thrown here, fast-check would take it for a counterexample.
        if (!(error instanceof UnderstudyError)) ending.broken ??= { error }
        ending.isServerLost = signal?.aborted !== true
        ending.stopped = ending.isServerLost
          ? `the server is gone: ${firstLine(error)}`
          : 'the probe was ended'
        return undefined
      }
    },
  }
}

/** Looks for one defect after the other, until there is no new one or a reason to stop. */
async function findAll(exploration: Exploration, observer: Observer, tally: Tally): Promise<void> {
  const { ending } = observer
  const tried = new Set<string>()
  for (let from = ''; ending.stopped === undefined; ) {
    const found = await findNext(from, tried, exploration, observer, tally)
    if (found === undefined) break
    exploration.known.add(found.defect.key)
    await confirm(found, exploration, observer, tally)
    from = found.path.split(':', 1).join('')
    if (found.defect.kind === 'hang') ending.stopped ??= 'the server hangs'
    if (tally.findings.length === MAX_FINDINGS) ending.stopped ??= `${MAX_FINDINGS} findings are enough`
  }
}

/**
 * Runs until a defect that is not known is found and shrunk; undefined when there is none. `from` is the run that the last one was
 * found in: there may be more to it.
 */
async function findNext(
  from: string,
  tried: Set<string>,
  { plan, runs, seed }: Exploration,
  { observe, isKnown }: Observer,
  tally: Tally,
): Promise<Found | undefined> {
  let target: Defect | undefined
  let calls = 0
  const property = asyncProperty(new InputArbitrary(plan), async (input) => {
    const isShrinking = target !== undefined
    calls++
    const isResumed = calls === 1 && from !== ''
    if (!isShrinking && !isResumed && !isNew(input, tried)) return
    if (isShrinking && calls > maxShrinks(target)) return
    const observation = await observe(input, target)
    if (observation === undefined) return
    if (!isShrinking && !isResumed) count(observation, tally)
    const hit = observation.defects.find(({ key }) => (isShrinking ? key === target?.key : !isKnown(key)))
    if (hit === undefined) return
    if (!isShrinking) calls = 0
    target = hit
    throw new Error(hit.key)
  })
  const examples = plan.first.map((input): [ProbeInput] => [input])
  const numRuns = Math.max(runs, examples.length) - Number(from === '' ? 0 : from)
  const details = await check(property, { seed, path: from, numRuns, examples })
  return target === undefined ? undefined : foundIn(details, target)
}

/** Some schemas have room for a few values only. */
function isNew({ args }: ProbeInput, tried: Set<string>): boolean {
  const text = JSON.stringify(args)
  return !tried.has(text) && tried.add(text).size > 0
}

/** Tries the one input that a path leads to. */
async function repeat(
  wanted: string,
  { tool, plan, seed }: Exploration,
  { observe }: Observer,
  tally: Tally,
): Promise<void> {
  let isFirst = true
  const property = asyncProperty(new InputArbitrary(plan), async (input) => {
    if (!isFirst) return
    isFirst = false
    const observation = await observe(input)
    if (observation === undefined) return
    count(observation, tally)
    for (const defect of observation.defects) tally.findings.push(findingOf(tool, input, defect, wanted))
  })
  const examples = plan.first.map((input): [ProbeInput] => [input])
  const strayPath = (cause?: unknown): UsageError =>
    new UsageError('USAGE', `Cannot follow the path "${plan.kind}/${wanted}" of "${tool.name}"`, {
      hint: 'it belongs to the seed and to the input schema of the probe that named it',
      cause,
    })
  try {
    await check(property, { seed, path: wanted, examples, numRuns: 1 })
  } catch (cause) {
    throw strayPath(cause)
  }
  // Where the last step leads nowhere fast-check runs nothing, and says nothing.
  if (isFirst) throw strayPath()
}

/** What cannot be seen once more is not told. */
async function confirm(
  { input, defect, path }: Found,
  { tool, caller }: Exploration,
  { observe, ending }: Observer,
  { findings, notes }: Tally,
): Promise<void> {
  const again = (await observe(input, defect, true))?.defects.find(({ key }) => key === defect.key)
  if (again !== undefined) findings.push(findingOf(tool, input, again, path))
  else if (ending.stopped !== undefined && caller.renew === undefined && isSeenTwice(defect, path))
    findings.push(findingOf(tool, input, defect, path))
  else notes.add(`once: ${defect.message}; ${ending.stopped ?? 'not when it was called again'}`)
}

const MAX_SLOW_CALLS = 3
const MAX_RESTARTS = 100
const MAX_FINDINGS = 20

/** A hang costs the time limit, twice. */
function maxShrinks(target: Defect | undefined): number {
  return target?.kind === 'hang' ? 8 : 400
}

/** An end or a hang has been seen on two servers before it counts, and what was shrunk has been seen before. */
function isSeenTwice({ kind }: Defect, path: string): boolean {
  return kind === 'crash' || kind === 'hang' || path.includes(':')
}

interface Found {
  readonly input: ProbeInput
  readonly defect: Defect
  readonly path: string
}

function foundIn(details: RunDetails<[ProbeInput]>, defect: Defect): Found | undefined {
  const [input] = details.counterexample ?? []
  return input === undefined ? undefined : { input, defect, path: details.counterexamplePath ?? '' }
}

function findingOf(
  { name }: ProbedTool,
  input: ProbeInput,
  { kind, pointer, message, said }: Defect,
  path: string,
): ProbeFinding {
  return {
    kind,
    tool: name,
    input: input.kind,
    pointer,
    message,
    arguments: input.args,
    said,
    path: `${input.kind}/${path}`,
  }
}
