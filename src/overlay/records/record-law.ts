/**
 * Servers of which nobody knows more than what the user says their tools read and write: a record that was made or changed answers with
 * what it was given. That is a rule which is taken for granted, and whatever a server may make itself is invented.
 */
import {
  isJsonArray,
  isJsonObject,
  isSameJson,
  type JsonObject,
  type JsonValue,
  toPointer,
} from '../../base/index.js'
import { type Answer, outcomeValue, type Source } from '../../call/index.js'
import type { Act, Law, RoleCall, Told } from '../law.js'

/** Roles: `create`, `update`, `get`, `list`. */
export const recordLaw: Law = {
  answer(call, acts, _ask, below) {
    const own = acts.filter(({ record }) => record?.collection === call.record?.collection)
    return Promise.resolve(tell(call, own, below))
  },
}

const AS_GIVEN = 'a record answers with what it was given'

function tell({ role, record }: RoleCall, acts: readonly Act[], below: Answer): Told | undefined {
  if (acts.length === 0 || acts.some(({ isDone }) => !isDone) || below.outcome.kind !== 'result')
    return undefined
  const created = acts.filter((act) => act.role === 'create').map(createdRecord)
  const known = created.filter((each) => each !== undefined)
  if (known.length < created.length || below.unknown === true) return undefined
  const value = outcomeValue(below.outcome)
  // In a variant the overlay's own answer stands for what was recorded.
  const isRecorded = RECORDED.has(below.provenance.source) && below.provenance.stale !== true
  if (role === 'get') return gotten(record, { acts, known, value, isRecorded }, below)
  // Where a list has what is new, and whether it has it on this page, nobody knows.
  return undefined
}

const RECORDED: ReadonlySet<Source> = new Set(['recording', 'live', 'overlay'])

interface CreatedRecord {
  readonly key: string
  readonly id: JsonValue
  readonly given: JsonObject
  /** What it answered when it was made. */
  readonly said: JsonObject
}

/** Undefined where its answer does not say which one it is. */
function createdRecord({ args, record, value }: Act): CreatedRecord | undefined {
  if (!isJsonObject(value)) return undefined
  const keys = ['id', 'key', 'number', 'uuid'].filter((key) => isName(value[key]))
  const [key] = keys
  const id = key === undefined ? undefined : value[key]
  return key === undefined || keys.length > 1 || id === undefined
    ? undefined
    : { key, id, given: ownArguments({ args, record }), said: value }
}

interface KnownRecords {
  readonly acts: readonly Act[]
  readonly known: readonly CreatedRecord[]
  readonly value: JsonValue
  readonly isRecorded: boolean
}

function gotten(
  record: RoleCall['record'],
  { acts, known, value, isRecorded }: KnownRecords,
  below: Answer,
): Told | undefined {
  const id = record?.id
  if (id === undefined || !isName(id) || !isJsonObject(value)) return undefined
  const made = known.find((each) => isSameName(each.id, id))
  const updates = acts.filter((act) => act.role === 'update' && isSameName(act.record?.id, id))
  // Of another record than was changed: that the writes are elsewhere, the user says, and what was said before stands as it was said.
  if (made === undefined && updates.length === 0)
    return isRecorded && known.length > 0 ? { outcome: below.outcome, supposes: AS_GIVEN } : undefined
  // Nothing but its name: it may have been closed, or removed.
  if (updates.some((act) => Object.keys(ownArguments(act)).length === 0)) return undefined
  if (made === undefined && !isRecorded) return undefined
  const given = givenBy(updates, made, isRecorded ? value : {})
  return laidOver(value, { given, id, key: made?.key ?? record?.key ?? 'id' })
}

/**
 * What the record was given that it did not have. What it had already, an update may name for the server to hold it against, and to count
 * on from there: a version, an etag. What stands there then nobody knows.
 */
function givenBy(updates: readonly Act[], made: CreatedRecord | undefined, recorded: JsonObject): JsonObject {
  const given = new Map(Object.entries(made?.given ?? {}))
  const had = new Map(Object.entries({ ...recorded, ...made?.given, ...made?.said }))
  for (const update of updates) {
    for (const [name, each] of Object.entries(ownArguments(update))) {
      if (had.has(name) && isSameJson(had.get(name), each)) given.delete(name)
      else given.set(name, each)
      had.set(name, each)
    }
    for (const [name, each] of Object.entries(isJsonObject(update.value) ? update.value : {}))
      had.set(name, each)
  }
  return Object.fromEntries(given)
}

interface LaidRecord {
  readonly given: JsonObject
  readonly id: JsonValue
  readonly key: string
}

/** Only what the answer has, too, and of the same kind; undefined where it does not name the record. */
function laidOver(value: JsonObject, { given, id, key }: LaidRecord): Told | undefined {
  if (!Object.hasOwn(value, key)) return undefined
  const laid = Object.entries(given).filter(([name, each]) => name !== key && isAlike(value[name], each))
  const record = { ...value, ...Object.fromEntries(laid), [key]: id }
  const known = new Set([key, ...laid.map(([name]) => name)])
  const inventedAt = Object.keys(record)
    .filter((name) => !known.has(name))
    .map((name) => toPointer([name]))
  return {
    outcome: {
      kind: 'result',
      content: [{ type: 'text', text: JSON.stringify(record) }],
      structured: record,
    },
    ...(inventedAt.length === 0 ? {} : { inventedAt }),
    supposes: AS_GIVEN,
    mayGrow: true,
  }
}

function ownArguments({ args, record }: Pick<Act, 'args' | 'record'>): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([name]) => name !== record?.key))
}

function isName(value: JsonValue | undefined): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}

function isSameName(a: JsonValue | undefined, b: JsonValue): boolean {
  return isSameJson(a, b) || String(a) === String(b)
}

/** Null says of no kind that it cannot stand there. */
function isAlike(a: JsonValue | undefined, b: JsonValue): boolean {
  if (a === null || b === null) return a !== undefined
  return a !== undefined && typeof a === typeof b && isJsonArray(a) === isJsonArray(b)
}
