/** Counts the steps of one check. What a hostile schema can make is endless only until the count runs out. */
export interface StepMeter {
  /** @throws RangeError when the steps are used up: the same that JavaScript throws when a recursion is too deep. */
  spend(steps: number): void
  reset(): void
  /** Steps that are still there. */
  readonly left: number
}

/** Creates a meter that allows `limit` steps between two resets. */
export function createStepMeter(limit: number): StepMeter {
  let left = limit
  return {
    spend(steps) {
      left -= steps
      if (left < 0) throw new RangeError(`More than ${limit} steps`)
    },
    reset() {
      left = limit
    },
    get left() {
      return left
    },
  }
}
