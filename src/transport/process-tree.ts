/** A process and what it started, ended as one. What differs between systems stands behind this, one file each. */

export interface ProcessTree {
  /** Whether the process must be spawned as the leader of a group of its own. */
  readonly isDetached: boolean
  /** Asks the process and its descendants to end. Does nothing when they are gone. */
  terminate(pid: number): void
  /** Ends them without asking. Does nothing when they are gone. */
  kill(pid: number): void
  /** True while one of them runs, also when the first has exited. */
  isAlive(pid: number): boolean
}
