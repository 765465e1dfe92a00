/** Who approves the calls of a requester: whoever the gateway was given, else the person at the client, and either in time. */
import type { GatewayWorld } from '../opening/gateway-world.js'
import type { Requester } from '../requester.js'
import type { Approve } from './approve.js'
import { approveInTime } from './approve-in-time.js'
import { askClient } from './ask-client.js'

export function approverFor(
  { options, clock }: Pick<GatewayWorld, 'options' | 'clock'>,
  by: Requester,
): Approve {
  return approveInTime(options.approve ?? askClient(by), { limitMs: options.approvalTimeoutMs, clock })
}
