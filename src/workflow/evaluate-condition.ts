/** Whether the condition of a task holds. */
import { isSameJson, type JsonValue } from '../base/index.js'
import { parseTemplate, wholeReference } from './reference.js'
import { lookUp, type Outputs, resolveValue } from './resolve-value.js'
import type { Comparison, Condition } from './workflow.js'

export type Verdict =
  | { readonly kind: 'true' }
  | { readonly kind: 'false'; readonly why: string }
  /** It hangs on an unknown value. */
  | { readonly kind: 'unknown' }
  /** It cannot be decided: a reference points nowhere, or the two sides cannot be compared. */
  | { readonly kind: 'failed'; readonly why: string }

/** All comparisons must hold: one failure fails all, else one false is false, else one unknown leaves it unknown. */
export function evaluateCondition(condition: Condition, outputs: Outputs, watch?: WatchComparison): Verdict {
  const verdicts = condition.map((comparison) => compare(comparison, outputs, watch))
  const strongest = (['failed', 'false', 'unknown'] as const)
    .map((kind) => verdicts.find((verdict) => verdict.kind === kind))
    .find((verdict) => verdict !== undefined)
  return strongest ?? HOLDS
}

/** Is told of each comparison that could be decided: what stood on its two sides (undefined: nothing), and how it came out. */
export type WatchComparison = (
  comparison: Comparison,
  sides: readonly [left: JsonValue | undefined, right: JsonValue],
  outcome: boolean,
) => void

const HOLDS: Verdict = { kind: 'true' }

function compare(
  comparison: Comparison,
  outputs: Outputs,
  watch: WatchComparison = () => undefined,
): Verdict {
  const { left, operator, right } = comparison
  const reference = wholeReference(parseTemplate(left))
  if (reference === undefined) return { kind: 'failed', why: `${left} is no reference` }
  const found = lookUp(reference, outputs)
  const wanted = resolveValue(right, outputs)
  if (wanted.kind === 'failed') return wanted
  const text = `${left} ${operator} ${JSON.stringify(right)}`
  if (found.kind === 'unknown' && reference.path.length > 0) return { kind: 'unknown' }
  if (wanted.unknownAt.length > 0) return { kind: 'unknown' }
  if (operator === 'exists') {
    if (typeof wanted.value !== 'boolean')
      return undecided(`${text} needs true or false, not ${typeName(wanted.value)}`)
    const isThere = found.kind !== 'nothing'
    watch(comparison, [found.kind === 'value' ? found.value : undefined, wanted.value], isThere)
    return verdictOf(isThere === wanted.value, text)
  }
  if (found.kind === 'unknown') return found
  if (found.kind === 'nothing') return undecided(found.why)
  const holds = OPERATORS[operator](found.value, wanted.value)
  if (holds !== undefined) watch(comparison, [found.value, wanted.value], holds)
  return holds === undefined
    ? undecided(`${text} compares ${typeName(found.value)} with ${typeName(wanted.value)}`)
    : verdictOf(holds, text)
}

function undecided(why: string): Verdict {
  return { kind: 'failed', why: `its condition cannot be decided: ${why}` }
}

function verdictOf(holds: boolean, text: string): Verdict {
  return holds ? HOLDS : { kind: 'false', why: `its condition is false: ${text}` }
}

/** Undefined: the two cannot be compared this way. Nothing is converted, unlike in JavaScript. */
type Compare = (left: JsonValue, right: JsonValue) => boolean | undefined

const OPERATORS: Readonly<Record<Exclude<Comparison['operator'], 'exists'>, Compare>> = {
  '==': isSameJson,
  '!=': (left, right) => !isSameJson(left, right),
  '>': ordered((order) => order > 0),
  '>=': ordered((order) => order >= 0),
  '<': ordered((order) => order < 0),
  '<=': ordered((order) => order <= 0),
  in: (left, right) => {
    if (Array.isArray(right)) return right.some((item: JsonValue) => isSameJson(left, item))
    return typeof right === 'string' && typeof left === 'string' ? right.includes(left) : undefined
  },
}

/** Numbers by size, strings by UTF-16 code units. */
function ordered(accepts: (order: number) => boolean): Compare {
  return (left, right) => {
    const bothNumbers = typeof left === 'number' && typeof right === 'number'
    const bothStrings = typeof left === 'string' && typeof right === 'string'
    return bothNumbers || bothStrings ? accepts(left < right ? -1 : left > right ? 1 : 0) : undefined
  }
}

function typeName(value: JsonValue): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
