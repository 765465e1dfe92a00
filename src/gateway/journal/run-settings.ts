/** What the journal keeps of a run to run it again: its clock and its chance too. */
import { defined, isJsonObject, type JsonValue, randomSecret, UsageError } from '../../base/index.js'
import type { Receipt } from '../../plan/index.js'
import type { World } from '../../sandbox/index.js'
import type { PlanChoice } from '../tools/plans.js'

export interface RunSettings {
  readonly fileName: string
  readonly params?: JsonValue | undefined
  readonly intent?: string | undefined
  /** Where the program's time starts; milliseconds since the epoch. */
  readonly startMs: number
  readonly seed: number
  /** Keeps arguments and questions out of their digests. */
  readonly salt: string
  /** What it is bound to: of a run that has spent a receipt. */
  readonly receipt?: Receipt | undefined
  /** Whether it has the clock and chance of its rehearsal: neither can be why it deviates then. */
  readonly asRehearsed?: boolean | undefined
  /** Somebody said yes to all of the receipt before the run was begun. */
  readonly isApproved?: boolean | undefined
}

type BoundSettings = Required<Pick<RunSettings, 'receipt' | 'asRehearsed'>>

/** Chance is drawn once, and again the same. */
export function freshSettings(
  fileName: string,
  { params, intent }: PlanChoice,
  startMs: number,
  bound?: BoundSettings,
): RunSettings {
  const salt = randomSecret()
  return {
    fileName,
    ...defined({ params, intent }),
    ...{ startMs, seed: Number.parseInt(salt.slice(0, 8), 16), salt },
    ...(bound?.asRehearsed === true && bound.receipt !== undefined ? rehearsedWorld(bound.receipt) : {}),
    ...bound,
  }
}

function rehearsedWorld({ seed, starts_at }: Receipt): Pick<RunSettings, 'seed' | 'startMs'> {
  return { seed, startMs: Date.parse(starts_at) }
}

export function writeSettings(settings: RunSettings): string {
  return JSON.stringify({ format: FORMAT, ...settings })
}

/** @throws UsageError RUN_UNKNOWN for what was forgotten, and for what another release wrote */
export function readSettings(id: string, text: string): RunSettings {
  const value: unknown = text === '' ? undefined : JSON.parse(text)
  if (isJsonObject(value) && value.format === FORMAT) return value as unknown as RunSettings
  throw new UsageError('RUN_UNKNOWN', `Cannot go on with the run ${id}: it is over, or of another release`, {
    hint: `understudy runs show ${id} tells what is known of it`,
  })
}

/** The same time and chance whenever it is run: what a program is told hangs on its answers alone. */
export function worldOf({ seed, startMs }: RunSettings): World {
  return { kind: 'virtual', seed, startMs }
}

const FORMAT = 'understudy.journaled-run/1'
