/** Values of a schema, from a seed: made by construction, then held against the schema, then tried again if they do not keep it. */
import { type JsonValue, seededRandom } from '../../base/index.js'
import type { SchemaDocument } from '../canonical/canonical-schema.js'
import { createStepMeter, type StepMeter } from '../check/step-meter.js'
import type { Generated } from '../compiled-schema.js'
import type { PatternSet } from '../pattern/pattern-set.js'
import type { Effort, Generation } from './generation.js'
import { makeValue } from './make-value.js'
import type { ReferenceHeights } from './reference-heights.js'

export interface GenerateRequest {
  readonly document: SchemaDocument
  readonly patterns: PatternSet
  readonly heights: ReferenceHeights
  readonly seed: string | number
  readonly maxSteps: number
  /** The validator: no value leaves that it does not accept. `gave-up` when it would take too long to find out. */
  verdict(value: JsonValue): 'holds' | 'fails' | 'gave-up'
}

/** A value that the validator accepted, or why there is none. The same for the same request. */
export function generateValue(request: GenerateRequest): Generated {
  const meter = createStepMeter(request.maxSteps)
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const place = { name: '', depth: 0 }
      const value = startAttempt(request, attempt, meter).make([{ ref: request.document.root }], place)
      const verdict = value === undefined ? 'fails' : request.verdict(value)
      // A copy: examples and defaults are parts of the schema.
      if (value !== undefined && verdict === 'holds') return { kind: 'value', value: structuredClone(value) }
      if (verdict === 'gave-up') return unsatisfied('Values of this schema take too many steps to check')
    }
  } catch (failure) {
    // The meter ran out, or the schema nests deeper than the stack: nothing was found within the budget.
    if (!(failure instanceof RangeError)) throw failure
    return unsatisfied(`No value was found within ${request.maxSteps} steps`)
  }
  return unsatisfied(`None of ${ATTEMPTS} attempts made a value that keeps the schema`)
}

const ATTEMPTS = 60

function unsatisfied(reason: string): Generated {
  return { kind: 'unsatisfied', reason }
}

function startAttempt(request: GenerateRequest, attempt: number, meter: StepMeter): Generation {
  const { document, patterns, heights, seed, maxSteps } = request
  const generation: Generation = {
    document,
    patterns,
    heights,
    random: seededRandom(`${seed}/${attempt}`),
    effort: effortOf(attempt),
    make: (schemas, spot) => makeValue(schemas, spot, generation),
    isRunningLow: () => meter.left < maxSteps / 2,
    spend: meter.spend,
  }
  return generation
}

/** Generous at first, since a rehearsal sees more of a full value; then whatever is left to try. */
function effortOf(attempt: number): Effort {
  if (attempt < 3) return { optional: 1, maxDepth: 4 - attempt, hints: 1, types: 'expected' }
  return {
    optional: attempt % 3 === 0 ? 0 : 0.5,
    maxDepth: attempt % 4,
    hints: attempt % 2,
    types: attempt < ATTEMPTS / 2 ? 'expected' : 'allowed',
  }
}
