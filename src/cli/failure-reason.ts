import { shorten } from '../base/index.js'

/** In one line: what failed, and what the server said last on standard error, where that tells why. */
export function reasonOf(error: unknown): string {
  const [what = '', ...evidence] = (error instanceof Error ? error.message : String(error)).split('\n')
  const lines = evidence.slice(evidence.findIndex((line) => STDERR.test(line)) + 1)
  const told = lines.findLast((line) => /error|exception/i.test(line)) ?? lines.at(-1)
  const isFromServer = evidence.some((line) => STDERR.test(line))
  return told === undefined || !isFromServer ? what : `${what}, after "${shorten(told.trim(), 200)}"`
}

/** The heading of a server's last lines in the evidence of an error. */
const STDERR = /^ *(?:First \d+ and last|Last) (?:\d+ lines|line) of standard error:$/
