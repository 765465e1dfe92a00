/** Collects why a schema cannot be used. The first reason is the one that is told. */
import type { SchemaProblem } from './compiled-schema.js'

/** Where walkers of a schema report. */
export interface ProblemLog {
  readonly first: SchemaProblem | undefined
  add(code: SchemaProblem['code'], message: string, pointer: string): void
}

/** Creates an empty log. Walkers stop at their next step once `first` is set. */
export function createProblemLog(): ProblemLog {
  let first: SchemaProblem | undefined
  return {
    get first() {
      return first
    },
    add(code, message, pointer) {
      first ??= { code, message, pointer }
    },
  }
}
