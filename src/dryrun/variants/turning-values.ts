/** What would turn a condition, if it stood in the place of one of its operands. */
import { isJsonObject, isSameJson, type JsonValue } from '../../base/index.js'
import { createSchemaCompiler } from '../../schema/index.js'
import { type Decision, hasKind, type OpenCondition } from './conditions.js'

/** An operand, what it is held against, and what would turn the condition if it stood in the operand's place. */
export interface Target {
  /** Which of the operands it is, or is a part of. */
  readonly side: number
  readonly operand: JsonValue | undefined
  readonly values: readonly (JsonValue | undefined)[]
}

/** Of an operand that never moved, while another one did, nothing can be made. */
export function targetsOf(open: OpenCondition): Target[] {
  const { decision, others, isMoved } = open
  const moves = (side: number): boolean =>
    others.some((each) => !isSameJson(each.decision.operands[side], decision.operands[side]))
  return allTargets(open).filter(({ side }) => !isMoved || moves(side))
}

function allTargets(open: OpenCondition): Target[] {
  const { kind, outcome, operands } = open.decision
  const [left, right] = operands
  switch (kind) {
    case '===':
    case '==':
    case '!==':
    case '!=':
      return [
        { side: 0, operand: left, values: [right] },
        { side: 1, operand: right, values: [left] },
      ]
    case '<':
    case '<=':
    case '>':
    case '>=':
      return [
        {
          side: 0,
          operand: left,
          values: acrossOf(right, operandsOf(open, 0)).filter(
            (each) => isBefore(kind, each, right) !== outcome,
          ),
        },
        {
          side: 1,
          operand: right,
          values: acrossOf(left, operandsOf(open, 1)).filter(
            (each) => isBefore(kind, left, each) !== outcome,
          ),
        },
      ]
    case 'truth':
      return [{ side: 0, operand: left, values: outcome ? ['', 0, false, null, undefined] : ['x', 1, true] }]
    case 'nullish':
      return [{ side: 0, operand: left, values: outcome ? ['x', 1, true, {}] : [null, undefined] }]
    case 'isFinite':
    case 'isNaN':
      // No answer has a number for which they say anything else.
      return [{ side: 1, operand: right, values: typeof right === 'string' ? ['x', '7'] : [] }]
    default:
      return targetsOfMethod(left, right)
  }
}

function operandsOf({ decision, others }: OpenCondition, side: number): readonly (JsonValue | undefined)[] {
  return [decision, ...others.map((each) => each.decision)].map(({ operands }) => operands[side])
}

/** The value, both sides of it near by and far away, and the next ones of what was seen to come in steps. */
function acrossOf(limit: JsonValue | undefined, seen: readonly (JsonValue | undefined)[]): JsonValue[] {
  if (typeof limit === 'string') return [limit, `${limit}~`, '']
  if (typeof limit !== 'number') return []
  const step = seen.reduce<number>(
    (each, value) => (typeof value === 'number' ? gcd(each, Math.abs(value)) : each),
    0,
  )
  const [below, above] = [Math.floor(limit / step) * step, Math.ceil(limit / step) * step]
  const nearby = Math.abs(limit) * 1e-9
  const all = [
    ...[limit, limit + 1, limit - 1, Math.floor(limit), Math.ceil(limit), limit + nearby, limit - nearby],
    ...[below, above, below - step, above + step],
    ...[-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, -Number.MAX_VALUE, Number.MAX_VALUE],
  ]
  return all.filter((each, i) => Number.isFinite(each) && all.indexOf(each) === i)
}

/** Of whole numbers; 0 where there is none. */
function gcd(a: number, b: number): number {
  return Number.isSafeInteger(a) && Number.isSafeInteger(b) ? (b === 0 ? a : gcd(b, a % b)) : 0
}

/** As the language compares two numbers, or two texts. */
function isBefore(kind: string, left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  const [a, b] = [left as number, right as number]
  if (kind === '<') return a < b
  if (kind === '<=') return a <= b
  return kind === '>' ? a > b : a >= b
}

function targetsOfMethod(subject: JsonValue | undefined, asked: JsonValue | undefined): Target[] {
  const pattern = hasKind(subject, 'regex') ? subject : hasKind(asked, 'regex') ? asked : undefined
  if (pattern !== undefined) {
    const text = pattern === subject ? asked : subject
    const samples = samplesOf(pattern)
    const around =
      typeof text === 'string' ? samples.flatMap((each) => [`${text}${each}`, `${each}${text}`]) : []
    return [{ side: pattern === subject ? 1 : 0, operand: text, values: [...samples, ...around, ''] }]
  }
  if (typeof asked === 'number' && hasKind(subject, 'function'))
    return [{ side: 1, operand: asked, values: [asked + 0.5, asked - 0.5, Math.trunc(asked)] }]
  const members = membersOf(subject)
  if (members !== undefined) {
    const intoSubject = members.map((each): Target => ({ side: 0, operand: each, values: [asked] }))
    return [
      { side: 1, operand: asked, values: members.slice(0, MOST_MEMBERS) },
      { side: 0, operand: subject, values: [asked] },
      ...intoSubject.slice(0, 3),
    ]
  }
  if (typeof subject !== 'string' || typeof asked !== 'string')
    return [{ side: 0, operand: subject, values: [asked] }]
  return [
    {
      side: 0,
      operand: subject,
      values: [
        `${asked}${subject}`,
        `${subject}${asked}`,
        `${subject}${asked}${subject}`,
        asked,
        `x${asked}`,
      ],
    },
    { side: 1, operand: asked, values: [subject, subject.slice(0, 1), subject.slice(-1), ''] },
  ]
}

function membersOf(subject: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (!isJsonObject(subject) || !Array.isArray(subject.items)) return undefined
  return subject.items
}

/** Texts that a regular expression accepts. */
function samplesOf(pattern: JsonValue): JsonValue[] {
  const source = isJsonObject(pattern) ? pattern.source : undefined
  if (typeof source !== 'string') return []
  const compilation = createSchemaCompiler().compile({ type: 'string', pattern: source })
  if (compilation.kind !== 'compiled') return []
  return [1, 2, 3].flatMap((seed) => {
    const generated = compilation.schema.generate({ seed })
    return generated.kind === 'value' ? [generated.value] : []
  })
}

/** Whether what a condition is aimed with is all that could turn it, and not a sample of that. */
export function areAll({ kind, outcome, operands: [left, right] }: Decision): boolean {
  switch (kind) {
    case '===':
    case '!==':
      return true
    case '==':
    case '!=':
      return typeof left === typeof right
    case '<':
    case '<=':
    case '>':
    case '>=':
      return typeof left === 'number' && typeof right === 'number'
    case 'truth':
      return outcome
    case 'nullish':
      return !outcome
    case 'isInteger':
    case 'isSafeInteger':
      return outcome
    case 'isFinite':
      return outcome && typeof right === 'number'
    case 'isNaN':
      return !outcome && typeof right === 'number'
    case 'includes':
    case 'has':
    case 'get':
    case 'indexOf': {
      const members = membersOf(left)
      return members !== undefined && members.length <= MOST_MEMBERS
    }
    default:
      return false
  }
}

const MOST_MEMBERS = 8
