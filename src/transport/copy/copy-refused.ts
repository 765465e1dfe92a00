/** Why no copy of the world could be made, as an error. */
import { TransportError } from '../../base/index.js'
import { refusedPlace } from './refused-place.js'
import { whatAllows } from './what-allows.js'

/** An act of the set-up that was refused. */
export interface RefusedAct {
  /** Such as `overlay`, `proc`. */
  readonly act: string
  /** What it was done to: a folder, a device; empty where the act says it. */
  readonly what: string
  readonly why: string
}

/** `said` are the last lines of standard error. */
export function copyRefused({ act, what, why }: RefusedAct, said: readonly string[] = []): TransportError {
  const done = what === '' ? `"${act}"` : `"${act}" of "${what}"`
  return new TransportError(
    'COPY_REFUSED',
    `Cannot make a copy of this machine: ${done} was refused: ${why}`,
    {
      hint: whatAllows(act, `${why}\n${said.join('\n')}`, refusedPlace()),
      evidence: said.slice(-5),
      data: { act, what },
    },
  )
}
