/** Looks for a value that proves a refusal: one that the first schema takes and the second does not, by their validators. */
import { isJsonObject, type JsonValue } from '../../base/index.js'
import type { Schema, SchemaDocument } from '../canonical/canonical-schema.js'
import { type Checker, createChecker } from '../check/create-checker.js'
import { generateValue } from '../generate/generate-value.js'
import { referenceHeights } from '../generate/reference-heights.js'
import type { PatternSet } from '../pattern/pattern-set.js'
import { MAX_CHECK_STEPS } from './fits.js'
import type { Refusal } from './refusal.js'

/** A witness of the refusal; undefined when none was found. The same for the same refusal. */
export type WitnessSearch = (refusal: Refusal) => JsonValue | undefined

export function createWitnessSearch(
  accepting: SchemaDocument,
  refusing: SchemaDocument,
  patterns: PatternSet,
): WitnessSearch {
  const definitions = new Map([...accepting.definitions, ...refusing.definitions])
  const heights = referenceHeights({ root: accepting.root, definitions, origins: new Map() })
  const checker = (document: SchemaDocument) =>
    createChecker({ document, patterns, maxSteps: MAX_CHECK_STEPS, errors: 'first' })
  const [accepts, refuses] = [checker(accepting), checker(refusing)]
  let checks = MAX_CHECKS
  const generate = (focus: Schema, seed: number, verdict: Verdict) => {
    const witness: Schema = { allOf: [focus, { ref: accepting.root }] }
    const document = {
      root: ROOT,
      definitions: new Map([...definitions, [ROOT, witness]]),
      origins: new Map(),
    }
    return generateValue({ document, patterns, heights, seed, maxSteps: MAX_GENERATE_STEPS, verdict })
  }
  return ({ focuses, proof }) => {
    const proves = checker({
      root: ROOT,
      definitions: new Map([...definitions, [ROOT, proof()]]),
      origins: new Map(),
    })
    const judge = verdictBy(accepts, refuses, proves)
    const verdict: Verdict = (value) => (checks-- > 0 ? judge(value) : 'gave-up')
    for (const seed of SEEDS)
      for (const focus of focuses().slice(0, MAX_FOCUSES)) {
        const found = generate(focus, seed, verdict)
        if (found.kind === 'value') return shrinkWitness(found.value, (value) => verdict(value) === 'holds')
      }
    return undefined
  }
}

type Verdict = (value: JsonValue) => 'holds' | 'fails' | 'gave-up'

/** A witness is taken by the first schema, refused by the second, and shows what it stands for. */
function verdictBy(accepts: Checker, refuses: Checker, proves: Checker): Verdict {
  return (value) => {
    const results = [accepts(value), proves(value), refuses(value)].map((result) =>
      result.kind === 'gave-up' ? undefined : result.errors.length === 0,
    )
    if (results.includes(undefined)) return 'gave-up'
    const [isAccepted, isProof, isTaken] = results
    return isAccepted === true && isProof === true && isTaken === false ? 'holds' : 'fails'
  }
}

const ROOT = 'witness'
const MAX_GENERATE_STEPS = 5_000
const MAX_FOCUSES = 24
/** Values looked at for all refusals together; fifty real ones take a few hundred. */
const MAX_CHECKS = 2_000
const SEEDS = [1, 2, 3]

/**
 * Makes a witness small enough to read: what can be left out is left out.
 * A value that still shows what the first one showed, with as few members and items as were found in a limited number of tries.
 */
function shrinkWitness(witness: JsonValue, isWitness: (value: JsonValue) => boolean): JsonValue {
  let tries = MAX_TRIES
  const shrink = (value: JsonValue, rebuild: (part: JsonValue) => JsonValue): JsonValue => {
    let smallest = value
    for (const key of keysOf(value).toReversed()) {
      const without = leaveOut(smallest, key)
      if (tries-- > 0 && isWitness(rebuild(without))) smallest = without
    }
    for (const key of keysOf(smallest)) {
      const whole = smallest
      const part = shrink(partOf(whole, key), (changed) => rebuild(replace(whole, key, changed)))
      smallest = replace(whole, key, part)
    }
    return smallest
  }
  return shrink(witness, (value) => value)
}

const MAX_TRIES = 200

function keysOf(value: JsonValue): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}

function partOf(value: JsonValue, key: string): JsonValue {
  if (Array.isArray(value)) return value[Number(key)] ?? null
  return isJsonObject(value) ? (value[key] ?? null) : null
}

function leaveOut(value: JsonValue, key: string): JsonValue {
  if (Array.isArray(value)) return value.filter((_, i) => String(i) !== key)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
}

function replace(value: JsonValue, key: string, part: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue, i) => (String(i) === key ? part : item))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === key ? part : member]),
  )
}
