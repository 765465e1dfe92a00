/** A running process as a transport over its standard input and output needs it. */
import type { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { TransportError } from '../base/index.js'

/** What Node's own child processes are too. Tells `exit` once, after `exitCode` or `signalCode` has been set. */
export interface ServerProcess extends EventEmitter {
  readonly pid?: number | undefined
  readonly exitCode: number | null
  readonly signalCode: NodeJS.Signals | null
  /** Why it was ended, where that was neither its own doing nor that of whoever holds its pipes. */
  readonly whyEnded?: TransportError | undefined
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  readonly stdio: readonly (Readable | Writable | null | undefined)[]
}
