/** A rehearsal for the person who decides on it: what was tried, what it would change, and whether it can be done for real. */
import { defined, type JsonObject, type JsonValue } from '../../base/index.js'
import {
  type Outcome,
  outcomeText,
  outcomeValue,
  type Source,
  type ToolRef,
  toolRef,
} from '../../call/index.js'
import { describeChanges, type FileEffect } from '../../dryrun/index.js'
import type { JournaledRun } from '../../journal/index.js'
import type { Redactor } from '../../recording/index.js'
import type { NotAppliable, Sequence } from '../../sequence/index.js'
import type { Assessment } from './assess.js'
import { changedFiles, type RecordedCall, type RehearsalRecord } from './rehearsal-record.js'

const REHEARSAL_FORMAT = 'understudy.rehearsal/1'

/** Field names are stable. Secrets are replaced. */
export interface RehearsalReport {
  readonly format: typeof REHEARSAL_FORMAT
  readonly id: string
  /** As the client calls itself. */
  readonly client: string
  /** ISO 8601. */
  readonly created_at: string
  /**
   * `open`: it goes on, or nobody has looked whether it can be applied. `waiting`: it can be, and waits for a yes. `not_appliable`: it
   * cannot, see reasons. `begun`: somebody said yes, and it has not come to its end: the journal has the run.
   */
  readonly state: 'open' | 'waiting' | 'not_appliable' | 'begun' | 'applied'
  /** Call by call, why it cannot be applied. */
  readonly reasons: readonly NotAppliable[]
  readonly calls: readonly RehearsedCall[]
  /** Calls that the rules refused before a server was asked: they are no part of it. */
  readonly refused: number
  /** What it would change on the disk in the end; what is lost comes first. */
  readonly files: readonly FileEffect[]
  /** Numbers of calls that may change something and moved no file: what they did cannot be taken back by files. */
  readonly no_way_back: readonly number[]
  /** The calls as a plan, where they are one. */
  readonly plan?: Sequence
}

export interface RehearsedCall {
  readonly call: number
  readonly tool: ToolRef
  readonly arguments: JsonObject | null
  /** Absent for one that may change something. */
  readonly read?: true
  /** Calls of one number were under way at once. */
  readonly together?: number
  readonly source: Source
  readonly outcome: Outcome['kind']
  /** What the client got. */
  readonly value: JsonValue
  /** Paths of what moved meanwhile. */
  readonly changed: readonly string[]
}

export function reportRehearsal(
  record: RehearsalRecord,
  assessment: Assessment | undefined,
  {
    state,
    redactor,
    isNew = false,
  }: {
    readonly state: JournaledRun['state']
    readonly redactor: Redactor
    /** It was found out just now. */
    readonly isNew?: boolean
  },
): RehearsalReport {
  const { id, title, createdAt, calls, refused } = record
  const files = describeChanges(changedFiles(record), { redactor })
  return {
    ...redactor.redact({
      ...({ format: REHEARSAL_FORMAT, id, client: title, created_at: createdAt } as const),
      state: stateOf(state, assessment, isNew),
      reasons: assessment?.kind === 'not-appliable' ? assessment.reasons : [],
      calls: calls.map(told),
      refused,
      no_way_back: calls.filter(hasNoWayBack).map(({ n }) => n),
      ...(assessment?.kind === 'appliable' ? { plan: assessment.sequence } : {}),
    }),
    files,
  }
}

function stateOf(
  state: JournaledRun['state'],
  assessment: Assessment | undefined,
  isNew: boolean,
): RehearsalReport['state'] {
  if (state === 'done') return 'applied'
  if (assessment?.kind === 'appliable' && state !== 'waiting' && !isNew) return 'begun'
  if (assessment === undefined) return 'open'
  return assessment.kind === 'appliable' ? 'waiting' : 'not_appliable'
}

function hasNoWayBack({ isRead, answer, changes }: RecordedCall): boolean {
  return !isRead && answer.outcome.kind === 'result' && !changes.some(({ isInRoot }) => isInRoot)
}

function told(call: RecordedCall): RehearsedCall {
  const { n, answer, isRead, together, changes } = call
  const { outcome, provenance } = answer
  return {
    ...{ call: n, tool: toolRef(call), arguments: call.arguments ?? null },
    ...(isRead ? { read: true } : {}),
    ...defined({ together }),
    ...{ source: provenance.source, outcome: outcome.kind },
    value: outcome.kind === 'result' ? outcomeValue(outcome) : outcomeText(outcome),
    changed: changes.flatMap(({ path, isInRoot }) => (isInRoot ? [path] : [])),
  }
}
