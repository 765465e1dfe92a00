/** What a case is, as its file says it and as it is run: a sound plan, its faulty twin, and the world that both find. */

/** One pair. `FOLDER` in a text stands for the folder that the servers are given. */
export interface FidelityCase {
  /** `CLASS/NAME`, and `[N]` for the instance of a pair that is told with parameters. */
  readonly id: string
  readonly class: string
  /** What both of its plans are. */
  readonly kind: 'program' | 'workflow'
  /** Names of `servers.ts`. */
  readonly servers: readonly string[]
  /** What the folder holds at first: texts by path. */
  readonly files: Readonly<Record<string, string>>
  /** A shell script that completes the folder. */
  readonly prepare?: string
  readonly sound: string
  readonly faulty: string
  /** The operator that made the faulty program of the sound one; absent where it was written by hand. */
  readonly operator?: string
  /** Only the server's own rule speaks against the faulty one: nobody can know it without asking. */
  readonly isRule: boolean
  /** One of the dozen that the suite runs. */
  readonly isShort: boolean
}

export type Role = 'sound' | 'faulty'
export const ROLES: readonly Role[] = ['sound', 'faulty']
