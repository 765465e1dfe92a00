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
  const { tool, plan, caller, known, seed, runs, path, signal } = exploration
  const counts = { passed: 0, failed: 0, 'could-not-tell': 0 }
  const findings: ProbeFinding[] = []
  const notes = new Set<string>()
  const tried = new Set<string>()
  let stopped: string | undefined
  let broken: { readonly error: unknown } | undefined
  let isServerLost = false
  let slowCalls = 0
  let restarts = 0

  async function observe(
    input: ProbeInput,
    target?: Defect,
    isAlone = false,
  ): Promise<Observation | undefined> {
    if (signal?.aborted) stopped ??= 'the probe was ended'
    if (stopped !== undefined) return undefined
    try {
      if (isAlone) await caller.renew?.()
      const observation = await observeCall(caller, tool, input, (key) => key === target?.key || isKnown(key))
      if (observation.isSlow && ++slowCalls === MAX_SLOW_CALLS)
        stopped = `${MAX_SLOW_CALLS} calls took longer than the limit, though the server lived`
      if (observation.wasGone && ++restarts === MAX_RESTARTS)
        stopped ??= `the server had to be started again ${MAX_RESTARTS} times`
      return observation
    } catch (error) {
      // Thrown here, fast-check would take it for a counterexample.
      if (!(error instanceof UnderstudyError)) broken ??= { error }
      isServerLost = signal?.aborted !== true
      stopped = isServerLost ? `the server is gone: ${firstLine(error)}` : 'the probe was ended'
      return undefined
    }
  }

  function count({ verdict, notes: more }: Observation): void {
    counts[verdict]++
    for (const note of more) notes.add(note)
  }

  /** A tool that dies of valid arguments dies of others for the same reason. */
  function isKnown(key: string): boolean {
    return known.has(key) || (key.startsWith('crash ') && known.has('crash '))
  }

  /** Some schemas have room for a few values only. */
  function isNew({ args }: ProbeInput): boolean {
    const text = JSON.stringify(args)
    return !tried.has(text) && tried.add(text).size > 0
  }

  /**
   * Runs until a defect that is not known is found and shrunk; undefined when there is none. `from` is the run that the last one was
   * found in: there may be more to it.
   */
  async function findNext(from: string): Promise<Found | undefined> {
    let target: Defect | undefined
    let calls = 0
    const property = asyncProperty(new InputArbitrary(plan), async (input) => {
      const isShrinking = target !== undefined
      calls++
      const isResumed = calls === 1 && from !== ''
      if (!isShrinking && !isResumed && !isNew(input)) return
      if (isShrinking && calls > maxShrinks(target)) return
      const observation = await observe(input, target)
      if (observation === undefined) return
      if (!isShrinking && !isResumed) count(observation)
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

  async function repeat(wanted: string): Promise<void> {
    let isFirst = true
    const property = asyncProperty(new InputArbitrary(plan), async (input) => {
      if (!isFirst) return
      isFirst = false
      const observation = await observe(input)
      if (observation === undefined) return
      count(observation)
      for (const defect of observation.defects) findings.push(findingOf(tool, input, defect, wanted))
    })
    const examples = plan.first.map((input): [ProbeInput] => [input])
    try {
      await check(property, { seed, path: wanted, examples, numRuns: 1 })
    } catch (cause) {
      throw strayPath(wanted, cause)
    }
    // Where the last step leads nowhere fast-check runs nothing, and says nothing.
    if (isFirst) throw strayPath(wanted)
  }

  function strayPath(wanted: string, cause?: unknown): UsageError {
    return new UsageError('USAGE', `Cannot follow the path "${plan.kind}/${wanted}" of "${tool.name}"`, {
      hint: 'it belongs to the seed and to the input schema of the probe that named it',
      cause,
    })
  }

  /** What cannot be seen once more is not told. */
  async function confirm({ input, defect, path }: Found): Promise<void> {
    const again = (await observe(input, defect, true))?.defects.find(({ key }) => key === defect.key)
    if (again !== undefined) findings.push(findingOf(tool, input, again, path))
    else if (stopped !== undefined && caller.renew === undefined && isSeenTwice(defect, path))
      findings.push(findingOf(tool, input, defect, path))
    else notes.add(`once: ${defect.message}; ${stopped ?? 'not when it was called again'}`)
  }

  if (path !== undefined) await repeat(path)
  else
    for (let from = ''; stopped === undefined; ) {
      const found = await findNext(from)
      if (found === undefined) break
      known.add(found.defect.key)
      await confirm(found)
      from = found.path.split(':', 1).join('')
      if (found.defect.kind === 'hang') stopped ??= 'the server hangs'
      if (findings.length === MAX_FINDINGS) stopped ??= `${MAX_FINDINGS} findings are enough`
    }
  if (broken !== undefined) throw broken.error
  return { findings, counts, notes: [...notes], isServerLost, ...defined({ stopped }) }
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
