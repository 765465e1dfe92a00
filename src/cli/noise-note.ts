/** Tells a person that their server logs to standard output, where only messages belong. */
import { printable } from '../base/index.js'
import type { Complaint } from '../session/index.js'
import type { CliIo } from './cli-io.js'

/** Told once: a server that does it does it often. Hosts may take such a line for the end of the connection. */
export function noteNoise(server: string, io: Pick<CliIo, 'stderr'>): (complaint: Complaint) => void {
  let isTold = false
  return ({ kind, message }) => {
    if (kind !== 'noise' || isTold || !LOGGED.test(message)) return
    isTold = true
    const name = printable(server, { oneLine: true })
    io.stderr(`Note: ${name}: ${message}\n  Hint: what a server logs belongs on standard error\n`)
  }
}

/** A message that was cut off, or is too long, is noise as well, and nothing that was logged. */
const LOGGED = /^a line on standard output is no message, it is (?:not JSON|JSON, but no object):/
