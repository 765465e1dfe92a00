/** What a text does with `params`. */
import type { JsonValue } from '../base/index.js'

export interface ParamsUses {
  /** In the order of the text. */
  readonly uses: readonly ParamUse[]
  /** False where `params` itself goes somewhere, or a name is computed: then there may be other uses. */
  readonly isWhole: boolean
}

export interface ParamUse {
  /** Names that lead from `params` to what is used; empty where it is handed to a tool as a whole. */
  readonly path: readonly string[]
  readonly line: number
  readonly column: number
  /** The program looks whether there is one, or has something to put in its place. */
  readonly isTested: boolean
  /** What must stand there for this use to mean anything. */
  readonly type?: 'string' | 'number' | 'boolean' | 'array'
  /** A value that it is compared with. */
  readonly compared?: JsonValue
  /** What stands in for it where there is none. */
  readonly fallback?: JsonValue
  /** Where it is handed to a tool, as the value of that argument. */
  readonly argument?: {
    readonly server: string
    readonly tool: string
    readonly path: readonly (string | number)[]
  }
}
