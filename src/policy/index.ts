export { parsePolicy } from './parse-policy.js'
export {
  type Decision,
  decide,
  isDecidedByDoubt,
  mayBeRepeated,
  type Policy,
  type PolicyRule,
} from './policy.js'
export { needsReceipt, needsWayBack, type RequireReceipt, requiredReceipt } from './require-receipt.js'
export type { ValidationMode } from './validation-mode.js'
