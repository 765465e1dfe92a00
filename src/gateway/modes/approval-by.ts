/** Who is asked whether a call may be made. */
import type { Approve } from '../approvals/approve.js'
import type { Requester } from '../requester.js'

/** The caller of the library where it wants to be; else the person at the client. */
export function approvalBy(_requester: Requester, given: Approve | undefined): Approve {
  return given ?? (() => Promise.resolve({ approved: false, why: 'nobody can be asked here' }))
}
