/** Why no copy of the world could be made, as an error. */
import { TransportError } from '../../base/index.js'

/** An act of the set-up that was refused. */
export interface RefusedAct {
  /** Such as `overlay`, `proc`. */
  readonly act: string
  /** What it was done to: a folder, a device. */
  readonly what: string
  readonly why: string
}

/** `said` are the last lines of standard error. */
export function copyRefused({ act, what, why }: RefusedAct, said: readonly string[] = []): TransportError {
  return new TransportError(
    'COPY_REFUSED',
    `Cannot make a copy of this machine: ${describeAct(act, what)} was refused: ${why}`,
    {
      hint: 'run "understudy doctor" to see what is refused here and what allows it',
      evidence: said.slice(-5),
      data: { act, what },
    },
  )
}

function describeAct(act: string, what: string): string {
  return what === '' ? act : `${act} of "${what}"`
}
