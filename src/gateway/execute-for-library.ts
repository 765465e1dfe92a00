/** `executeCode` and `executeDag` of the library: a choice that cannot be honoured is an error, never another choice. */
import { UsageError } from '../base/index.js'
import type { Report } from '../dryrun/index.js'
import type { GatewayMode } from './choices/index.js'
import type { RehearseChoice, RunChoice } from './gateway.js'
import { refuseUnknown } from './gateway-options.js'
import type { Requester } from './requester.js'
import type { RunReport } from './runs/run-report.js'
import type { BoundChoice, BoundPlan, Plan, Plans } from './tools/plans.js'

export type Execute = (
  doing: string,
  plan: Plan,
  choice: RehearseChoice | RunChoice | undefined,
) => Promise<Report | RunReport>

/** `doing` continues "Cannot". */
export function executeFor(mode: GatewayMode, plans: Plans | undefined, requester: Requester): Execute {
  return async (doing, plan, choice = {}) => {
    const isRehearsal = readDryRun(doing, choice)
    refuseUnknown(choice, isRehearsal ? REHEARSE_OPTIONS : optionsOfRun(choice, doing), doing)
    requester.signal.throwIfAborted()
    const signal =
      choice.signal === undefined ? requester.signal : AbortSignal.any([requester.signal, choice.signal])
    const { dry_run: _, fileName = plan.fileName, ...given } = choice
    if (plans === undefined)
      throw refusedByMode(mode, doing, 'it hands calls on, and neither rehearses nor runs plans')
    if (isRehearsal)
      return (await plans.rehearse({ ...plan, fileName }, { ...given, signal }, requester)).report
    if (plans.run === undefined)
      throw refusedByMode(mode, `${doing} for real`, 'it only rehearses: say so with dry_run: true')
    return (await plans.run({ ...plan, fileName }, { ...given, signal }, requester)).report
  }
}

export function runBoundFor(
  mode: GatewayMode,
  plans: Plans | undefined,
  requester: Requester,
): (bound: string | BoundPlan, choice?: BoundChoice) => Promise<RunReport> {
  const doing = 'run a plan by a receipt'
  return async (bound, choice = {}) => {
    refuseUnknown(choice, BOUND_OPTIONS, doing)
    requester.signal.throwIfAborted()
    const signal =
      choice.signal === undefined ? requester.signal : AbortSignal.any([requester.signal, choice.signal])
    if (plans?.runBound === undefined) throw refusedByMode(mode, doing, 'it makes no real runs')
    const named = typeof bound === 'string' ? { id: bound } : bound
    return (await plans.runBound(named, { ...choice, signal }, requester)).report
  }
}

/** Callers in JavaScript have no types: only true and false are what they seem. */
function readDryRun(doing: string, choice: { readonly dry_run?: unknown }): boolean {
  if (typeof choice !== 'object' || choice === null)
    throw new UsageError('USAGE', `Cannot ${doing}: the options are an object, such as { dry_run: true }`)
  const { dry_run: dryRun } = choice
  if (!Object.hasOwn(choice, 'dry_run') || dryRun === false) return false
  if (dryRun === true) return true
  throw new UsageError('USAGE', `Cannot ${doing}: dry_run must be true or false, found ${String(dryRun)}`)
}

const RUN_OPTIONS = ['dry_run', 'fileName', 'intent', 'params', 'signal', 'onTrace', 'onListed']
const REHEARSE_OPTIONS = [...RUN_OPTIONS, 'seed', 'runs', 'faults', 'now', 'stale', 'onReceipt']
const BOUND_OPTIONS = ['intent', 'params', 'signal', 'onTrace', 'onListed', 'asRehearsed', 'isApproved']

function optionsOfRun(choice: object, doing: string): readonly string[] {
  const ofRehearsal = Object.keys(choice).find(
    (name) => REHEARSE_OPTIONS.includes(name) && !RUN_OPTIONS.includes(name),
  )
  if (ofRehearsal === undefined) return RUN_OPTIONS
  throw new UsageError('USAGE', `Cannot ${doing} for real with the option "${ofRehearsal}"`, {
    hint: 'it belongs to a rehearsal: add dry_run: true, or leave it out',
  })
}

function refusedByMode(mode: GatewayMode, doing: string, why: string): UsageError {
  return new UsageError('MODE_REFUSES', `Cannot ${doing} by a gateway in the mode "${mode}"`, { hint: why })
}
