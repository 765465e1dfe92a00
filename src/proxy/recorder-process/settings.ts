/** What every recorder process has to know before it hears the first byte, and what it says on the way. */

/** Beside what its program has to know to open a store and to name the server: see the caller's settings. */
export interface RecorderStart {
  /** Wall time at monotonic zero of the proxy; milliseconds. */
  readonly zeroMs: number
  /** Of a recorder process that takes the place of one that was killed. */
  readonly again?: HeardAgain
}

/** What another recorder process has heard before, and may have stored in part. */
export interface HeardAgain {
  /** How much of what it is told. */
  readonly bytes: number
  /** When the last of it was said; wall time in milliseconds. */
  readonly untilMs: number
  /** Of the server's data when the other one last said how far it was: nothing of it is taken for younger. */
  readonly generation: number
}

/** Of a durable one: whose exchange is over in the first bytes that it heard is stored. */
export interface Kept {
  readonly keptBytes: number
}

/** How far a recorder process is: what the first bytes say that it heard is stored, and none of it is under way. */
export interface Stored {
  readonly bytes: number
  readonly generation: number
  /** How a server introduced itself, or what its tools promise, stands in what was stored since it last said so. */
  readonly hasLesson: boolean
}
