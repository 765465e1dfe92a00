/** Who approves the calls of a requester: whoever the gateway was given, else the person at the client, and either in time. */
import type { GatewayWorld } from '../opening/gateway-world.js'
import type { Requester } from '../requester.js'
import type { Approve } from './approve.js'
import { approveInTime } from './approve-in-time.js'
import { askClient, canFillForms } from './ask-client.js'
import type { Foresee } from './foresight.js'

export interface Approvals {
  readonly approve: Approve
  /** Whether there is somebody to ask. */
  readonly canAsk: boolean
  /** Absent where nobody can be asked: nothing is made in a copy for a question that is never put. */
  readonly foresee?: Foresee
}

export function approvalsFor(
  { options, clock }: Pick<GatewayWorld, 'options' | 'clock'>,
  by: Requester,
  foresee?: Foresee,
): Approvals {
  const { approve = askClient(by), approvalTimeoutMs: limitMs } = options
  const canAsk = options.approve !== undefined || canFillForms(by.capabilities)
  return {
    approve: approveInTime(approve, { limitMs, clock }),
    canAsk,
    ...(canAsk && foresee !== undefined ? { foresee } : {}),
  }
}
