/** The door of this folder: what changes for whoever relies on a schema when another takes its place. */
import { byText, type JsonValue } from '../../base/index.js'
import { admitSchema } from '../admit/admit-schema.js'
import type { SchemaDocument } from '../canonical/canonical-schema.js'
import { canonicalise } from '../canonical/canonicalise.js'
import { refuseEndlessReferences } from '../canonical/reference-loops.js'
import { createStepMeter } from '../check/step-meter.js'
import type { SchemaProblem } from '../compiled-schema.js'
import { createPatternSet } from '../pattern/pattern-set.js'
import { DEFAULT_SCHEMA_LIMITS } from '../schema-limits.js'
import { createProblemLog } from '../schema-problem.js'
import { MAX_CHOICES } from './alternative.js'
import { changedDefaults } from './changed-defaults.js'
import { createWitnessSearch, type WitnessSearch } from './find-witness.js'
import { createProof } from './inclusion.js'
import { MAX_LEVELS } from './pairs.js'
import { NOWHERE, type Refusal, refusalAt } from './refusal.js'
import type { ComparisonResult, SchemaComparison, SchemaDifference } from './schema-comparison.js'

/** `lost`: the schema that refuses is the new one. */
type Side = 'lost' | 'gained'

/** From what stands in the way of a proof to what is told: once for each thing, with a witness where there is one. */
function describeDifferences(
  refusals: readonly Refusal[],
  findWitness: WitnessSearch,
  side: Side,
): readonly SchemaDifference[] {
  const told = new Map<string, SchemaDifference>()
  const tries = new Map<string, number>()
  const required = new Set(
    refusals.filter(({ keyword }) => keyword === 'required').map(({ pointer }) => pointer),
  )
  for (const refusal of refusals) {
    // That it is new is told with that it is required.
    if (side === 'lost' && refusal.kind === 'undeclared' && required.has(refusal.pointer)) continue
    const key = `${refusal.pointer} ${refusal[side]}`
    // Several branches of a union may say the same: the one with a witness counts.
    const tried = tries.get(key) ?? 0
    if (told.get(key)?.certain === true || tried >= MAX_TRIES || told.size >= MAX_TOLD) continue
    tries.set(key, tried + 1)
    told.set(key, describeDifference(refusal, findWitness, side))
  }
  return [...told.values()]
}

const MAX_TOLD = 50
/** Searches for a witness of one thing said. */
const MAX_TRIES = 3

function describeDifference(refusal: Refusal, findWitness: WitnessSearch, side: Side): SchemaDifference {
  const { kind, pointer, keyword } = refusal
  const subject = pointer === '' ? 'The value' : JSON.stringify(pointer)
  const message = `${subject} ${refusal[side]}`
  if (kind === 'undeclared')
    return { change: side === 'lost' ? 'declared' : 'undeclared', certain: true, pointer, keyword, message }
  const change = side === 'lost' ? 'narrower' : 'wider'
  const witness = findWitness(refusal)
  return witness === undefined
    ? { change, certain: false, pointer, keyword, message: `${message}; no value was found that shows it` }
    : { change, certain: true, pointer, keyword, message, witness }
}

/**
 * Compares two schemas by their values. Titles, descriptions, examples and the way a schema is written never count.
 * Never throws, fetches nothing; what a hostile schema makes too costly is told as uncertain. The same for the same schemas.
 */
export function compareSchemas(before: JsonValue, after: JsonValue): ComparisonResult {
  const old = readDocument(before, 'a')
  if ('problem' in old) return { kind: 'refused', which: 'before', problem: old.problem }
  const next = readDocument(after, 'b')
  if ('problem' in next) return { kind: 'refused', which: 'after', problem: next.problem }
  const differences = [
    ...differencesBetween(old.document, next.document, 'lost'),
    ...differencesBetween(next.document, old.document, 'gained'),
    ...changedDefaults(old.document, next.document),
  ]
    .sort((a, b) => byText(a.pointer, b.pointer))
    .slice(0, MAX_DIFFERENCES)
  return { kind: 'compared', relation: relationOf(differences), differences }
}

const MAX_DIFFERENCES = 50
/** A proof about schemas of real tools takes a few hundred. */
const MAX_STEPS = 100_000

function readDocument(
  schema: JsonValue,
  prefix: string,
): { readonly document: SchemaDocument } | { readonly problem: SchemaProblem } {
  const problems = createProblemLog()
  const dialect = admitSchema(schema, DEFAULT_SCHEMA_LIMITS, problems)
  if (problems.first !== undefined) return { problem: problems.first }
  const document = canonicalise(schema, dialect, DEFAULT_SCHEMA_LIMITS, problems, prefix)
  if (problems.first === undefined) refuseEndlessReferences(document, problems)
  return problems.first === undefined ? { document } : { problem: problems.first }
}

/** What `accepting` takes and `refusing` may not. */
function differencesBetween(
  accepting: SchemaDocument,
  refusing: SchemaDocument,
  side: Side,
): readonly SchemaDifference[] {
  const patterns = createPatternSet()
  const definitions = new Map([...accepting.definitions, ...refusing.definitions])
  const { spend } = createStepMeter(MAX_STEPS)
  const proof = createProof({ definitions, patterns, spend })
  const refusals = withinLimits(() =>
    proof.refusals([{ ref: accepting.root }], [{ ref: refusing.root }], NOWHERE),
  )
  return describeDifferences(refusals, createWitnessSearch(accepting, refusing, patterns), side)
}

/** Nothing is proved where the steps, the levels or the choices run out. */
function withinLimits(prove: () => readonly Refusal[]): readonly Refusal[] {
  try {
    return prove()
  } catch (failure) {
    if (!(failure instanceof RangeError)) throw failure
    const why = `now: to compare it takes more than ${MAX_STEPS} steps, ${MAX_LEVELS} levels or ${MAX_CHOICES} choices`
    const [lost, gained] = [`may take less ${why}`, `may take more ${why}`]
    // Where the proof was too costly, so is the search.
    return [refusalAt(NOWHERE, { keyword: 'complexity', lost, gained, broken: false, focuses: [] })]
  }
}

function relationOf(differences: readonly SchemaDifference[]): SchemaComparison['relation'] {
  const isTold = (change: 'narrower' | 'wider') =>
    differences.some((each) => each.change === change && each.certain)
  const isOpen = differences.some(
    ({ change, certain }) => !certain || change === 'declared' || change === 'undeclared',
  )
  if (isTold('narrower') && isTold('wider')) return 'both'
  if (isOpen) return 'unclear'
  if (isTold('narrower')) return 'narrower'
  return isTold('wider') ? 'wider' : 'equal'
}
