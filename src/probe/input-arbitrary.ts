/** The inputs of a plan as fast-check draws and shrinks them. Loads fast-check: only what explores imports this file. */
import { Arbitrary, type Random, Stream, Value } from 'fast-check'
import { isJsonObject } from '../base/index.js'
import type { InputPlan } from './plan-inputs.js'
import { type ProbeInput, readInput } from './probe-input.js'
import { simplerValues } from './simpler-values.js'

/** Shrinking keeps what an input is: valid stays valid, and a broken one stays wrong in its one way, at its one place. */
export class InputArbitrary extends Arbitrary<ProbeInput> {
  readonly #plan: InputPlan

  constructor(plan: InputPlan) {
    super()
    this.#plan = plan
  }

  override generate(random: Random): Value<ProbeInput> {
    return new Value(this.#plan.input(random.nextInt(0, 0x7fffffff)), undefined)
  }

  /** All that shrinking needs stands in the input. */
  override canShrinkWithoutContext(value: unknown): value is ProbeInput {
    return isJsonObject(value) && value.kind === this.#plan.kind
  }

  override shrink(input: ProbeInput): Stream<Value<ProbeInput>> {
    return new Stream(this.#simpler(input))
  }

  *#simpler(input: ProbeInput): Generator<Value<ProbeInput>, void> {
    const { schema, edges, kind } = this.#plan
    let left = MAX_CHARACTERS / JSON.stringify(input.args).length
    for (const args of simplerValues(input.args, edges)) {
      if (--left < 0) return
      const simpler = isJsonObject(args) ? readInput(kind, args, schema) : undefined
      if (simpler !== undefined && simpler.violation === input.violation) yield new Value(simpler, undefined)
    }
  }
}

/** How much is held against the schema to find the next simpler input: a list of a thousand items has as many to take away. */
const MAX_CHARACTERS = 5_000_000
