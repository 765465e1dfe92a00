/** What `execute_code` and `execute_dag` have in common: how their arguments look, and how they are read. */
import { defined, type JsonObject, shorten, UsageError } from '../../base/index.js'
import { MAX_RUNS } from '../../dryrun/index.js'
import type { OwnArguments } from './own-arguments.js'
import type { PlanChoice, Plans, RehearsalChoice } from './plans.js'

export const EXECUTE_ARGUMENTS = ['intent', 'dry_run', 'params', 'seed', 'runs', 'faults', 'stale'] as const

/** Where the mode has neither real runs nor rehearsals of clients, `dry_run` can be nothing but true, and has to be said. */
export function executeProperties({ run, inRehearsal }: Plans): JsonObject {
  const dryRun =
    run === undefined
      ? inRehearsal === undefined
        ? { const: true, description: 'This gateway only rehearses: true' }
        : {
            type: 'boolean',
            default: false,
            description:
              'true: rehearse it in a world of its own, for its report alone. false: run it in your rehearsal, where it sees what your calls did, and they what it does',
          }
      : {
          type: 'boolean',
          default: false,
          description:
            'true: rehearse, touching nothing. false: run for real, which may need a receipt: see run_plan',
        }
  return {
    intent: { type: 'string', maxLength: MAX_INTENT, description: 'What it is for: a label' },
    dry_run: dryRun,
    params: { description: 'Any JSON; a program has it as `params`' },
    seed: {
      type: 'integer',
      minimum: 0,
      description: 'Rehearsals: of chance and of values that are made up',
    },
    runs: { type: 'integer', minimum: 1, maximum: MAX_RUNS, description: 'Rehearsals: with so many seeds' },
    faults: {
      type: 'boolean',
      default: false,
      description: 'Rehearsals: let each call fail in turn, and tell what that leaves half done',
    },
    stale: {
      type: 'boolean',
      default: true,
      description:
        'Rehearsals: whether recordings that may be out of date answer; the verdict never rests on them',
    },
  }
}

export function executeRequired({ run, inRehearsal }: Plans): readonly string[] {
  return run === undefined && inRehearsal === undefined ? ['dry_run'] : []
}

export type ExecuteChoice =
  | { readonly kind: 'rehearse'; readonly choice: RehearsalChoice }
  | { readonly kind: 'run'; readonly choice: PlanChoice }

/**
 * A choice that cannot be honoured is an error, never another choice.
 * @throws UsageError USAGE, MODE_REFUSES
 */
export function readExecuteChoice(tool: string, args: OwnArguments, plans: Plans): ExecuteChoice {
  const intent = args.text('intent')
  const params = args.any('params')
  const seed = args.integer('seed', { min: 0, max: Number.MAX_SAFE_INTEGER - MAX_RUNS })
  const runs = args.integer('runs', { min: 1, max: MAX_RUNS })
  const faults = args.flag('faults')
  const stale = args.flag('stale')
  const choice: PlanChoice = {
    ...(intent === undefined ? {} : { intent: shorten(intent, MAX_INTENT) }),
    ...defined({ params }),
  }
  if (args.flag('dry_run') === true)
    return {
      kind: 'rehearse',
      choice: {
        ...choice,
        ...defined({ seed, runs, faults, stale }),
      },
    }
  if (plans.run === undefined && plans.inRehearsal === undefined) throw refusedRun(tool)
  const [ofRehearsal] =
    Object.entries({ seed, runs, faults, stale }).find(([, value]) => value !== undefined) ?? []
  if (ofRehearsal !== undefined)
    throw new UsageError('USAGE', `Cannot call ${tool} without dry_run with ${ofRehearsal}`, {
      hint: 'it belongs to a rehearsal of the plan alone: with dry_run true, or leave it out',
    })
  return { kind: 'run', choice }
}

/** The mode has no real runs. */
function refusedRun(tool: string): UsageError {
  return new UsageError('MODE_REFUSES', `Cannot call ${tool} for real: this gateway only rehearses`, {
    hint: 'say so with dry_run: true; nothing was run',
  })
}

const MAX_INTENT = 1_000
