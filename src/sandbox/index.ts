export type {
  Budgets,
  CapabilityAttempt,
  ConsoleLine,
  Ended,
  GuestCall,
  GuestError,
  GuestJob,
  GuestReply,
  GuestRun,
  GuestToolError,
  Sandbox,
} from './sandbox.js'
