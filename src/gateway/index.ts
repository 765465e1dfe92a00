export { comparedWithDisk } from './client-rehearsals/compare-disk.js'
export {
  beginApplying,
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
