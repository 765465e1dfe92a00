/**
 * `create-gateway.ts` composes; `modes/` says who answers calls, one file a mode, and `modes/dry.ts` reaches no file that could
 * make one; `contacts/` is what rehearsals may ask for real, loaded where the settings allow some; `tools/` are what the gateway
 * offers itself, `runs/` and `approvals/` real runs and who allows them, `copies/` the throwaway copies in which plans are
 * rehearsed, `client-rehearsals/` those in which clients do their whole task, and what is kept of it, `service/` what clients are
 * served, `upstreams/` the servers behind it, `opening/` reads and opens what it was given by name. `public.ts` is the door that
 * users have. In `upstreams/`, a `session-pool` opens its sessions and opens them again, `sharing` says whose they are,
 * `subscribers` whom a server asks and tells; `fair-queue` and `rate` are its limits, and `liveness-check` tells whether it
 * hangs. `create-listings` is all that a dry gateway has: no import leads from it to what calls, and its connections let nothing
 * out but what it takes to list.
 */
export { asWorkflow } from '../sequence/index.js'
export { comparedWithDisk } from './client-rehearsals/compare-disk.js'
export {
  beginApplying,
  planOfRehearsal,
  readAssessment,
  rehearsalOfTitle,
  settleApplied,
  titleOfRun,
} from './client-rehearsals/kept-assessment.js'
export {
  changedFiles,
  type RehearsalSettings,
  readRehearsal,
  readRehearsalSettings,
} from './client-rehearsals/rehearsal-record.js'
export type { RehearsalReport } from './client-rehearsals/rehearsal-report.js'
export { createGateway } from './create-gateway.js'
export type { Gateway } from './gateway.js'
export type { GatewayOptions } from './gateway-options.js'
export type { ApprovePlan, PlanQuestion } from './receipts/approve-plan.js'
export { rehearseAndRun } from './rehearse-and-run.js'
export type { RunReport } from './runs/run-report.js'
