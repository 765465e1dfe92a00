/** Looks for a value that proves a refusal: one that the first schema takes and the second does not, by their validators. */
import type { JsonValue } from '../../base/index.js'
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

/** What can be left out of a witness is left out, within a limited number of tries: it is there to be read. */
function shrinkWitness(witness: JsonValue, isWitness: (value: JsonValue) => boolean): JsonValue {
  let tries = MAX_TRIES
  const shrink = (value: JsonValue, rebuild: (part: JsonValue) => JsonValue): JsonValue => {
    if (typeof value !== 'object' || value === null) return value
    const build = (parts: readonly (readonly [string, JsonValue])[]): JsonValue =>
      Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
    let kept = Object.entries(value)
    for (const [key] of kept.toReversed()) {
      const fewer = kept.filter(([name]) => name !== key)
      if (tries-- > 0 && isWitness(rebuild(build(fewer)))) kept = fewer
    }
    for (const [i, [key, part]] of kept.entries())
      kept[i] = [key, shrink(part, (changed) => rebuild(build(kept.with(i, [key, changed]))))]
    return build(kept)
  }
  return shrink(witness, (value) => value)
}

const MAX_TRIES = 200
