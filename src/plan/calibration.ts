/** What rehearsals said, held against what the real runs by their receipts came to. */
import { groupBy, isJsonObject, parseJson } from '../base/index.js'
import { type Source, splitToolRef, type ToolRef } from '../call/index.js'

/** How a call went beside what was said of it; absent where nothing was said. */
export interface AsSaid {
  readonly outcome: boolean
  /** Which members the answer has. */
  readonly shape?: boolean
  readonly value?: boolean
}

/** How one run went: kept when its answers are forgotten, and holds none of them. */
export interface Went {
  readonly verdict: 'pass' | 'uncertain'
  /** It completed, made every effect, and each call ended as in the rehearsal. */
  readonly as_said: boolean
  /** One for each tool and each source of what was said of it. */
  readonly calls: readonly WentCalls[]
}

export interface WentCalls {
  readonly tool: ToolRef
  readonly source: Source
  readonly calls: number
  /** Of these, how many ended as said, and, of those of which that was said, with that shape and that value. */
  readonly outcome: Share
  readonly shape: Share
  readonly value: Share
}

/** So many of so many. */
export interface Share {
  readonly as_said: number
  readonly of: number
}

/** What is known of one call of a run once it is over. */
export interface ComparedCall {
  readonly tool: ToolRef
  readonly source: Source
  readonly same: AsSaid
}

export function howItWent(
  verdict: Went['verdict'],
  hasCompleted: boolean,
  calls: readonly ComparedCall[],
): Went {
  const groups = groupBy(calls, ({ source, tool }) => `${source} ${tool}`)
  return {
    verdict,
    as_said: hasCompleted && calls.every(({ same }) => same.outcome),
    calls: [...groups.values()].flatMap((group) => {
      const [first] = group
      if (first === undefined) return []
      const share = (what: keyof AsSaid): Share =>
        total(group.flatMap(({ same }) => (same[what] === undefined ? [] : [same[what]])))
      const { tool, source } = first
      return {
        ...{ tool, source, calls: group.length },
        ...{ outcome: share('outcome'), shape: share('shape'), value: share('value') },
      }
    }),
  }
}

/** Undefined for what another release wrote. */
export function readWent(text: string): Went | undefined {
  const value = parseJson(text, 'how a run went')
  if (!isJsonObject(value) || value.format !== FORMAT) return undefined
  // It is sealed, and was written by `writeWent`.
  return value as unknown as Went
}

export function writeWent(went: Went): string {
  return JSON.stringify({ format: FORMAT, ...went })
}

export interface Calibration {
  readonly format: typeof CALIBRATION_FORMAT
  /** Of the runs of rehearsals that were called so. */
  readonly runs: Readonly<Record<Went['verdict'], Share>>
  /** Of their calls. */
  readonly servers: Readonly<Record<string, CallShares>>
  readonly sources: Readonly<Record<string, CallShares>>
}

export type CallShares = Pick<WentCalls, 'outcome' | 'shape' | 'value'>

export interface CalibrationFilter {
  /** Only runs that called it, and only its calls. */
  readonly server?: string | undefined
  readonly source?: string | undefined
}

export function calibrate(all: readonly Went[], { server, source }: CalibrationFilter = {}): Calibration {
  const isMeant = (calls: WentCalls): boolean =>
    (server === undefined || serverOf(calls) === server) && (source === undefined || calls.source === source)
  const isEverything = server === undefined && source === undefined
  const runs = all.filter(({ calls }) => isEverything || calls.some(isMeant))
  const calls = runs.flatMap((went) => went.calls.filter(isMeant))
  const called = (verdict: Went['verdict']): Share =>
    total(runs.filter((went) => went.verdict === verdict).map(({ as_said: asSaid }) => asSaid))
  return {
    format: CALIBRATION_FORMAT,
    runs: { pass: called('pass'), uncertain: called('uncertain') },
    servers: sharesBy(calls, serverOf),
    sources: sharesBy(calls, (each) => each.source),
  }
}

function sharesBy(calls: readonly WentCalls[], keyOf: (calls: WentCalls) => string): Calibration['servers'] {
  const names = [...new Set(calls.map(keyOf))].sort()
  const sum = (some: readonly WentCalls[], what: keyof CallShares): Share => ({
    as_said: some.reduce((so, each) => so + each[what].as_said, 0),
    of: some.reduce((so, each) => so + each[what].of, 0),
  })
  return Object.fromEntries(
    names.map((name) => {
      const some = calls.filter((each) => keyOf(each) === name)
      return [name, { outcome: sum(some, 'outcome'), shape: sum(some, 'shape'), value: sum(some, 'value') }]
    }),
  )
}

function serverOf({ tool }: WentCalls): string {
  return splitToolRef(tool).server
}

function total(said: readonly boolean[]): Share {
  return { as_said: said.filter(Boolean).length, of: said.length }
}

const FORMAT = 'understudy.went/1'
const CALIBRATION_FORMAT = 'understudy.calibration/1'
